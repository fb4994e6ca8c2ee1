/** The cells that the views of a lake have in common with reports, computed by the reports. */
import { UNKNOWN_STATUS_NAME } from '@tallyboard/core/history/spans.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { fullJson } from '@tallyboard/engine/ask/answer.ts';
import { answerQuestion, type ReportSource } from '@tallyboard/engine/ask/answer-report.ts';
import { readGiven } from '@tallyboard/engine/ask/given-settings.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';

/** A row of a view as an engine gives it: days as '2026-03-31'. */
export type ViewRow = Readonly<Record<string, unknown>>;
type Cells = ReadonlyMap<string, readonly (number | null)[]>;

export interface ExpectedView {
  readonly view: string;
  readonly report: string;
  /** Null for a row that the report does not have. */
  readonly key: (row: ViewRow) => string | null;
  readonly values: readonly string[];
  readonly cells: Cells;
  /** Rows of a key are added up. */
  readonly isSum?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: results of all reports
type Result = any;
type Ask = (report: string, settings: object) => Promise<Result>;

export interface Asked {
  readonly source: ReportSource;
  readonly now: Instant;
  readonly zone: ZoneId;
}

export async function expectedViews(asked: Asked): Promise<readonly ExpectedView[]> {
  const ask: Ask = async (id, settings) => {
    const report = await findReport(id);
    if (!report) throw new Error(`There is no report ${id}.`);
    const given = readGiven(report, settings);
    if (given.problems.length > 0) throw new Error(JSON.stringify(given.problems));
    const jql = 'created <= now() ORDER BY created, key';
    const question = { report, scope: { jql }, settings: given, asOf: null, timeZone: asked.zone };
    const answer = await answerQuestion(async () => asked.source, question, { now: asked.now });
    return JSON.parse(JSON.stringify(fullJson(answer))).result;
  };
  const today = localDay(asked.now, asked.zone);
  const views: ExpectedView[] = [];
  for (const cells of [byDay, byMonth, byStatus, bySprint, byPerson, byField, byIssue, bySla])
    views.push(...(await cells(ask, today)));
  return views;
}

const byCategories = (row: ViewRow) => row.workflow === 'categories';
const cellsOf = (
  rows: readonly Result[],
  of: (row: Result) => readonly [string, (number | null)[]],
) => new Map(rows.map(of));
const ms = (seconds: number | null) => (seconds === null ? null : seconds * 1000);

async function byDay(ask: Ask, today: number): Promise<ExpectedView[]> {
  const throughput = await ask('throughput', { timeUnit: 'day', lastDays: 730 });
  const flow = await ask('cumulative-flow', { lastDays: 730 });
  const from = dayText(today - 729);
  const range = { timeUnit: 'day', chartStartDate: from, chartEndDate: dayText(today) };
  const created = await ask('created-resolved', range);
  const shown = (row: ViewRow) => String(row.day) >= from;
  return [
    {
      view: 'throughput',
      report: 'throughput',
      key: row => (byCategories(row) && shown(row) ? String(row.day) : null),
      values: ['started', 'finished', 'wip'],
      cells: cellsOf(throughput.rows, ({ id, started, finished, wip }) => [
        id,
        [started.value, finished.value, wip.value],
      ]),
    },
    {
      view: 'cumulative_flow',
      report: 'cumulative-flow',
      key: row => (byCategories(row) && shown(row) ? `${row.day} ${row.column_position}` : null),
      values: ['present', 'reached'],
      cells: new Map(
        flow.days.flatMap(({ day, present, reached }: Result) =>
          present.map((value: number, at: number) => [`${day} ${at}`, [value, reached[at]]]),
        ),
      ),
    },
    {
      view: 'created_resolved',
      report: 'created-resolved',
      key: row => (shown(row) ? String(row.day) : null),
      values: ['created_issues', 'resolved_issues'],
      cells: cellsOf(created.rows, row => [row.id, [row.created.value, row.resolved.value]]),
    },
  ];
}

async function byMonth(ask: Ask, today: number): Promise<ExpectedView[]> {
  const month = (row: ViewRow) => String(row.month).slice(0, 7);
  const flowKey = (row: ViewRow) => (byCategories(row) ? month(row) : null);
  const days = await ask('cycle-time', { lastDays: 0, period: 'month', unit: 'days' });
  const elapsed = await ask('cycle-time', { lastDays: 0, period: 'month', unit: 'elapsed' });
  const resolution = await ask('resolution-time', {
    timeUnit: 'month',
    chartStartDate: '2000-01-01',
    chartEndDate: dayText(today),
  });
  const some = ({ count }: Result) => count.value > 0;
  return [
    {
      view: 'cycle_time',
      report: 'cycle-time',
      key: flowKey,
      values: ['finished', 'mean_days', 'days_50', 'days_70', 'days_85', 'days_95', 'days_max'],
      cells: cellsOf(days.trend.filter(some), ({ id, count, own }) => [
        id.slice(0, 7),
        [
          count.value,
          own.mean.value,
          own.percentile50.value,
          own.percentile70.value,
          own.percentile85.value,
          own.percentile95.value,
          own.max.value,
        ],
      ]),
    },
    {
      view: 'cycle_time',
      report: 'cycle-time in elapsed time',
      key: flowKey,
      values: ['mean_ms', 'ms_50', 'ms_85'],
      cells: cellsOf(elapsed.trend.filter(some), ({ id, own }) => [
        id.slice(0, 7),
        [ms(own.mean.value), ms(own.percentile50.value), ms(own.percentile85.value)],
      ]),
    },
    {
      view: 'resolution_time',
      report: 'resolution-time',
      key: month,
      values: ['issues', 'mean_ms', 'median_ms', 'ms_85'],
      cells: cellsOf(
        resolution.rows.filter(({ n }: Result) => n.value > 0),
        ({ id, n, mean, median, percentile85 }) => [
          id,
          [n.value, ms(mean.value), ms(median), ms(percentile85)],
        ],
      ),
    },
  ];
}

async function byStatus(ask: Ask): Promise<ExpectedView[]> {
  const cells = async (settings: object) =>
    cellsOf((await ask('time-in-status', { statusBy: 'status', ...settings })).columns, column => {
      const { figure, measures } = column.all;
      const one = figure.value;
      const all = measures ?? { average: one, total: one, median: one, percentile85: one };
      return [
        column.id === 'not-defined' ? UNKNOWN_STATUS_NAME : column.label,
        [
          figure.issues.length,
          ms(all.total),
          ms(all.average),
          ms(all.median),
          ms(all.percentile85),
        ],
      ];
    });
  const key = (row: ViewRow) => String(row.status);
  return [
    {
      view: 'time_in_status',
      report: 'time-in-status',
      key,
      values: ['issues', 'total_ms', 'average_ms', 'median_ms', 'ms_85'],
      cells: await cells({}),
    },
    {
      view: 'time_in_status',
      report: 'time-in-status in working time',
      key,
      values: [
        'issues',
        'total_working_ms',
        'average_working_ms',
        'median_working_ms',
        'working_ms_85',
      ],
      cells: await cells({ useCalendar: true }),
    },
  ];
}

const UNITS = { issues: 'count', points: 'points', seconds: 'time' } as const;
/** Burn charts of single sprints: each is a report of its own. */
const BURNS = 2;

async function bySprint(ask: Ask): Promise<ExpectedView[]> {
  const views: ExpectedView[] = [];
  for (const [unit, estimation] of Object.entries(UNITS)) {
    const settings = { boardId: 0, sprintCount: 1000, includeActive: true, estimation };
    const { periodKind, periods } = await ask('velocity', settings);
    if (periodKind !== 'sprint') continue;
    views.push({
      view: 'velocity',
      report: `velocity in ${unit}`,
      key: row => (row.unit === unit ? String(row.sprint_id) : null),
      values: ['committed', 'added', 'removed', 're_estimated', 'scope', 'completed'],
      cells: cellsOf(periods, ({ id, measures }) => [
        String(id),
        [
          measures.committed.value,
          measures.added.value,
          measures.removed.value,
          measures.reEstimated.value,
          measures.scope.value,
          measures.completed.value,
        ],
      ]),
    });
    if (unit === 'seconds') continue;
    for (const { id } of periods.slice(-BURNS)) {
      const { chart } = await ask('burn', { boardId: 0, sprintId: Number(id), estimation });
      if (!chart || chart.dayEnds.every((end: Result) => end.scope === 0)) continue;
      views.push({
        view: 'burn',
        report: `burn of sprint ${id} in ${unit}`,
        key: row =>
          row.unit === unit && String(row.sprint_id) === String(id) ? String(row.day) : null,
        values: ['scope', 'completed', 'remaining'],
        cells: cellsOf(chart.dayEnds, ({ day, scope, completed }) => [
          dayText(day),
          [scope, completed, scope - completed],
        ]),
      });
    }
  }
  return views;
}

async function byPerson(ask: Ask, today: number): Promise<ExpectedView[]> {
  const { rows } = await ask('timesheet', { daySpan: 366, endDate: dayText(today) });
  const first = dayText(today - 365);
  const last = dayText(today);
  const author = (id: unknown) => (id === null || id === undefined ? '' : String(id));
  return [
    {
      view: 'timesheet',
      report: 'timesheet',
      key: row => {
        const day = String(row.day);
        return day >= first && day <= last ? `${author(row.author_id)} ${day}` : null;
      },
      values: ['seconds'],
      cells: new Map(
        rows.flatMap(({ id, cells }: Result) =>
          cells.map((cell: Result) => [`${author(id)} ${cell.id}`, [cell.figure.value]]),
        ),
      ),
    },
  ];
}

const FIELDS = {
  assignee: 'assignee',
  type: 'issue-type',
  priority: 'priority',
  status: 'status',
  project: 'project',
  component: 'component',
  label: 'label',
  version: 'fix-version',
} as const;

async function byField(ask: Ask): Promise<ExpectedView[]> {
  const views: ExpectedView[] = [];
  for (const [field, groupBy] of Object.entries(FIELDS)) {
    const { rows } = await ask('breakdown', { groupBy });
    views.push({
      view: 'breakdown',
      report: `breakdown by ${field}`,
      key: row => (row.field === field ? String(row.value_id ?? row.value ?? '') : null),
      values: ['issues', 'resolved', 'overdue', 'to_do', 'in_progress', 'done_issues'],
      cells: cellsOf(rows, ({ id, count, resolved, overdue, categories }) => [
        id,
        [
          count.value,
          resolved.value,
          overdue.value,
          categories['to-do'].value,
          categories['in-progress'].value,
          categories.done.value,
        ],
      ]),
    });
  }
  return views;
}

async function byIssue(ask: Ask): Promise<ExpectedView[]> {
  const { issues } = await ask('wip-age', {});
  return [
    {
      view: 'wip_age',
      report: 'wip-age',
      key: row => (byCategories(row) ? String(row.issue_key) : null),
      values: ['age_days'],
      cells: cellsOf(issues, ({ key, value }) => [key, [value]]),
    },
  ];
}

/** Cycles of the last year: the demo has no older ones. */
async function bySla(ask: Ask): Promise<ExpectedView[]> {
  const { rows } = await ask('sla', { cycles: 'any', lastDays: 366 });
  return [
    {
      view: 'sla',
      report: 'sla',
      key: row => String(row.sla),
      values: ['stopped', 'met', 'breached', 'unknown', 'running', 'breached_now', 'paused'],
      isSum: true,
      cells: cellsOf(rows, ({ label, breachedNow, ...row }) => [
        label,
        [
          ...[row.stopped, row.met, row.breached, row.unknown, row.running],
          ...[breachedNow, row.paused],
        ].map(({ value }) => value),
      ]),
    },
  ];
}

/** What differs, one line each; sums of fractions may differ in their last digits. */
export function differences(
  { view, report, key, values, cells, isSum = false }: ExpectedView,
  rows: readonly ViewRow[],
) {
  const found = new Map<string, readonly (number | null)[]>();
  const wrong: string[] = [];
  for (const row of rows) {
    const id = key(row);
    if (id === null) continue;
    const before = found.get(id);
    if (before && !isSum) wrong.push(`${view} has ${id} twice`);
    const own = values.map(name =>
      row[name] === null || row[name] === undefined ? null : Number(row[name]),
    );
    found.set(id, before && isSum ? own.map((value, at) => (value ?? 0) + (before[at] ?? 0)) : own);
  }
  const zero = values.map(() => 0);
  for (const id of new Set([...cells.keys(), ...found.keys()])) {
    // A report shows days before the first issue, and leaves out what is all zero.
    const [right, own] = [cells.get(id) ?? zero, found.get(id) ?? zero];
    if (!right.every((value, at) => isEqual(value, own[at] ?? null)))
      wrong.push(`${report} ${id}: ${values.join()} is ${right}, ${view} has ${own}`);
  }
  return wrong;
}

const isEqual = (a: number | null, b: number | null): boolean =>
  a === b ||
  (a !== null && b !== null && Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)));
