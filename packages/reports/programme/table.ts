import { countOf } from '@tallyboard/core/measure/figures.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import type { ReportTable, TableColumn } from '@tallyboard/report-kit/table/report-table.ts';
import { keyOfRow } from '@tallyboard/report-kit/table/row-key.ts';
import {
  HOURS,
  ISSUES,
  POINTS,
  SIGNED_PERCENT,
  type Unit,
} from '@tallyboard/report-kit/table/units.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { Health } from './dependencies.ts';
import type { ProgrammeFigures, ProgrammeResult, ProgrammeRow } from './result.ts';
import type { ProgrammeSettings } from './settings.ts';
import { rowState } from './timeline/timeline-rows.ts';

/** A row, or the total. */
export type Line = ProgrammeFigures & Partial<ProgrammeRow>;
type Column = TableColumn<Line>;

export const measureUnit = ({ measure }: ProgrammeSettings, field: string | null): Unit => {
  if (measure === 'issues') return ISSUES;
  if (measure === 'time') return HOURS;
  return field === null || measure === 'points'
    ? POINTS
    : { ...POINTS, sign: field, suffix: ` (${field})` };
};

/** Percents on screen, shares from 0 to 1 in files. */
const SHARE: Unit = {
  suffix: '',
  name: 'share',
  scale: 100,
  text: value => (value === null ? '-' : formatPercent(value)),
};

/** A row of an issue stands for what is below it: its key is not that of a single issue. */
const keyKind = (kind: Line['kind'], rows: string) =>
  kind !== 'issue' ? (kind ?? 'query') : rows === 'epic' ? 'epic' : 'level';

export const HEALTH_WORDS: Readonly<Record<Health, string>> = {
  conflict: 'Conflict',
  risk: 'Risk',
  healthy: 'In time',
  undated: 'Without dates',
};

/** Heads of columns, which stand without the words 'Waits for'. */
const WAITS_HEAD: Readonly<Record<Health, string>> = {
  conflict: 'Waits: conflict',
  risk: 'Waits: risk',
  healthy: 'Waits: in time',
  undated: 'Waits: no date',
};

const inFile = (id: string): Pick<Column, 'file'> => ({ file: { header: id } });

/** Columns of one kind. */
function columnsIn(unit: Unit, context: Pick<ReportContext, 'dateFormat'>) {
  const day = (text: string | null | undefined) => {
    const parsed = text ? parseDay(text) : null;
    return parsed === null ? '-' : formatDay(parsed, context.dateFormat);
  };
  const figure = (
    id: 'total' | 'done' | 'added30' | 'removed30' | 'reestimated30',
    header: string,
    reason: string,
    more: Partial<Column> = {},
  ): Column => ({
    id,
    header,
    unit,
    figure: row => row[id],
    reason,
    ...inFile(id),
    ...more,
  });
  const date = (
    id: 'target' | 'date50' | 'date85' | 'start' | 'due',
    header: string,
    help: string,
    more: Partial<Column> = {},
  ): Column => ({
    id,
    header,
    help,
    value: row => (row.id === undefined ? undefined : day(row[id])),
    file: { header: id, value: row => row[id] ?? null },
    ...more,
  });
  const percent = (
    id: 'chance' | 'kept50' | 'kept85',
    header: string,
    help: string,
    more: Partial<Column> = {},
  ): Column => ({
    id,
    header,
    help,
    unit: { ...SIGNED_PERCENT, decimals: undefined },
    value: row => (row.id === undefined ? undefined : (row[id] ?? null)),
    ...inFile(id),
    ...more,
  });
  const waiting = (health: Health, more: Partial<Column>): Column => ({
    id: health,
    header: WAITS_HEAD[health],
    unit: ISSUES,
    figure: row => dependencyFigure(row, health),
    reason: REASONS[health],
    ...inFile(health),
    ...more,
  });
  return { figure, date, percent, waiting };
}
type Columns = ReturnType<typeof columnsIn>;

const amountColumns = ({ figure }: Columns, settings: ProgrammeSettings): readonly Column[] => [
  {
    id: 'key',
    header: ROWS_HEAD[settings.rows.startsWith('level:') ? 'level' : settings.rows] ?? 'Row',
    value: row => (row.kind === 'issue' ? `${row.key} ${row.name}` : row.name),
    file: { header: 'key', value: row => row.key ?? null },
  },
  { id: 'name', header: 'Name', only: 'file', value: row => row.name, ...inFile('name') },
  {
    id: 'status',
    header: 'Status',
    only: 'file',
    value: row => row.status,
    ...inFile('status'),
  },
  {
    id: 'progress',
    header: 'Progress',
    unit: SHARE,
    figure: row => row.progress?.part,
    value: row => row.progress && 100 * row.progress.share,
    percentOf: row => row.progress?.whole ?? row.count,
    reason: 'Done by the done rule.',
    bar: { tone: 'resolved', percent: value => value },
    ...inFile('progress'),
  },
  figure('done', 'Done', 'Done by the done rule.', { folds: 'phone' }),
  figure('total', 'Total', 'What makes the total.'),
  {
    id: 'unestimated',
    header: 'Not estimated',
    unit: ISSUES,
    figure: row => row.unestimated,
    reason: 'Has no estimate: the total may grow.',
    folds: settings.measure === 'issues' ? true : 'phone',
    ...(settings.measure === 'issues' && { only: 'file' as const }),
    ...inFile('unestimated'),
  },
  figure('added30', 'Added in 30 days', 'Came into the row in the last 30 days.', {
    folds: 'phone',
  }),
  figure('removed30', 'Removed in 30 days', 'Left the row in the last 30 days.', {
    folds: 'phone',
  }),
  figure('reestimated30', 'Re-estimated in 30 days', 'Its estimate changed in the last 30 days.', {
    folds: true,
    ...(settings.measure === 'issues' && { only: 'file' as const }),
  }),
];

