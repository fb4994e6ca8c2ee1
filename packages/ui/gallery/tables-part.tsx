import { useMemo, useState } from 'react';
import { heatClass, heatLevel } from '../charts/heat.ts';
import { Button } from '../controls/button.tsx';
import { FigureButton, PercentBar } from '../figure/figure-button.tsx';
import { type Column, DataTable, type Expanded } from '../table/data-table.tsx';
import { dashForZero, formatNumber, formatPercent } from '../text/numbers.ts';
import { type Group, noise, PEOPLE, tree } from './fake-data.ts';
import { Section } from './section.tsx';

const GROUPS = tree(101);
const dash = dashForZero(formatNumber);

const TREE_COLUMNS: readonly Column<Group>[] = [
  { id: 'name', header: 'Assignee', value: row => row.name },
  {
    id: 'spent',
    header: 'Time Spent',
    unit: 'h',
    numeric: true,
    value: row => row.spent,
    cell: row => (
      <FigureButton label={`Time Spent, ${row.name}`} onOpen={() => {}}>
        {dash(row.spent)}
      </FigureButton>
    ),
    total: '20,412.5',
  },
  {
    id: 'estimate',
    header: 'Original Estimate',
    unit: 'h',
    numeric: true,
    value: row => row.estimate,
    width: 144,
    total: '19,804',
  },
  {
    id: 'percent',
    header: 'Percent Resolved',
    numeric: true,
    width: 144,
    value: row => (row.estimate ? (row.spent / row.estimate) * 100 : 0),
    cell: row => {
      const percent = row.estimate ? (row.spent / row.estimate) * 100 : 0;
      return <PercentBar percent={percent}>{formatPercent(percent)}</PercentBar>;
    },
  },
];

interface Person {
  readonly name: string;
  readonly days: readonly number[];
}

const SHEET: readonly Person[] = PEOPLE.map((name, person) => ({
  name,
  days: Array.from({ length: 14 }, (_, day) =>
    day % 7 > 4 ? 0 : Math.round(noise(person * 31 + day) * 18) / 2,
  ),
}));

const SHEET_COLUMNS: readonly Column<Person>[] = [
  { id: 'name', header: 'Worklog Author', value: row => row.name },
  ...Array.from(
    { length: 14 },
    (_, day): Column<Person> => ({
      id: `d${day}`,
      header: String(day + 2),
      group: day < 7 ? 'Week 10' : 'Week 11',
      numeric: true,
      value: row => row.days[day] ?? 0,
      cellClass: row => heatClass(heatLevel(row.days[day] ?? 0, 9)),
      total: formatNumber(SHEET.reduce((sum, row) => sum + (row.days[day] ?? 0), 0)),
    }),
  ),
];

const rowId = (row: Group) => row.id;
const members = (row: Group) => row.members;
const personId = (row: Person) => row.name;

export function TablesPart() {
  const [expanded, setExpanded] = useState<Expanded>(true);
  const few = useMemo(() => GROUPS.slice(0, 24).map(({ members: _, ...group }) => group), []);
  return (
    <Section title="Tables">
      <div className="gallery-stack">
        <DataTable
          label="Time sheet"
          columns={SHEET_COLUMNS}
          rows={SHEET}
          rowId={personId}
          compact
        />
        <DataTable
          label="Breakdown"
          columns={TREE_COLUMNS}
          rows={few}
          rowId={rowId}
          pageSize={10}
        />
        <DataTable label="Nothing" columns={TREE_COLUMNS} rows={[]} rowId={rowId} />
        <div className="gallery-row">
          <Button onClick={() => setExpanded(true)}>Expand All</Button>
          <Button onClick={() => setExpanded({})}>Collapse All</Button>
        </div>
        <DataTable
          label="10,000 rows"
          columns={TREE_COLUMNS}
          rows={GROUPS}
          rowId={rowId}
          childRows={members}
          expanded={expanded}
          onExpandedChange={setExpanded}
        />
      </div>
    </Section>
  );
}
