/** The replay of one issue in a scope; scope.ts has the definitions. */

import type { Estimator } from '../measure/estimate.ts';
import { type DoneRule, doneSteps, isDoneAt } from '../measure/resolution.ts';
import type { Change } from '../model/change.ts';
import type { Issue } from '../model/issue.ts';
import type { User } from '../model/user.ts';
import type { Interval } from '../time/interval.ts';
import type { Instant } from '../time/units.ts';
import { COMPLETED, OPEN, OUT_OF_SCOPE, type ScopeKind, type StateList } from './scope-states.ts';
import type { SprintHistory } from './sprint-history.ts';
import { type Assignee, assigneeAt, assigneeTimeline } from './timeline.ts';

export interface ScopeSettings {
  readonly estimator: Estimator;
  readonly done: DoneRule;
  readonly sprints: SprintHistory;
}

/** Why the scope changed. 'started' is the start of a later one of several sprints. All but the last two add. */
export type ScopeReason = 'added' | 'created' | 'reopened' | 'started' | 'removed' | 're-estimated';

/** A change of scope after the start. */
export interface ScopeChange {
  readonly at: Instant;
  /** Position in `dataset.issues`. */
  readonly row: number;
  readonly reason: ScopeReason;
  readonly by: User | null;
  /** Estimates in the estimator's unit; null if unestimated or outside the scope. */
  readonly before: number | null;
  readonly after: number | null;
  /** Negative for a removal. */
  readonly amount: number;
}

/** Whether an issue is in the sprint or filter from `at` on. */
export interface Membership {
  readonly at: Instant;
  readonly inside: boolean;
  readonly by: Change | null;
  /** A later sprint started; the issue did not change. */
  readonly started?: boolean;
}

interface Facts {
  readonly inside: boolean;
  readonly done: boolean;
  readonly estimate: number | null;
  readonly assignee: Assignee | null;
  /** The membership in force. */
  readonly member: Membership | null;
  readonly estimatedBy: User | null;
}

/** The facts of an issue in a window: at an instant, and the instants after the start at which any of them changes. */
interface FactTimeline {
  at(t: Instant): Facts;
  readonly instants: readonly Instant[];
}

/** True if nothing about the issue changed within the window after its start, so that no replay is needed. */
export function isQuiet(issue: Issue, { from, to }: Interval): boolean {
  const falls = (at: Instant | null) => at !== null && at > from && at <= to;
  if (issue.created > from || falls(issue.resolved) || falls(issue.statusCategoryChanged))
    return false;
  return !(issue.hasChangeWithin?.({ from, to }) ?? issue.changes.some(({ at }) => falls(at)));
}

/** Adds the one state of a quiet issue that is inside. */
export function addQuietIssue(
  issue: Issue,
  row: number,
  start: Instant,
  { estimator, done }: ScopeSettings,
  excludesDone: boolean,
  replayed: Replayed,
): void {
  const isDone = isDoneAt(issue, start, done);
  const kind = kindOf(!(excludesDone && isDone), isDone);
  const estimate = estimator.at(issue, start);
  replayed.states.add(row, start, kind, estimate, assigneeAt(issue, start));
  if (estimate === null) replayed.unestimated.push(row);
}

export function recordedFacts(
  issue: Issue,
  { from, to }: Interval,
  settings: ScopeSettings,
  membership: readonly Membership[],
): FactTimeline {
  const estimates = settings.estimator.timeline(issue);
  const dones = doneSteps(issue, settings.done);
  const assignees = assigneeTimeline(issue);
  const instants = new Set<Instant>();
  const add = (at: Instant) => {
    if (at > from && at <= to) instants.add(at);
  };
  add(issue.created);
  for (const step of membership) add(step.at);
  for (const step of estimates) if (step.change) add(step.from);
  for (const step of dones) add(step.at);
  for (const step of assignees) add(step.from);
  return {
    instants: [...instants].sort((a, b) => a - b),
    at(t) {
      let member: Membership | null = null;
      for (const step of membership) if (step.at <= t) member = step;
      let done = false;
      for (const step of dones) if (step.at <= t) done = step.done;
      let estimate = estimates[0];
      for (const step of estimates) if (step.from <= t) estimate = step;
      let assignee = assignees[0];
      for (const step of assignees) if (step.from <= t) assignee = step;
      return {
        inside: issue.created <= t && member?.inside === true,
        done,
        estimate: estimate?.value ?? null,
        assignee: assignee?.value ?? null,
        member,
        estimatedBy: estimate?.change?.author ?? null,
      };
    },
  };
}

/** The issues of a scope in the course of their replay. */
export interface Replayed {
  readonly states: StateList;
  /** Rows without an estimate at the end. */
  readonly unestimated: number[];
  readonly changes: ScopeChange[];
}

/** Adds an issue unless it was never inside. Facts that change at one instant change together. */
export function replayIssue(
  issue: Issue,
  row: number,
  start: Instant,
  timeline: FactTimeline,
  excludesDone: boolean,
  { states, unestimated, changes }: Replayed,
): void {
  const first = states.length;
  let now = timeline.at(start);
  // Done since before the start: inside without being in the scope.
  let isExcluded = excludesDone && now.done;
  let inScope = now.inside && !isExcluded;
  let everInside = now.inside;
  const add = (at: Instant) =>
    states.add(row, at, kindOf(inScope, now.done), now.estimate, now.assignee);
  add(start);
  for (const at of timeline.instants) {
    const before = now;
    const wasInScope = inScope;
    now = timeline.at(at);
    if (!now.done) isExcluded = false;
    else if (excludesDone && now.member?.at === at && now.member.started) isExcluded = true;
    inScope = now.inside && !isExcluded;
    everInside ||= now.inside;
    const change = scopeChange(issue, at, wasInScope ? before : null, inScope ? now : null, now);
    if (change) changes.push({ at, row, ...change });
    add(at);
  }
  if (!everInside) states.truncate(first);
  else if (now.estimate === null) unestimated.push(row);
}

const kindOf = (inScope: boolean, done: boolean): ScopeKind =>
  inScope ? (done ? COMPLETED : OPEN) : OUT_OF_SCOPE;

/** The change from one state to the next; facts outside the scope are null. */
function scopeChange(
  issue: Issue,
  at: Instant,
  last: Facts | null,
  next: Facts | null,
  { member, estimatedBy }: Facts,
): Omit<ScopeChange, 'at' | 'row'> | null {
  if (!last && !next) return null;
  const before = last?.estimate ?? null;
  const after = next?.estimate ?? null;
  const amount = (after ?? 0) - (before ?? 0);
  if (last && next)
    return before === after
      ? null
      : { reason: 're-estimated', by: estimatedBy, before, after, amount };
  const moved = member?.by?.at === at ? member.by : null;
  const author = moved?.author ?? issue.changes.find(change => change.at === at)?.author ?? null;
  if (last) return { reason: 'removed', by: author, before, after, amount };
  if (moved) return { reason: 'added', by: moved.author, before, after, amount };
  if (member?.at === at && member.started)
    return { reason: 'started', by: null, before, after, amount };
  if (at === issue.created) return { reason: 'created', by: issue.creator, before, after, amount };
  return { reason: 'reopened', by: author, before, after, amount };
}
