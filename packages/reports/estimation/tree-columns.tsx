import { indexOfRow } from '@tallyboard/report-kit/figures/figures.ts';
import { IssueName } from '@tallyboard/report-kit/figures/issue-name.tsx';
import type { TreeRow } from '@tallyboard/report-kit/figures/issue-tree.ts';
import { FigureButton, PercentBar } from '@tallyboard/ui/figure/figure-button.tsx';
import { Avatar } from '@tallyboard/ui/issue/avatar.tsx';
import type { Column } from '@tallyboard/ui/table/data-table.tsx';
import { COLUMNS, type ColumnMeaning } from './columns.ts';
import type { EstimationFigures, EstimationRow } from './compute.ts';
import { COLUMN_NAMES, type EstimationColumn, shownColumns } from './settings.ts';
import type { ValueText } from './text.ts';
import type { EstimationProps } from './view-props.ts';

export type EstimationTreeRow = TreeRow<EstimationRow>;

export interface Cells
  extends Pick<EstimationProps, 'result' | 'settings' | 'dataset' | 'onDrill'> {
  readonly text: ValueText;
}

/** The group or issue, then the columns of the settings. */
export function treeColumns(cells: Cells): readonly Column<EstimationTreeRow>[] {
  return [nameColumn(cells), ...shownColumns(cells.settings).map(id => valueColumn(cells, id))];
}

const PEOPLE = new Set(['assignee', 'creator', 'reporter']);

function nameColumn({ result, dataset }: Cells): Column<EstimationTreeRow> {
  const person = PEOPLE.has(result.groupBy);
  return {
    id: 'value',
    header: result.label,
    value: row => {
      if (row.kind === 'waiting') return null;
      return row.kind === 'group' ? row.group.label : row.issue.key;
    },
    cell: row => {
      if (row.kind === 'waiting') return <span className="tb-quiet">Loading...</span>;
      if (row.kind === 'issue')
        return <IssueName issue={row.issue} url={dataset.issueUrl(row.issue.key)} />;
      const { id, label, avatarUrl } = row.group;
      return (
        <span className="tb-estimation__name">
          {person && id !== '' && <Avatar name={label} url={avatarUrl} size={20} />}
          <span className="tb-ellipsis" dir="auto">
            {label}
          </span>
        </span>
      );
    },
  };
}

const WIDTHS: Readonly<Partial<Record<EstimationColumn, number>>> = {
  actualOfEstimated: 152,
  percentResolved: 128,
};

function valueColumn(cells: Cells, id: EstimationColumn): Column<EstimationTreeRow> {
  const { result, text } = cells;
  const meaning = COLUMNS[id];
  const name = COLUMN_NAMES[id];
  // The bars of a column are drawn against its largest value, 1 at least.
  const largest = result.rows.reduce((most, row) => Math.max(most, meaning.value(row) ?? 0), 1);
  const value = (row: EstimationTreeRow) => {
    if (row.kind === 'waiting') return null;
    return row.kind === 'group' ? meaning.value(row.group) : ofIssue(row.group, id, row.issue.row);
  };
  return {
    id,
    header: name,
    help: `${meaning.reason} Bars are drawn against the largest group.`,
    numeric: true,
    width: WIDTHS[id] ?? 120,
    value,
    cell: row => {
      if (row.kind === 'waiting') return null;
      if (row.kind === 'issue')
        return <PercentBar percent={0}>{text(value(row), meaning.unit)}</PercentBar>;
      return (
        <PercentBar
          percent={(100 * (meaning.value(row.group) ?? 0)) / largest}
          tone={id === 'percentResolved' ? 'resolved' : 'neutral'}
        >
          <ValueButton
            {...cells}
            meaning={meaning}
            row={row.group}
            title={`${name} · ${row.group.label}`}
          />
        </PercentBar>
      );
    },
    total: (
      <PercentBar percent={0}>
        <ValueButton {...cells} meaning={meaning} row={result.total} title={`${name} · Total`} />
      </PercentBar>
    ),
  };
}

/** What an issue has in a column: its own time, resolved or not as 100 or 0 percent, its own error. */
function ofIssue(group: EstimationRow, id: EstimationColumn, row: number): number | null {
  const part = (figure: EstimationFigures['spent']) => {
    const at = indexOfRow(figure.issues, row);
    return at < 0 ? null : (figure.parts?.[at] ?? 1);
  };
  if (id === 'percentResolved') return part(group.resolved) === null ? 0 : 100;
  if (id !== 'error') return part(COLUMNS[id].figure(group)) ?? 0;
  const original = part(group.original);
  return original === null ? null : (100 * (part(group.saved) ?? 0)) / original;
}

/** A value that opens the issues behind it; not a button where there are none. */
export function ValueButton({
  meaning,
  row,
  title,
  text,
  onDrill,
  large,
}: Pick<Cells, 'text' | 'onDrill'> & {
  readonly meaning: ColumnMeaning;
  readonly row: EstimationFigures;
  readonly title: string;
  readonly large?: boolean;
}) {
  const figure = meaning.figure(row);
  const shown = text(meaning.value(row), meaning.unit);
  if (figure.issues.length === 0) return shown;
  const open = () =>
    onDrill({
      title,
      reason: meaning.reason,
      figure,
      ...(figure.parts && {
        part: { label: 'Time', format: (part: number) => text(part, 'seconds') },
      }),
    });
  return (
    <FigureButton label={title} onOpen={open} size={large ? 'large' : 'normal'}>
      {shown}
    </FigureButton>
  );
}
