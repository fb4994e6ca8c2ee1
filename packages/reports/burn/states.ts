import type { BurnStep } from '@tallyboard/core/history/burn-steps.ts';
import type { Scope } from '@tallyboard/core/history/scope.ts';
import type { ScopeChange, ScopeReason } from '@tallyboard/core/history/scope-replay.ts';
import {
  COMPLETED,
  completedAt,
  isFirst,
  isLast,
  OPEN,
  OUT_OF_SCOPE,
  type ScopeStates,
  scopeAt,
} from '@tallyboard/core/history/scope-states.ts';
import { statisticOf, sumOfEntries } from '@tallyboard/core/measure/figures.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { endOfDay, localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import { movedBy } from '@tallyboard/report-kit/families/sprint-scope/sprint-report.ts';

/** Any point of a chart finds its issues in them. */
export type BurnStates = Omit<ScopeStates, 'assignee'>;

export type BurnMeasure = 'scope' | 'completed' | 'remaining';

export type BurnTotals = Readonly<ReturnType<typeof totalsOf>>;

export function statesOf({ states: { row, at, estimate, kind } }: Scope): BurnStates {
  return { row, at, estimate, kind };
}

/** Returns a measure at an instant with its issues; unestimated ones count 0. */
export function figureAt(states: BurnStates, at: Instant, measure: BurnMeasure): Figure {
  const entries: [row: number, part: number][] = [];
  const { row, kind, estimate } = states;
  for (let index = 0; index < row.length; index++) {
    if ((states.at[index] ?? 0) > at) continue;
    const later = row[index + 1] === row[index] && (states.at[index + 1] ?? 0) <= at;
    if (later || !counts(kind[index] ?? OUT_OF_SCOPE, measure)) continue;
    entries.push([row[index] ?? 0, estimate[index] ?? 0]);
  }
  return sumOfEntries(entries);
}

function counts(kind: number, measure: BurnMeasure): boolean {
  if (measure === 'scope') return kind !== OUT_OF_SCOPE;
  return kind === (measure === 'completed' ? COMPLETED : OPEN);
}

/** Returns the totals of a scope: committed + added + re-estimated - removed = scope = completed + remaining. */
export function totalsOf({ states, changes }: Scope) {
  const { row, kind, estimate } = states;
  const estimatesOf = (
    isCounted: (states: ScopeStates, index: number) => boolean,
    measure: BurnMeasure,
  ) => {
    const rows = new Uint32Array(row.length);
    const parts = new Float64Array(row.length);
    let length = 0;
    for (let index = 0; index < row.length; index++) {
      if (!isCounted(states, index) || !counts(kind[index]!, measure)) continue;
      rows[length] = row[index]!;
      parts[length++] = estimate[index]!;
    }
    return statisticOf('sum', rows.slice(0, length), parts.slice(0, length));
  };
  const amountsOf = (isCounted: (reason: ScopeReason) => boolean, sign = 1) => {
    const sums = new Map<number, number>();
    for (const { row, reason, amount } of changes)
      if (isCounted(reason)) sums.set(row, (sums.get(row) ?? 0) + sign * amount);
    return sumOfEntries([...sums].sort(([a], [b]) => a - b));
  };
  return {
    /** Scope at the start. */
    committed: estimatesOf(isFirst, 'scope'),
    added: amountsOf(reason => reason !== 'removed' && reason !== 're-estimated'),
    reEstimated: amountsOf(reason => reason === 're-estimated'),
    removed: amountsOf(reason => reason === 'removed', -1),
    scope: estimatesOf(isLast, 'scope'),
    completed: estimatesOf(isLast, 'completed'),
    remaining: estimatesOf(isLast, 'remaining'),
  };
}

/** The end of a day; of the last day, the end of the chart or now. */
export interface DayEnd {
  /** The local day of the viewer. */
  readonly day: number;
  readonly at: Instant;
  readonly scope: number;
  readonly completed: number;
  /** Changes on the day. */
  readonly scopeChange: number;
  readonly completedChange: number;
  /** Null in large charts, where `figureAt` finds the issues. */
  readonly figures: Readonly<Record<BurnMeasure, Figure>> | null;
}

const MAX_DAYS = 2000;

/** Limit of states times days up to which figures are kept, so that links can open them. */
const MAX_CELLS = 20_000;

