import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import type { DatasetView, Drill } from '@tallyboard/report-kit/contract.ts';
import { IssueHistory } from '@tallyboard/report-kit/figures/issue-keys.tsx';
import { IssueName } from '@tallyboard/report-kit/figures/issue-name.tsx';
import type { TreeRow } from '@tallyboard/report-kit/figures/issue-tree.ts';
import { FigureButton } from '@tallyboard/ui/figure/figure-button.tsx';
import { StatusLozenge } from '@tallyboard/ui/issue/status-lozenge.tsx';
import type { Column } from '@tallyboard/ui/table/data-table.tsx';
import { formatCount, formatFixed } from '@tallyboard/ui/text/numbers.ts';
import { AGE_COLUMNS, type AgeColumn, DATE_HEADS } from './columns.ts';
import type { AgeFigures, AgeGroup, AgeResult } from './compute.ts';
import type { AgeSettings } from './settings.ts';

export interface AgeTable {
  readonly result: AgeResult;
  readonly settings: AgeSettings;
  readonly context: ReportContext;
  readonly dataset: DatasetView;
  readonly onDrill: (drill: Drill) => void;
}

type AgeRow = TreeRow<AgeGroup>;

/** Period or issue, then the figures of the period, or the age, date and status of the issue. */
export function ageColumns(table: AgeTable): readonly Column<AgeRow>[] {
  return [
    nameColumn(table),
    ...AGE_COLUMNS.map(column => figureColumn(table, column)),
    dateColumn(table),
    statusColumn(table),
  ];
}

function nameColumn({ settings, dataset }: AgeTable): Column<AgeRow> {
  return {
    id: 'period',
    header: settings.period === 'month' ? 'Month' : 'Week',
    // Periods stand in the order of time, whatever they are called.
    value: row =>
      row.kind === 'group' ? row.group.id : row.kind === 'issue' ? row.issue.key : null,
    cell: row => {
      if (row.kind === 'waiting') return <span className="tb-quiet">Loading...</span>;
      if (row.kind === 'group') return row.group.label;
      return <IssueName issue={row.issue} url={dataset.issueUrl(row.issue.key)} />;
    },
  };
}

const days = (value: number | null) => formatFixed(value, 1);

function figureColumn(table: AgeTable, column: AgeColumn): Column<AgeRow> {
  const { result, context } = table;
  const ageOf = (row: number) => (context.asOf - (result.since[row] ?? context.asOf)) / DAY;
  // An issue has one age: it stands under the mean, and moves there when the table is sorted by any of them.
  const value = (row: AgeRow): number | null => {
    if (row.kind === 'group') return column.figure(row.group).value;
    return row.kind === 'issue' && column.unit === 'days' ? ageOf(row.issue.row) : null;
  };
  return {
    id: column.id,
    header: column.label,
    ...(column.unit === 'days' && { unit: 'days' }),
    help: column.reason,
    numeric: true,
    value,
    cell: row => {
      if (row.kind === 'group') return <AgeFigure {...table} column={column} of={row.group} />;
      return row.kind === 'issue' && column.id === 'mean' ? days(value(row)) : null;
    },
    total: <AgeFigure {...table} column={column} of={result.total} />,
  };
}

function AgeFigure({
  column,
  of,
  onDrill,
}: AgeTable & { readonly column: AgeColumn; readonly of: AgeFigures | AgeGroup }) {
  const figure = column.figure(of);
  const title = `${column.label} · ${'label' in of ? of.label : 'All issues'}`;
  const text = column.unit === 'days' ? days(figure.value) : formatCount(figure.value);
  if (figure.issues.length === 0) return '-';
  return (
    <FigureButton
      label={title}
      onOpen={() =>
        onDrill({
          title,
          reason: column.reason,
          figure,
          ...(column.unit === 'days' && { part: { label: 'Age (days)', format: days } }),
        })
      }
    >
      {text}
    </FigureButton>
  );
}

function dateColumn({ result, settings, context }: AgeTable): Column<AgeRow> {
  const at = (row: AgeRow) => (row.kind === 'issue' ? (result.since[row.issue.row] ?? null) : null);
  const written = (instant: number, pattern: string) =>
    formatInstant(instant, context.zone, pattern);
  return {
    id: 'date',
    header: DATE_HEADS[settings.kind],
    width: 120,
    value: at,
    cell: row => {
      const instant = at(row);
      return instant === null ? null : (
        <span data-tb-tooltip={written(instant, `${context.dateFormat} HH:mm Z`)}>
          {written(instant, context.dateFormat)}
        </span>
      );
    },
  };
}

function statusColumn({ dataset, context }: AgeTable): Column<AgeRow> {
  return {
    id: 'status',
    header: 'Status',
    width: 176,
    value: row => (row.kind === 'issue' ? row.issue.statusName : null),
    cell: row =>
      row.kind === 'issue' ? (
        <span className="tb-age__status">
          <StatusLozenge name={row.issue.statusName} category={row.issue.statusCategory} />
          <IssueHistory row={row.issue} dataset={dataset} context={context} />
        </span>
      ) : null,
  };
}
