/**
 * The scope of a sprint, or of a filter, replayed from history: what was committed, what came and went, what was
 * completed, and what remained at each instant. Burn charts and velocity stand on this one replay, so that they can
 * never disagree. Definitions: those of Jira's velocity chart, written out in "Sprint scope, velocity".
 *
 *     committed + added + re-estimated - removed = final scope
 *     remaining at the end = final scope - completed
 *
 * An issue that was done when the sprint started is in the sprint without being in its scope. Reopened inside, it
 * enters the scope as added, and when finished again it is completed like any other.
 */

import type { Estimator } from '../measure/estimate.ts';
import { type DoneRule, doneSteps } from '../measure/resolution.ts';
import type { Change } from '../model/change.ts';
import type { Dataset } from '../model/dataset.ts';
import type { FieldId, SprintId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import type { Sprint } from '../model/sprint.ts';
import type { User } from '../model/user.ts';
import type { Interval } from '../time/interval.ts';
import type { Instant } from '../time/units.ts';
import { type Assignee, assigneeTimeline, sprintTimeline } from './timeline.ts';

/** Why the scope changed. The first three add, the fourth removes. */
export type ScopeReason = 'added' | 'created' | 'reopened' | 'removed' | 're-estimated';

/** One change of scope after the start: who, when, which issue, and by how much. */
export interface ScopeChange {
  readonly at: Instant;
  /** Position in `dataset.issues`. */
  readonly row: number;
  readonly reason: ScopeReason;
  readonly by: User | null;
  /** Estimate before and after, in the estimator's unit; null when unestimated, or outside the scope. */
  readonly before: number | null;
  readonly after: number | null;
  /** What it adds to the scope; negative when it takes away. */
  readonly amount: number;
}

/** What one issue was at one instant, from `at` on. */
export interface ScopeState {
  readonly at: Instant;
  readonly inScope: boolean;
  readonly done: boolean;
  readonly estimate: number;
  readonly assignee: Assignee | null;
}

/** One issue's part in a scope. Numbers are in the estimator's unit. */
export interface IssueScope {
  readonly row: number;
  readonly committed: number;
  readonly added: number;
  readonly removed: number;
  readonly reEstimated: number;
  readonly final: number;
  readonly completed: number;
  /** At the start it was in scope (which an unestimated issue is, with 0). */
  readonly wasCommitted: boolean;
  readonly isFinal: boolean;
  readonly isCompleted: boolean;
  readonly unestimated: boolean;
  /** Whom the commitment belongs to: the assignee at the start, or when the issue entered. */
  readonly committedTo: Assignee | null;
  /** The assignee when it was completed for good. */
  readonly completedBy: Assignee | null;
  /** From the start of the window on, at least one. */
  readonly states: readonly ScopeState[];
}

export interface Scope {
  readonly window: Interval;
  readonly issues: readonly IssueScope[];
  /** In order of time. */
  readonly changes: readonly ScopeChange[];
}

/**
 * Returns the time that a sprint really ran: from its start to its close, an active one up to `asOf` even past its
 * planned end. Null for a sprint that has not started by `asOf`, or whose start nobody recorded.
 */
export function sprintWindow(sprint: Sprint, asOf: Instant): Interval | null {
  if (sprint.state === 'future' || sprint.start === null || sprint.start > asOf) return null;
  const closed = sprint.state === 'closed' ? (sprint.complete ?? sprint.end) : null;
  return { start: sprint.start, end: Math.max(sprint.start, Math.min(closed ?? asOf, asOf)) };
}

export interface ScopeSettings {
  readonly estimator: Estimator;
  readonly done: DoneRule;
  /** One of several sprint fields; null for the host's own. */
  readonly sprintField: FieldId | null;
}

/** Returns, for each sprint, the rows of the issues that are or ever were in it. One pass over the dataset. */
export function rowsBySprint(
  dataset: Dataset,
  sprintField: FieldId | null = null,
): ReadonlyMap<SprintId, readonly number[]> {
  const rows = new Map<SprintId, number[]>();
  const add = (id: SprintId, row: number) => {
    const list = rows.get(id);
    if (!list) rows.set(id, [row]);
    else if (list.at(-1) !== row) list.push(row);
  };
  dataset.issues.forEach((issue, row) => {
    const ids = new Set<SprintId>();
    for (const step of sprintTimeline(issue, sprintField)) for (const id of step.value) ids.add(id);
    // The field of today is believed besides the log: a log that was cut short misses the last move.
    if (sprintField === null) for (const sprint of issue.sprints) ids.add(sprint.id);
    for (const id of ids) add(id, row);
  });
  return rows;
}

/** Returns the replayed scope of a sprint over its window. `rows` are the candidates, from rowsBySprint. */
export function sprintScope(
  dataset: Dataset,
  rows: readonly number[],
  sprintId: SprintId,
  window: Interval,
  settings: ScopeSettings,
): Scope {
  return replayAll(dataset, rows, window, settings, true, issue =>
    sprintTimeline(issue, settings.sprintField).map(step => ({
      at: step.change ? step.from : Number.NEGATIVE_INFINITY,
      inside: step.value.includes(sprintId),
      by: step.change,
    })),
  );
}

/**
 * Returns the replayed scope of a query over an interval: every issue belongs to it from its creation on, and what was
 * done before counts as completed.
 */
export function filterScope(dataset: Dataset, window: Interval, settings: ScopeSettings): Scope {
  const rows = dataset.issues.map((_, row) => row);
  return replayAll(dataset, rows, window, settings, false, () => [
    { at: Number.NEGATIVE_INFINITY, inside: true, by: null },
  ]);
}

interface Membership {
  readonly at: Instant;
  readonly inside: boolean;
  readonly by: Change | null;
}

function replayAll(
  dataset: Dataset,
  rows: readonly number[],
  window: Interval,
  settings: ScopeSettings,
  leaveOutDone: boolean,
  membership: (issue: Issue) => readonly Membership[],
): Scope {
  const issues: IssueScope[] = [];
  const changes: ScopeChange[] = [];
  for (const row of rows) {
    const issue = dataset.issues[row];
    if (!issue || issue.created > window.end) continue;
    const replay = new Replay(issue, row, window, settings, leaveOutDone, membership(issue));
    const scope = replay.run(changes);
    if (scope) issues.push(scope);
  }
  changes.sort((a, b) => a.at - b.at || a.row - b.row);
  return { window, issues, changes };
}

/** The replay of one issue. Facts that change at one instant change together. */
class Replay {
  private readonly issue: Issue;
  private readonly row: number;
  private readonly window: Interval;
  private readonly leaveOutDone: boolean;
  private readonly membership: readonly Membership[];
  private readonly estimates: ReturnType<Estimator['timeline']>;
  private readonly dones: ReturnType<typeof doneSteps>;
  private readonly assignees: ReturnType<typeof assigneeTimeline>;

  private inside = false;
  private done = false;
  private estimate: number | null = null;
  private assignee: Assignee | null = null;
  private inScope = false;
  /** Done since before the start: inside without being in the scope. */
  private outside = false;

  constructor(
    issue: Issue,
    row: number,
    window: Interval,
    settings: ScopeSettings,
    leaveOutDone: boolean,
    membership: readonly Membership[],
  ) {
    this.issue = issue;
    this.row = row;
    this.window = window;
    this.leaveOutDone = leaveOutDone;
    this.membership = membership;
    this.estimates = settings.estimator.timeline(issue);
    this.dones = doneSteps(issue, settings.done);
    this.assignees = assigneeTimeline(issue);
  }

  run(changes: ScopeChange[]): IssueScope | null {
    const { start } = this.window;
    this.factsAt(start);
    this.outside = this.leaveOutDone && this.done;
    this.inScope = this.inside && !this.outside;
    const wasCommitted = this.inScope;
    const committed = wasCommitted ? (this.estimate ?? 0) : 0;
    let committedTo = wasCommitted ? this.assignee : null;
    let completedBy = this.inScope && this.done ? this.assignee : null;
    let everInside = this.inside;
    const states: ScopeState[] = [this.state(start)];
    let added = 0;
    let removed = 0;
    let reEstimated = 0;
    for (const at of this.instants()) {
      const before = { inScope: this.inScope, done: this.done, estimate: this.estimate };
      const by = this.factsAt(at);
      if (!this.done) this.outside = false;
      this.inScope = this.inside && !this.outside;
      everInside ||= this.inside;
      if (this.inScope && this.done && !(before.inScope && before.done))
        completedBy = this.assignee;
      if (this.inScope && !before.inScope && !wasCommitted) committedTo ??= this.assignee;
      const change = this.scopeChange(at, before, by);
      if (change) {
        changes.push(change);
        if (change.reason === 'removed') removed -= change.amount;
        else if (change.reason === 're-estimated') reEstimated += change.amount;
        else added += change.amount;
      }
      states.push(this.state(at));
    }
    if (!everInside) return null;
    const isCompleted = this.inScope && this.done;
    const last = this.inScope ? (this.estimate ?? 0) : 0;
    return {
      row: this.row,
      committed,
      added,
      removed,
      reEstimated,
      final: last,
      completed: isCompleted ? last : 0,
      wasCommitted,
      isFinal: this.inScope,
      isCompleted,
      unestimated: this.estimate === null,
      committedTo,
      completedBy: isCompleted ? completedBy : null,
      states,
    };
  }

  /** The instants inside the window, after its start, at which any fact changes. */
  private instants(): Instant[] {
    const { start, end } = this.window;
    const all = new Set<Instant>();
    const take = (at: Instant) => {
      if (at > start && at <= end) all.add(at);
    };
    take(this.issue.created);
    for (const step of this.membership) take(step.at);
    for (const step of this.estimates) if (step.change) take(step.from);
    for (const step of this.dones) take(step.at);
    for (const step of this.assignees) if (step.change) take(step.from);
    return [...all].sort((a, b) => a - b);
  }

  /** Brings the facts to `t`. Returns the changes that brought membership and estimate to it. */
  private factsAt(t: Instant): { membership: Change | null; estimate: Change | null } {
    const exists = this.issue.created <= t;
    let member: Membership | null = null;
    for (const step of this.membership) if (step.at <= t) member = step;
    this.inside = exists && (member?.inside ?? false);
    this.done = false;
    for (const step of this.dones) if (step.at <= t) this.done = step.done;
    let estimate = this.estimates[0];
    for (const step of this.estimates) if (step.from <= t) estimate = step;
    this.estimate = estimate?.value ?? null;
    let assignee = this.assignees[0];
    for (const step of this.assignees) if (step.from <= t) assignee = step;
    this.assignee = assignee?.value ?? null;
    return { membership: member?.by ?? null, estimate: estimate?.change ?? null };
  }

  private scopeChange(
    at: Instant,
    before: { inScope: boolean; done: boolean; estimate: number | null },
    by: { membership: Change | null; estimate: Change | null },
  ): ScopeChange | null {
    const base = { at, row: this.row };
    if (this.inScope && !before.inScope) {
      const moved = by.membership?.at === at;
      const reason = moved ? 'added' : at === this.issue.created ? 'created' : 'reopened';
      const author = moved
        ? (by.membership?.author ?? null)
        : reason === 'created'
          ? this.issue.creator
          : this.authorAt(at);
      const amount = this.estimate ?? 0;
      return { ...base, reason, by: author, before: null, after: this.estimate, amount };
    }
    if (!this.inScope && before.inScope) {
      const author = by.membership?.at === at ? by.membership.author : this.authorAt(at);
      return {
        ...base,
        reason: 'removed',
        by: author,
        before: before.estimate,
        after: null,
        amount: -(before.estimate ?? 0),
      };
    }
    if (!this.inScope || before.estimate === this.estimate) return null;
    return {
      ...base,
      reason: 're-estimated',
      by: by.estimate?.author ?? null,
      before: before.estimate,
      after: this.estimate,
      amount: (this.estimate ?? 0) - (before.estimate ?? 0),
    };
  }

  private authorAt(at: Instant): User | null {
    return this.issue.changes.find(change => change.at === at)?.author ?? null;
  }

  private state(at: Instant): ScopeState {
    return {
      at,
      inScope: this.inScope,
      done: this.done,
      estimate: this.estimate ?? 0,
      assignee: this.assignee,
    };
  }
}

/** A change of the three lines of a burn chart at one instant, as steps to add up. */
export interface BurnStep {
  readonly at: Instant;
  readonly scope: number;
  readonly completed: number;
}

/**
 * Returns the steps of scope and completed work, first the totals at the start, then each change, in order of time
 * with one step an instant. Remaining is scope - completed. `isTheirs` narrows to the work of one person at the time.
 */
export function burnSteps(
  scope: Scope,
  isTheirs: (assignee: Assignee | null) => boolean = () => true,
): BurnStep[] {
  const at = new Map<Instant, { scope: number; completed: number }>();
  for (const issue of scope.issues) {
    let previous = { scope: 0, completed: 0 };
    for (const state of issue.states) {
      const inside = state.inScope && isTheirs(state.assignee) ? state.estimate : 0;
      const next = { scope: inside, completed: state.done ? inside : 0 };
      const change = {
        scope: next.scope - previous.scope,
        completed: next.completed - previous.completed,
      };
      previous = next;
      if (change.scope === 0 && change.completed === 0) continue;
      const sum = at.get(state.at) ?? { scope: 0, completed: 0 };
      at.set(state.at, {
        scope: sum.scope + change.scope,
        completed: sum.completed + change.completed,
      });
    }
  }
  const steps: BurnStep[] = [];
  let total = at.get(scope.window.start) ?? { scope: 0, completed: 0 };
  steps.push({ at: scope.window.start, ...total });
  for (const instant of [...at.keys()].sort((a, b) => a - b)) {
    if (instant === scope.window.start) continue;
    const change = at.get(instant) ?? { scope: 0, completed: 0 };
    total = { scope: total.scope + change.scope, completed: total.completed + change.completed };
    steps.push({ at: instant, ...total });
  }
  return steps;
}
