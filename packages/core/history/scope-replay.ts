/** The replay of one issue in a scope; scope.ts has the definitions. */

import type { Estimator } from '../measure/estimate.ts';
import { doneSteps, isDoneAt } from '../measure/resolution.ts';
import type { Change } from '../model/change.ts';
import type { Issue } from '../model/issue.ts';
import type { User } from '../model/user.ts';
import type { Interval } from '../time/interval.ts';
import type { Instant } from '../time/units.ts';
import type {
  IssueScope,
  ScopeChange,
  ScopeReason,
  ScopeSettings,
  ScopeState,
} from './scope-types.ts';
import { type Assignee, assigneeAt, assigneeTimeline } from './timeline.ts';

/** A stay inside or outside, from `at` on. */
export interface Membership {
  readonly at: Instant;
  readonly inside: boolean;
  readonly by: Change | null;
  /** It came by the start of a later sprint, not by a change of the issue. */
  readonly started?: boolean;
}

/** True when nothing about the issue changed within the window after its start, so that no replay is needed. */
export function isQuiet(issue: Issue, { from, to }: Interval): boolean {
  const falls = (at: Instant | null) => at !== null && at > from && at <= to;
  if (issue.created > from || falls(issue.resolved) || falls(issue.statusCategoryChanged))
    return false;
  for (const { at } of issue.changes) if (falls(at)) return false;
  return true;
}

/** Returns what the replay returns for an issue that is quiet, and inside, in the window. */
export function quietScope(
  issue: Issue,
  row: number,
  { from }: Interval,
  settings: ScopeSettings,
  leaveOutDone: boolean,
): IssueScope {
  const estimate = settings.estimator.at(issue, from);
  const done = isDoneAt(issue, from, settings.done);
  const assignee = assigneeAt(issue, from);
  const inScope = !(leaveOutDone && done);
  const size = inScope ? (estimate ?? 0) : 0;
  const completed = inScope && done;
  return {
    row,
    committed: size,
    added: 0,
    removed: 0,
    reEstimated: 0,
    final: size,
    completed: completed ? size : 0,
    wasCommitted: inScope,
    isFinal: inScope,
    isCompleted: completed,
    unestimated: estimate === null,
    committedTo: inScope ? assignee : null,
    completedBy: completed ? assignee : null,
    states: [{ at: from, inScope, done, estimate: estimate ?? 0, assignee }],
  };
}

/** The replay of one issue. Facts that change at one instant change together. */
export class ScopeReplay {
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
    const start = this.window.from;
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
      const started = by.member?.at === at && by.member.started === true;
      if (!this.done) this.outside = false;
      else if (started && this.leaveOutDone) this.outside = true;
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
    const { from: start, to: end } = this.window;
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
  private factsAt(t: Instant): { member: Membership | null; estimate: Change | null } {
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
    return { member, estimate: estimate?.change ?? null };
  }

  private scopeChange(
    at: Instant,
    before: { inScope: boolean; done: boolean; estimate: number | null },
    by: { member: Membership | null; estimate: Change | null },
  ): ScopeChange | null {
    const base = { at, row: this.row };
    if (this.inScope && !before.inScope) {
      const { reason, author } = this.entered(at, by.member);
      const amount = this.estimate ?? 0;
      return { ...base, reason, by: author, before: null, after: this.estimate, amount };
    }
    if (!this.inScope && before.inScope) {
      const author = moverAt(at, by.member)?.author ?? this.authorAt(at);
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

  /** Why an issue that was outside the scope is in it from `at` on, and by whom. */
  private entered(
    at: Instant,
    member: Membership | null,
  ): { reason: ScopeReason; author: User | null } {
    const moved = moverAt(at, member);
    if (moved) return { reason: 'added', author: moved.author };
    if (member?.at === at && member.started) return { reason: 'started', author: null };
    if (at === this.issue.created) return { reason: 'created', author: this.issue.creator };
    return { reason: 'reopened', author: this.authorAt(at) };
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

/** The change that moved the issue in or out at this very instant. */
function moverAt(at: Instant, member: Membership | null): Change | null {
  return member?.by?.at === at ? member.by : null;
}