const dateColumns = ({ date, percent }: Columns): readonly Column[] => [
  date(
    'target',
    'Target',
    'The release day of a version; the due date of an issue, else its Target end.',
  ),
  date('date50', '50% date', 'Half of the simulations are over by then: it is as likely as not.', {
    folds: 'phone',
  }),
  date(
    'date85',
    '85% date',
    '85 of 100 simulations at the pace of the team are over by then. How often such dates were kept is below the timeline.',
  ),
  percent('kept50', 'Kept (50%)', 'How many earlier ones were over by their 50% date.', {
    only: 'file',
  }),
  percent(
    'kept85',
    '85% dates kept',
    'How many earlier ones were over by such a date; unknown below 20 of them.',
    { folds: true },
  ),
  {
    id: 'keptOf',
    header: 'Kept of',
    only: 'file',
    unit: ISSUES,
    value: row => row.keptOf ?? null,
    ...inFile('keptOf'),
  },
  percent('chance', 'Chance by target', 'How many of 100 simulations are over by the target.'),
  {
    id: 'fever',
    header: 'Buffer used',
    help: 'The part of the time between the first 50% date and the target that is used up.',
    unit: SHARE,
    value: row => (row.id === undefined ? undefined : row.fever ? 100 * row.fever.used : null),
    tip: row => row.noFever ?? undefined,
    folds: 'phone',
    ...inFile('fever'),
  },
  {
    id: 'feverState',
    header: 'Fever',
    only: 'file',
    value: row => row.fever?.state ?? null,
    ...inFile('feverState'),
  },
  {
    id: 'state',
    header: 'State',
    only: 'file',
    value: row => rowState(row)?.text ?? null,
    ...inFile('state'),
  },
];

const otherColumns = (
  { waiting, date }: Columns,
  settings: ProgrammeSettings,
): readonly Column[] => [
  waiting('conflict', { bad: true, folds: 'phone' }),
  waiting('risk', { folds: true }),
  waiting('healthy', { only: 'file' }),
  waiting('undated', { folds: true }),
  {
    id: 'blocked',
    header: 'Oldest blocked',
    value: row => (row.id === undefined ? undefined : blockedText(row)),
    file: { header: 'blocked', value: row => row.blocked?.key ?? null },
    namesIssue: true,
    folds: 'phone',
  },
  {
    id: 'leftOut',
    header: 'Left out',
    help: 'Issues below the row that are not of the query.',
    unit: ISSUES,
    figure: row => row.leftOut,
    reason: 'Below the row, but not of the query: not counted.',
    ...(settings.scope === 'query' ? { folds: true } : { only: 'file' as const }),
    ...inFile('leftOut'),
  },
  date('start', 'Started', 'The first start of one of its issues.', { only: 'file' }),
  date('due', 'Latest due', 'The latest due date of its issues.', { only: 'file' }),
];

export function programmeTable(
  { rows, all, field, measure }: ProgrammeResult,
  chosen: ProgrammeSettings,
  context: Pick<ReportContext, 'dateFormat'>,
): ReportTable<Line> {
  const settings = { ...chosen, measure };
  const columns = columnsIn(measureUnit(settings, field), context);
  return {
    columns: [
      ...amountColumns(columns, settings),
      ...dateColumns(columns),
      ...otherColumns(columns, settings),
    ],
    first: ['key', 'fever', 'progress', 'target', 'date50', 'date85', 'chance'],
    rows,
    rowId: row => row.id ?? '',
    rowKey: ({ kind, id = '' }) => keyOfRow(keyKind(kind, settings.rows), id),
    nameOf: row => (row.kind === 'issue' ? (row.key ?? '') : (row.name ?? '')),
    total: { label: 'Total', row: all },
  };
}

const ROWS_HEAD: Readonly<Record<string, string>> = {
  epic: 'Epic',
  level: 'Issue',
  version: 'Version',
  'board-set': 'Board or query',
  query: 'Query',
};

const REASONS: Readonly<Record<Health, string>> = {
  conflict: 'Waits for an issue outside of the row that is due later.',
  risk: 'Waits for an issue outside of the row that is due on the same day.',
  healthy: 'Waits for an issue outside of the row that is due before it.',
  undated: 'Waits for an issue outside of the row, and one of the two has no date.',
};

function dependencyFigure({ dependencies }: Line, wanted: Health): Figure | undefined {
  if (dependencies === undefined) return undefined;
  const rows = dependencies.flatMap(({ row, health }) => (health === wanted ? row : []));
  return countOf(Uint32Array.from(new Set(rows)).sort());
}

function blockedText({ blocked }: Line): string {
  if (!blocked) return '-';
  const { key, days } = blocked;
  return days === null ? key : `${key}, ${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;
}