/** Returns the last 2,000 days of the interval at most. */
export function dayEndsOf(
  points: readonly BurnStep[],
  states: BurnStates,
  { from, to: until }: Interval,
  zone: string,
): readonly DayEnd[] {
  const ends: DayEnd[] = [];
  let index = 0;
  let before = points[0];
  // The scope at the start is no change of the first day.
  let last: BurnStep = { at: from, scope: before?.scope ?? 0, completed: before?.completed ?? 0 };
  const days = localDay(until, zone) - localDay(from, zone) + 1;
  const hasFigures = days * states.row.length <= MAX_CELLS;
  const firstDay = Math.max(localDay(from, zone), localDay(until, zone) - MAX_DAYS);
  for (let day = firstDay; startOfDay(day, zone) <= until; day++) {
    const at = Math.min(endOfDay(day, zone) - 1, until);
    while (index < points.length && (points[index]?.at ?? 0) <= at) before = points[index++];
    const now = before ?? last;
    ends.push({
      day,
      at,
      scope: now.scope,
      completed: now.completed,
      scopeChange: now.scope - last.scope,
      completedChange: now.completed - last.completed,
      figures: hasFigures
        ? {
            scope: figureAt(states, at, 'scope'),
            completed: figureAt(states, at, 'completed'),
            remaining: figureAt(states, at, 'remaining'),
          }
        : null,
    });
    last = now;
  }
  return ends;
}

/** A change of the remaining work. */
export interface BurnEvent {
  readonly at: Instant;
  readonly row: number;
  readonly key: string;
  readonly summary: string;
  readonly event: ScopeReason | 'completed';
  /** Null if the history names nobody. */
  readonly by: string | null;
  /** Change of the remaining work. */
  readonly change: number;
  /** After the event. */
  readonly scope: number;
  readonly completed: number;
}

const MAX_EVENTS = 2000;

/** The changes of the remaining work after the start, in order of time: the last 2,000, and the number of all. */
export function eventsOf({ issues }: Dataset, scope: Scope) {
  const { states } = scope;
  const now = { scope: 0, completed: 0 };
  const changed: number[] = [];
  for (let index = 0; index < states.row.length; index++) {
    if (isFirst(states, index)) {
      now.scope += scopeAt(states, index);
      now.completed += completedAt(states, index);
    } else if (scopeStep(states, index) !== 0 || completedStep(states, index) !== 0)
      changed.push(index);
  }
  const rowOf = (index: number) => states.row[index]!;
  const instantOf = (index: number) => states.at[index]!;
  changed.sort((a, b) => instantOf(a) - instantOf(b) || rowOf(a) - rowOf(b));
  const work = changed.map(index => {
    now.scope += scopeStep(states, index);
    now.completed += completedStep(states, index);
    return { index, ...now };
  });
  const remaining = work.filter(
    ({ index }) => scopeStep(states, index) !== completedStep(states, index),
  );
  const scopedAt = changeFinder(scope.changes);
  const last = remaining.slice(-MAX_EVENTS).map(({ index, ...after }): BurnEvent => {
    const row = rowOf(index);
    const at = instantOf(index);
    const change = scopeStep(states, index) - completedStep(states, index);
    const issue = issues[row]!;
    const { key, summary } = issue;
    const scoped = scopedAt(row, at);
    const event = scoped?.reason ?? (change < 0 ? 'completed' : 'reopened');
    const by = scoped ? (scoped.by?.name ?? null) : movedBy(issue.changes, at);
    return { at, row, key, summary, event, by, change, ...after };
  });
  return { count: remaining.length, last };
}

const scopeStep = (states: ScopeStates, index: number) =>
  scopeAt(states, index) - scopeAt(states, index - 1);

const completedStep = (states: ScopeStates, index: number) =>
  completedAt(states, index) - completedAt(states, index - 1);

/** Finds the scope change of an issue at an instant; asked for in their order: by instant, then by row. */
function changeFinder(changes: Scope['changes']) {
  let next = 0;
  return (row: number, at: Instant): ScopeChange | undefined => {
    for (; next < changes.length; next++) {
      const change = changes[next]!;
      if (change.at > at || (change.at === at && change.row >= row))
        return change.at === at && change.row === row ? change : undefined;
    }
    return undefined;
  };
}
