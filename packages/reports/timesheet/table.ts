import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { formatDay, formatDays } from '@tallyboard/core/time/format.ts';
import type { Seconds } from '@tallyboard/core/time/units.ts';
import { groupWord } from '@tallyboard/report-kit/settings/group-codes.ts';
import type { ReportTable, TableColumn } from '@tallyboard/report-kit/table/report-table.ts';
import { keyOfRow, kindOfGroups } from '@tallyboard/report-kit/table/row-key.ts';
import { durations, SIGNED_PERCENT, type Unit } from '@tallyboard/report-kit/table/units.ts';
import { formatDuration } from '@tallyboard/ui/text/durations.ts';
import { formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { DayRange } from './range.ts';
import {
  cellAt,
  type TimesheetCell,
  type TimesheetIssue,
  type TimesheetLog,
  type TimesheetResult,
  type TimesheetRow,
} from './result.ts';
import { shownView, type TimesheetSettings } from './settings.ts';

/** A group, its issues in the detailed view, their worklogs if descriptions are shown, or the totals. */
export type TreeRow =
  | { readonly kind: 'group'; readonly id: string; readonly line: TimesheetRow }
  | ({ readonly kind: 'issue'; readonly id: string } & IssueOfGroup)
  | ({ readonly kind: 'log'; readonly id: string; readonly log: TimesheetLog } & IssueOfGroup)
  | { readonly kind: 'total'; readonly id: string; readonly line: TimesheetResult['total'] };

interface IssueOfGroup {
  readonly line: TimesheetIssue;
  readonly group: TimesheetRow;
}

type Column = TableColumn<TreeRow>;

const LOGGED = 'Work that was logged on these issues.';

/** One row a group, with its issues and descriptions below in the detailed view. */
export function timesheetTable(
  result: TimesheetResult,
  settings: TimesheetSettings,
  context: ReportContext,
): ReportTable<TreeRow> {
  const view = shownView(settings);
  const text = timesheetText(settings, context);
  // The group without a value has an empty id.
  const rows = result.rows.map(
    (line): TreeRow => ({ kind: 'group', id: `group ${line.id}`, line }),
  );
  const total: Column = {
    id: 'total',
    header: 'Total',
    unit: timeUnit(text),
    value: row => (row.kind === 'log' ? row.log.seconds : row.line.total.value),
    figure: row => (row.kind === 'log' ? null : row.line.total),
    reason: LOGGED,
    help: 'All logged time of the shown days.',
  };
  return {
    columns: [
      ...nameColumns(result, settings, view === 'detailed'),
      ...result.columns.map((_, at) => timeColumn(result, at, text, settings)),
      { ...total, only: 'file' },
      ...(settings.hideAverage ? [] : [averageColumn(result, text, view === 'percent')]),
      ...workColumns(result, text, view === 'percent'),
      { ...total, only: 'screen' },
    ],
    first: ['value', 'total'],
    rows,
    rowId: row => row.id,
    rowKey: row => timeKey(row, kindOfGroups(groupWord(settings.groupBy))),
    nameOf: row => ('group' in row ? `${row.line.key} · ${row.group.label}` : groupLabelOf(row)),
    childRows: view === 'detailed' ? childRows : undefined,
    total:
      rows.length > 0
        ? { label: 'Total', row: { kind: 'total', id: 'total', line: result.total } }
        : undefined,
  };
}

/** The columns of files that only issues or worklogs fill. */
const ofIssue = (id: 'key' | 'summary', header: string): Column => ({
  id,
  header,
  only: 'file',
  value: row => ('group' in row ? row.line[id] : null),
});
const ofLog = (id: 'author' | 'description', header: string): Column => ({
  id,
  header,
  only: 'file',
  value: row => (row.kind === 'log' ? row.log[id] : null),
});

function nameColumns(
  { label }: TimesheetResult,
  settings: TimesheetSettings,
  detailed: boolean,
): readonly Column[] {
  return [
    {
      id: 'value',
      header: label,
      value(row) {
        if (row.kind === 'group') return row.line.label;
        if (row.kind === 'issue') return row.line.key;
        return row.kind === 'log' ? row.log.day : null;
      },
      file: { value: groupLabelOf },
    },
    ...(detailed ? [ofIssue('key', 'Issue Key'), ofIssue('summary', 'Summary')] : []),
    ...(detailed && settings.descriptions === 'report'
      ? [ofLog('author', 'Author'), ofLog('description', 'Description')]
      : []),
  ];
}

function timeKey(row: TreeRow, kind: string): string {
  if (row.kind === 'total') return '';
  if (row.kind === 'group') return keyOfRow(kind, row.line.id);
  const issue = `${keyOfRow(kind, row.group.id)}/${keyOfRow('issue', row.line.id)}`;
  return row.kind === 'issue' ? issue : `${issue}/${keyOfRow('worklog', row.log.id)}`;
}

function groupLabelOf(row: TreeRow): string {
  if (row.kind === 'total') return 'Total';
  return row.kind === 'group' ? row.line.label : row.group.label;
}

const timeUnit = ({ time }: TimesheetText): Unit => durations(value => time(value ?? 0));

/** The time of a day or week; in the percent view as a share of the working time of the people. */
function timeColumn(
  result: TimesheetResult,
  at: number,
  text: TimesheetText,
  settings: TimesheetSettings,
): Column {
  const column = result.columns[at]!;
  const { first, last, id, workingDays, today } = column;
  const range = text.range(column);
  const cellOf = (row: TreeRow) => (row.kind === 'log' ? undefined : cellAt(row.line, at));
  const seconds = (row: TreeRow) => {
    if (row.kind !== 'log') return cellOf(row)?.figure.value ?? 0;
    return row.log.column === at ? row.log.seconds : undefined;
  };
  const percent = (row: TreeRow) => {
    const people = row.kind === 'total' ? result.rows.length : 1;
    const possible = Math.max(1, result.daySeconds * people);
    return formatPercent((100 * (seconds(row) ?? 0)) / possible);
  };
  return {
    id,
    header: settings.unit === 'week' ? weekText(column) : formatDay(first, 'dd D'),
    title: range,
    file: { header: first === last ? dayText(first) : `${dayText(first)} - ${dayText(last)}` },
    unit: timeUnit(text),
    value: seconds,
    figure: row => cellOf(row)?.figure,
    reason: LOGGED,
    text: shownView(settings) === 'percent' ? percent : undefined,
    tip: row => descriptionsText(cellOf(row)),
    help: range + (workingDays === 0 ? ', days off' : '') + (today ? ', today' : ''),
  };
}

/** 'Nov 2–8', 'Oct 26–Nov 1'. */
function weekText({ first, last }: DayRange): string {
  const [from, to] = [formatDay(first, 'MMM'), formatDay(last, 'MMM')];
  return `${formatDay(first, 'MMM D')}–${formatDay(last, from === to ? 'D' : 'MMM D')}`;
}

/** The tooltip of a cell; undefined without descriptions. */
function descriptionsText({ descriptions = [], logs = 0 }: Partial<TimesheetCell> = {}) {
  if (descriptions.length === 0) return undefined;
  const more = logs - descriptions.length;
  return [...descriptions, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

const averageColumn = (
  { workingDays }: TimesheetResult,
  { mean }: TimesheetText,
  percents: boolean,
): Column => ({
  id: 'average',
  header: 'Average',
  unit: durations(mean),
  value: row => (row.kind === 'log' ? undefined : row.line.average),
  help: `Total / ${workingDays} working days.`,
  width: 84,
  folds: true,
  only: percents ? 'file' : undefined,
});

/** Working time, and the logged share of it. */
function workColumns(
  { total }: TimesheetResult,
  text: TimesheetText,
  percents: boolean,
): readonly Column[] {
  if (total.workingSeconds === null) return [];
  const only = percents ? undefined : 'file';
  const lineOf = (row: TreeRow) => ('group' in row ? undefined : row.line);
  return [
    {
      id: 'working',
      header: 'Working time',
      file: { header: 'Working Time (Hours)' },
      unit: timeUnit(text),
      value: row => lineOf(row)?.workingSeconds,
      help: 'What a person could have worked: working days times the hours of a day.',
      width: 108,
      only,
    },
    {
      id: 'percent',
      header: 'Percent',
      unit: SIGNED_PERCENT,
      value: row => lineOf(row)?.percent,
      help: 'Logged time in percent of the working time.',
      width: 84,
      only,
    },
  ];
}

function childRows(row: TreeRow): readonly TreeRow[] | undefined {
  if (row.kind === 'group') {
    const { id, line: group } = row;
    return group.issues.map(line => ({ kind: 'issue', id: `${id} ${line.id}`, line, group }));
  }
  if (row.kind !== 'issue' || row.line.logs.length === 0) return undefined;
  const { id, line, group } = row;
  return line.logs.map(log => ({ kind: 'log', id: `${id} ${log.id}`, log, line, group }));
}

export type TimesheetText = ReturnType<typeof timesheetText>;

export function timesheetText(
  { style, dateFormat }: Pick<TimesheetSettings, 'style' | 'dateFormat'>,
  context: ReportContext,
) {
  /** '7h 30m'; '-' for nothing. */
  const time = (seconds: Seconds) => formatDuration(seconds, { ...context, style, zero: '-' });
  return {
    time,
    /** A mean, rounded to minutes; '-' for null. */
    mean(seconds: Seconds | null) {
      if (seconds === null) return '-';
      return time(style === 'seconds' ? Math.round(seconds) : Math.round(seconds / 60) * 60);
    },
    /** 'Mar 2, 2026 – Mar 8, 2026'. */
    range: ({ first, last }: DayRange) => formatDays(first, last, dateFormat ?? context.dateFormat),
  };
}

export function unknownAuthorsText({
  unknownAuthors,
}: Pick<TimesheetResult, 'unknownAuthors'>): readonly string[] {
  return unknownAuthors.length === 0 ? [] : [`No work logged by ${unknownAuthors.join(', ')}.`];
}
