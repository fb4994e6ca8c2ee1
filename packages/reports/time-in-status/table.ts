import { indexOfRow, statisticOf } from '@tallyboard/core/measure/figures.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { HOUR } from '@tallyboard/core/time/units.ts';
import {
  figureColumn,
  type ReportTable,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { keyOfRow, kindOfGroups } from '@tallyboard/report-kit/table/row-key.ts';
import { ISSUES, type Unit } from '@tallyboard/report-kit/table/units.ts';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { timeText } from './calendar.ts';
import type { Cell } from './cells.ts';
import type { StatusColumn, TimeInStatusResult } from './compute.ts';
import { MEASURE_LABELS, MEASURES, type Measure, type TimeInStatusSettings } from './settings.ts';

/** Why an issue counts in a figure of the measure. */
const MEASURE_REASONS: Readonly<Record<Measure, string>> = {
  average: 'The issue was in this status at least once; the average is over these issues alone.',
  total: 'The issue was in this status at least once; their times add up.',
  median:
    'The issue was in this status at least once; half of these issues took no longer than the median.',
  percentile85:
    'The issue was in this status at least once; 85 of 100 of these issues took no longer.',
};

/** A group, an ungrouped issue, or all issues. */
export interface TimeLine {
  readonly id?: string;
  readonly label?: string;
  readonly avatarUrl?: string | null;
  readonly summary?: string;
  /** The row of an issue in the dataset. */
  readonly issue?: number;
  readonly count?: Figure;
  readonly cells?: readonly (Cell | null)[];
}

/** Groups or ungrouped issues. Statuses that were never visited are empty in files. */
export function timeInStatusTable(
  result: TimeInStatusResult,
  settings: TimeInStatusSettings,
): ReportTable<TimeLine> {
  const { groupedBy, issues, count, columns } = result;
  const measure = MEASURE_LABELS[settings.measure];
  const unit = unitOf(result, settings);
  const scaleOf = timeScales(result, settings);
  const name: TableColumn<TimeLine> = {
    id: 'value',
    header: groupedBy?.label ?? 'Issue',
    file: groupedBy ? undefined : { header: 'Issue Key' },
    value: row => row.label,
  };
  const status = ({ column, at }: ShownColumn): TableColumn<TimeLine> => {
    const timeOf = issueTimes(column);
    const scale = scaleOf(column.id);
    const { label } = column;
    return {
      id: column.id,
      header: label,
      title: `${measure} time · ${label}`,
      file: { header: `${groupedBy ? `${measure}: ` : ''}${label}${unit.suffix}` },
      unit,
      value: ({ issue, cells }) =>
        issue === undefined ? (cells?.[at]?.figure.value ?? null) : timeOf(issue),
      figure: ({ issue, cells }) =>
        issue === undefined ? cells?.[at]?.figure : ofOne(issue, timeOf(issue)),
      reasonOf: row => MEASURE_REASONS[row.issue === undefined ? settings.measure : 'total'],
      ofIssue: (_, issue) => timeOf(issue),
      opens: row => row.issue === undefined,
      tip: ({ cells }) => cellTip(cells?.[at] ?? null, unit.text),
      bar:
        scale && settings.graph === 'bars'
          ? {
              percent(value, of) {
                if (of === 'total') return 0;
                return (100 * value) / scale[of === 'row' && groupedBy ? 'groups' : 'issues'];
              },
            }
          : undefined,
      help: 'Largest first',
      width: TIME_WIDTH,
    };
  };
  return {
    columns: [
      name,
      groupedBy ? COUNT : SUMMARY,
      ...shownColumns(columns, settings.columns).map(status),
    ],
    first: settings.columns.length > 0 ? undefined : ['value', 'count', ...inWorkflow(columns)],
    rows: issues
      ? issues.ids.map((id, issue) => ({
          id,
          issue,
          label: issues.keys[issue],
          summary: issues.summaries[issue],
        }))
      : result.groups,
    rowId: row => row.id ?? '',
    rowKey: ({ id = '' }) => keyOfRow(kindOfGroups(groupedBy?.id ?? 'issue'), id),
    nameOf: row => row.label ?? '',
    total: {
      label: groupedBy ? 'All issues' : `${measure} of all`,
      row: { count, cells: columns.map(({ all }) => all) },
      only: groupedBy ? undefined : 'screen',
    },
  };
}

const COUNT = figureColumn('count', 'Issues', ISSUES, 'All issues of the group.');

const SUMMARY: TableColumn<TimeLine> = {
  id: 'summary',
  header: 'Summary',
  only: 'file',
  value: row => row.summary,
};

/** Fits '1400d 20h 40m', in px. */
const TIME_WIDTH = 104;

/** Milliseconds as hours. */
export const HOURS = {
  suffix: ' (hours)',
  scale: HOUR,
  text: (time: number | null) => formatNumber(time === null ? null : time / HOUR, 2),
};

function unitOf({ lengths }: TimeInStatusResult, settings: TimeInStatusSettings): Unit {
  const text = (time: number | null) => timeText(time, settings, lengths);
  return { ...HOURS, text, part: { label: 'Time', format: text } };
}

const ofOne = (issue: number, time: number | null) =>
  time === null ? null : statisticOf('sum', Uint32Array.of(issue), [time]);

/** All measures and the number of issues. */
function cellTip(cell: Cell | null, text: Unit['text']): string | undefined {
  if (cell === null) return undefined;
  const { figure, measures } = cell;
  const others = measures
    ? MEASURES.options.map(({ value, label }) => `${label} ${text(measures[value])}`)
    : [];
  const visits =
    figure.issues.length === 1 ? '1 issue' : `${formatCount(figure.issues.length)} issues`;
  return [...others, visits].join(' · ');
}

/** Columns in category order: To Do, In Progress, Done. */
function inWorkflow(columns: readonly StatusColumn[]): readonly string[] {
  const place = ({ category }: StatusColumn) =>
    category === null ? 2 : { 'to-do': 0, 'in-progress': 1, none: 2, done: 3 }[category];
  return columns.toSorted((a, b) => place(a) - place(b)).map(({ id }) => id);
}

interface TimeScale {
  readonly groups: number;
  readonly issues: number;
}

/**
 * Returns the scale of bars and heat by the id of a column, its own or that of all. Null for done statuses, whose time
 * runs on and tells only the age of the data.
 */
export function timeScales(
  { columns, groups: rows }: TimeInStatusResult,
  settings: TimeInStatusSettings,
): (id: string) => TimeScale | null {
  const scales = new Map<string, TimeScale>();
  for (const { column, at } of shownColumns(columns, settings.columns)) {
    if (column.category === 'done') continue;
    let groups = 1;
    let issues = 1;
    for (const { cells } of rows) groups = Math.max(groups, cells[at]?.figure.value ?? 0);
    for (const time of column.all.figure.parts ?? []) issues = Math.max(issues, time);
    scales.set(column.id, { groups, issues });
  }
  if (settings.scale === 'column') return id => scales.get(id) ?? null;
  const all = [...scales.values()].reduce(
    (most, { groups, issues }) => ({
      groups: Math.max(most.groups, groups),
      issues: Math.max(most.issues, issues),
    }),
    { groups: 1, issues: 1 },
  );
  return id => (scales.has(id) ? all : null);
}

interface ShownColumn {
  readonly column: StatusColumn;
  /** Index among the result's columns and in the cells of groups. */
  readonly at: number;
}

/** The columns of the settings in their order; all columns if none of them exists. */
export function shownColumns(
  columns: readonly StatusColumn[],
  labels: readonly string[],
): readonly ShownColumn[] {
  const all = columns.map((column, at) => ({ column, at }));
  const named = labels.flatMap(label => all.find(each => same(each.column.label, label)) ?? []);
  return named.length > 0 ? named : all;
}

/** The labels after toggling a column; empty if all show in their own order. */
export function toggledColumns(
  columns: readonly StatusColumn[],
  labels: readonly string[],
  toggled: string,
): readonly string[] {
  const shown = shownColumns(columns, labels).map(each => each.column.label);
  const next = shown.includes(toggled)
    ? shown.filter(label => label !== toggled)
    : columns.map(each => each.label).filter(label => label === toggled || shown.includes(label));
  const all = columns.every(({ label }, at) => next[at] === label);
  return all ? [] : next;
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Returns a function from a row of the dataset to the issue's time in a column; null if never visited. */
export function issueTimes({ all }: StatusColumn): (row: number) => number | null {
  const { issues, parts } = all.figure;
  return row => {
    const at = indexOfRow(issues, row);
    return at < 0 ? null : (parts?.[at] ?? null);
  };
}
