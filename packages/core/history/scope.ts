/**
 * The scope of a sprint or a filter, replayed from history: committed, added, removed, completed and remaining work at
 * each instant, as Jira's velocity chart defines them. Burn charts and velocity share this replay, so that they agree.
 *
 *     committed + added + re-estimated - removed = final scope
 *     remaining at the end = final scope - completed
 *
 * An issue that was done when the sprint started is in the sprint but not in its scope, until it is reopened.
 */

import type { Dataset, IssueRows } from '../model/dataset.ts';
import type { SprintId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import type { Sprint } from '../model/sprint.ts';
import type { Interval } from '../time/interval.ts';
import type { Instant } from '../time/units.ts';
import { type IssueScope, issueScopes } from './issue-scope.ts';
import {
  addQuietIssue,
  isQuiet,
  type Membership,
  type Replayed,
  recordedFacts,
  replayIssue,
  type ScopeChange,
  type ScopeSettings,
} from './scope-replay.ts';
import { rowsOfStates, type ScopeStates, StateList } from './scope-states.ts';
import type { SprintHistory, SprintTimeline } from './sprint-history.ts';
import { currentSprints, isSprintChange, parseSprintIds, type Step } from './timeline.ts';

export class Scope {
  readonly window: Interval;
  readonly states: ScopeStates;
  /** Rows of the issues that were ever inside, ascending. */
  readonly rows: IssueRows;
  /** Rows without an estimate at the end. */
  readonly unestimated: IssueRows;
  /** In order of time. */
  readonly changes: readonly ScopeChange[];
  #issues: readonly IssueScope[] | null = null;

  constructor(window: Interval, { states, unestimated, changes }: Replayed) {
    this.window = window;
    this.states = states.finish();
    this.rows = rowsOfStates(this.states);
    this.unestimated = Uint32Array.from(unestimated);
    this.changes = changes.sort((a, b) => a.at - b.at || a.row - b.row);
  }

  /** Made when first read: an object for each issue. */
  get issues(): readonly IssueScope[] {
    this.#issues ??= issueScopes(this.states, this.changes, this.unestimated);
    return this.#issues;
  }
}

/** Whether the dates of a sprint that was started say when it ran. */
export const hasWindow = ({ state, start, complete, end }: Sprint): boolean =>
  start !== null && (state !== 'closed' || complete !== null || end !== null);

/** From the start of a sprint to its close, or to `asOf` while it is active. Null before a recorded start. */
export function sprintWindow(sprint: Sprint, asOf: Instant): Interval | null {
  const { state, start, complete, end } = sprint;
  if (state === 'future' || start === null || start > asOf || !hasWindow(sprint)) return null;
  const closed = state === 'closed' ? (complete ?? end) : null;
  return { from: start, to: Math.max(start, Math.min(closed ?? asOf, asOf)) };
}

/** The rows of the issues that are or ever were in each sprint. One pass over the dataset. */
export function rowsBySprint(
  dataset: Dataset,
  sprints: SprintHistory,
): ReadonlyMap<SprintId, readonly number[]> {
  const rows = new Map<SprintId, number[]>();
  const add = (id: SprintId, row: number) => {
    const list = rows.get(id);
    if (!list) rows.set(id, [row]);
    else if (list.at(-1) !== row) list.push(row);
  };
  const { issues } = dataset;
  const { field } = sprints;
  for (let row = 0; row < issues.length; row++) {
    const issue = issues[row]!;
    if (sprints.follows(issue)) {
      for (const { value } of sprints.timeline(issue)) for (const id of value) add(id, row);
      continue;
    }
    let logged = false;
    for (const change of issue.changes) {
      if (!isSprintChange(change, field)) continue;
      logged = true;
      for (const id of parseSprintIds(change.from)) add(id, row);
      for (const id of parseSprintIds(change.to)) add(id, row);
    }
    // Includes the current sprints, since an incomplete history may miss the last move.
    if (field === null || !logged) for (const id of currentSprints(issue, field)) add(id, row);
  }
  return rows;
}

/** The scope of a sprint over its window. `rows` are the candidates, from rowsBySprint. */
export function sprintScope(
  dataset: Dataset,
  rows: readonly number[],
  sprintId: SprintId,
  window: Interval,
  settings: ScopeSettings,
): Scope {
  return replayAll(
    dataset,
    rows,
    window,
    settings,
    true,
    issue =>
      settings.sprints.timeline(issue).map(step => {
        return { at: movedAt(step), inside: step.value.includes(sprintId), by: step.change };
      }),
    issue => settings.sprints.inSprintAt(issue, sprintId, window.from),
  );
}

/** An issue has been in its first sprints since ever. */
const movedAt = ({ change, from }: Step<unknown>): Instant =>
  change ? from : Number.NEGATIVE_INFINITY;

export interface RunSprint {
  readonly id: SprintId;
  readonly window: Interval;
}

/**
 * The scope of several sprints as one, from the first start to the last end. An issue is inside from the start of one
 * of its sprints on, and counts once. An open issue of a later sprint enters at its start, with the reason 'started'.
 */
export function combinedScope(
  dataset: Dataset,
  rows: readonly number[],
  sprints: readonly RunSprint[],
  settings: ScopeSettings,
): Scope {
  const window = {
    from: Math.min(...sprints.map(sprint => sprint.window.from)),
    to: Math.max(...sprints.map(sprint => sprint.window.to)),
  };
  return replayAll(dataset, rows, window, settings, true, issue =>
    combinedMembership(settings.sprints.timeline(issue), sprints),
  );
}

function combinedMembership(timeline: SprintTimeline, sprints: readonly RunSprint[]): Membership[] {
  const moves = timeline.map(step => ({ at: movedAt(step), ids: step.value, by: step.change }));
  const starts = sprints.map(({ window }) => ({ at: window.from, ids: null, by: null }));
  const all = [...moves, ...starts].sort((a, b) => a.at - b.at);
  const membership: Membership[] = [];
  let ids: readonly SprintId[] = [];
  for (const { at, ids: moved, by } of all) {
    if (moved) ids = moved;
    const inside = sprints.some(({ id, window }) => window.from <= at && ids.includes(id));
    if (inside === membership.at(-1)?.inside) continue;
    membership.push({ at, inside, by, started: moved === null });
  }
  return membership;
}

/** The scope of a query over an interval: all issues since their creation, with work done before as completed. */
export function filterScope(dataset: Dataset, window: Interval, settings: ScopeSettings): Scope {
  return replayAll(
    dataset,
    [...dataset.issues.keys()],
    window,
    settings,
    false,
    () => [{ at: Number.NEGATIVE_INFINITY, inside: true, by: null }],
    () => true,
  );
}

function replayAll(
  dataset: Dataset,
  rows: readonly number[],
  window: Interval,
  settings: ScopeSettings,
  excludesDone: boolean,
  membership: (issue: Issue) => readonly Membership[],
  /** Whether an issue is inside at the start; cheaper than its membership. */
  insideAtStart?: (issue: Issue) => boolean,
): Scope {
  const replayed: Replayed = { states: new StateList(), unestimated: [], changes: [] };
  for (const row of rows) {
    const issue = dataset.issues[row];
    if (!issue || issue.created > window.to || !settings.estimator.counts(issue)) continue;
    if (insideAtStart && isQuiet(issue, window) && !settings.sprints.follows(issue)) {
      if (insideAtStart(issue))
        addQuietIssue(issue, row, window.from, settings, excludesDone, replayed);
      continue;
    }
    const facts = recordedFacts(issue, window, settings, membership(issue));
    replayIssue(issue, row, window.from, facts, excludesDone, replayed);
  }
  return new Scope(window, replayed);
}
