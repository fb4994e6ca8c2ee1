import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { DatasetView, Drill } from '@tallyboard/report-kit/contract.ts';
import { GroupName, PEOPLE } from '@tallyboard/report-kit/families/status/breakdown-table.tsx';
import { IssueHistory } from '@tallyboard/report-kit/figures/issue-keys.tsx';
import { IssueName } from '@tallyboard/report-kit/figures/issue-name.tsx';
import { heatClass, heatLevel } from '@tallyboard/ui/charts/heat.ts';
import { FigureButton, PercentBar } from '@tallyboard/ui/figure/figure-button.tsx';
import type { Column } from '@tallyboard/ui/table/data-table.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { ReactNode } from 'react';
import { timeText } from './calendar.ts';
import type { Cell } from './cells.ts';
import type { TimeGroup, TimeInStatusResult } from './compute.ts';
import { MEASURE_REASONS } from './definitions.ts';
import { MEASURE_LABELS, MEASURES, type TimeInStatusSettings } from './settings.ts';
import { issueTimes, type ShownColumn, shownColumns } from './shown-columns.ts';
import type { AnyIssueRow, TimeRow } from './table-rows.ts';

export interface TimeTable {
  readonly result: TimeInStatusResult;
  readonly settings: TimeInStatusSettings;
  readonly context: ReportContext;
  readonly dataset: DatasetView;
  readonly onDrill: (drill: Drill) => void;
}

const WAITING = <span className="tb-quiet">Loading...</span>;

export function timeColumns(table: TimeTable): readonly Column<TimeRow>[] {
  const { result, settings } = table;
  const shown = shownColumns(result.columns, settings.columns);
  const scale = scaleOf(result, shown);
  return [
    nameColumn(table),
    ...(result.groupedBy ? [countColumn(table)] : []),
    ...shown.map(column => statusColumn(table, column, scale)),
  ];
}

function nameColumn({ result, dataset, context }: TimeTable): Column<TimeRow> {
  const person = PEOPLE.has(result.groupedBy?.id ?? '');
  return {
    id: 'name',
    header: result.groupedBy?.label ?? 'Issue',
    value: row => {
      if (row.kind === 'group') return row.group.label;
      return row.kind === 'waiting' ? null : row.issue.key;
    },
    cell: row => {
      if (row.kind === 'waiting') return WAITING;
      if (row.kind === 'group') return <GroupName row={row.group} person={person} />;
      return (
        <span className="tb-time__issue">
          <IssueName issue={row.issue} url={dataset.issueUrl(row.issue.key)} />
          <IssueHistory row={row.issue} dataset={dataset} context={context} />
        </span>
      );
    },
  };
}

function countColumn({ result, onDrill }: TimeTable): Column<TimeRow> {
  const open = (name: string, figure: TimeGroup['count']) => (
    <FigureButton
      label={`Issues of ${name}`}
      onOpen={() =>
        onDrill({ title: `Issues · ${name}`, reason: 'All issues of the group.', figure })
      }
    >
      {formatCount(figure.value)}
    </FigureButton>
  );
  return {
    id: 'count',
    header: 'Issues',
    numeric: true,
    value: row => (row.kind === 'group' ? row.group.count.value : null),
    cell: row => (row.kind === 'group' ? open(row.group.label, row.group.count) : null),
    total: open('all groups', result.count),
  };
}

/** Room for '1400d 20h 40m', in px. */
const TIME_WIDTH = 104;

function statusColumn(table: TimeTable, shown: ShownColumn, scale: Scale): Column<TimeRow> {
  const { result, settings } = table;
  const { column, at } = shown;
  const timeOf = issueTimes(column);
  const issueTime = (row: AnyIssueRow) => timeOf(row.issue.row);
  const value = (row: TimeRow): number | null => {
    if (row.kind === 'waiting') return null;
    return row.kind === 'group' ? (row.group.cells[at]?.figure.value ?? null) : issueTime(row);
  };
  const most = (row: TimeRow) => (row.kind === 'group' ? scale.groups : scale.issues);
  const barred = (row: TimeRow, content: ReactNode) =>
    settings.graph !== 'bars' ? (
      content
    ) : (
      <PercentBar percent={(100 * (value(row) ?? 0)) / most(row)}>{content}</PercentBar>
    );
  return {
    id: column.id,
    header: column.label,
    numeric: true,
    width: TIME_WIDTH,
    help: 'Largest first',
    value,
    cell: row => {
      if (row.kind === 'waiting') return null;
      const content =
        row.kind === 'group' ? (
          <CellFigure
            {...table}
            cell={row.group.cells[at] ?? null}
            title={`${column.label} · ${row.group.label}`}
          />
        ) : (
          timeText(issueTime(row), settings, result.lengths)
        );
      return barred(row, content);
    },
    cellClass: row =>
      settings.graph === 'heat-map' ? heatClass(heatOf(value(row), most(row))) : undefined,
    total: <CellFigure {...table} cell={column.all} title={`${column.label} · All issues`} />,
  };
}

function CellFigure({
  cell,
  title,
  result,
  settings,
  onDrill,
}: TimeTable & { readonly cell: Cell | null; readonly title: string }) {
  const text = (time: number | null) => timeText(time, settings, result.lengths);
  if (cell === null) return text(null);
  const { figure, measures } = cell;
  const others =
    measures === null
      ? []
      : MEASURES.options.map(({ value, label }) => `${label} ${text(measures[value])}`);
  const visits =
    figure.issues.length === 1 ? '1 issue' : `${formatCount(figure.issues.length)} issues`;
  return (
    <span data-tb-tooltip={[...others, visits].join(' · ')}>
      <FigureButton
        label={title}
        onOpen={() =>
          onDrill({
            title: `${MEASURE_LABELS[settings.measure]} time · ${title}`,
            reason: MEASURE_REASONS[settings.measure],
            figure,
            part: { label: 'Time', format: text },
          })
        }
      >
        {text(figure.value)}
      </FigureButton>
    </span>
  );
}

/** Times in status differ by orders of magnitude: by their roots one that stands out does not make all others alike. */
const heatOf = (time: number | null, most: number) =>
  heatLevel(time === null ? null : Math.sqrt(time), Math.sqrt(most));

/** The longest times that show, by which bars and heat are drawn: an issue may be far beyond the average of its group. */
interface Scale {
  readonly groups: number;
  readonly issues: number;
}

function scaleOf(result: TimeInStatusResult, shown: readonly ShownColumn[]): Scale {
  let groups = 1;
  let issues = 1;
  for (const { column, at } of shown) {
    for (const { cells } of result.groups) groups = Math.max(groups, cells[at]?.figure.value ?? 0);
    for (const time of column.all.figure.parts ?? []) issues = Math.max(issues, time);
  }
  return { groups, issues };
}
