/**
 * The scope of a sprint, or of a filter, replayed from history: what was committed, what came and went, what was
 * completed, and what remained at each instant. Burn charts and velocity share this replay, so that they
 * agree. Definitions: those of Jira's velocity chart, written out in "Sprint scope, velocity".
 *
 *     committed + added + re-estimated - removed = final scope
 *     remaining at the end = final scope - completed
 *
 * An issue that was done when the sprint started is in the sprint without being in its scope. Reopened inside, it
 * enters the scope as added, and when finished again it is completed like any other.
 */

import type { Dataset } from '../model/dataset.ts';
import type { FieldId, SprintId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import type { Sprint } from '../model/sprint.ts';
import type { Interval } from '../time/interval.ts';
import type { Instant } from '../time/units.ts';
import { isQuiet, type Membership, quietScope, ScopeReplay } from './scope-replay.ts';
import type { IssueScope, ScopeChange, ScopeSettings } from './scope-types.ts';
import {
  currentSprints,
  inSprintAt,
  isSprintChange,
  parseSprintIds,
  sprintTimeline,
} from './timeline.ts';

export interface Scope {
  readonly window: Interval;
  readonly issues: readonly IssueScope[];
  /** In order of time. */
  readonly changes: readonly ScopeChange[];
}

/**
 * Returns the time that a sprint really ran: from its start to its close, an active one up to `asOf` even past its
 * planned end. Null for a sprint that has not started by `asOf`, or that has no recorded start.
 */
export function sprintWindow(sprint: Sprint, asOf: Instant): Interval | null {
  if (sprint.state === 'future' || sprint.start === null || sprint.start > asOf) return null;
  const closed = sprint.state === 'closed' ? (sprint.complete ?? sprint.end) : null;
  return { from: sprint.start, to: Math.max(sprint.start, Math.min(closed ?? asOf, asOf)) };
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
  const { issues } = dataset;
  for (let row = 0; row < issues.length; row++) {
    const issue = issues[row] as Issue;
    let logged = false;
    for (const change of issue.changes) {
      if (!isSprintChange(change, sprintField)) continue;
      logged = true;
      for (const id of parseSprintIds(change.from)) add(id, row);
      for (const id of parseSprintIds(change.to)) add(id, row);
    }
    // The field of today is believed besides the log: a log that was cut short misses the last move.
    if (sprintField === null || !logged)
      for (const id of currentSprints(issue, sprintField)) add(id, row);
  }
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
  return replayAll(
    dataset,
    rows,
    window,
    settings,
    true,
    issue =>
      sprintTimeline(issue, settings.sprintField).map(step => ({
        at: step.change ? step.from : Number.NEGATIVE_INFINITY,
        inside: step.value.includes(sprintId),
        by: step.change,
      })),
    issue => inSprintAt(issue, sprintId, window.from, settings.sprintField),
  );
}

/** A sprint with the time that it ran. */
export interface RunSprint {
  readonly id: SprintId;
  readonly window: Interval;
}

/**
 * Returns the scope of several sprints as one, from the first start to the last end. An issue belongs to it from when
 * one of the sprints that it is in has started, and counts once, however many of them it is in. What is in a later
 * sprint at its start, and not done then, enters with the reason 'started'.
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
    combinedMembership(sprintTimeline(issue, settings.sprintField), sprints),
  );
}

function combinedMembership(
  timeline: ReturnType<typeof sprintTimeline>,
  sprints: readonly RunSprint[],
): Membership[] {
  const moves = timeline.map(step => ({
    at: step.change ? step.from : Number.NEGATIVE_INFINITY,
    ids: step.value,
    by: step.change,
  }));
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

/**
 * Returns the replayed scope of a query over an interval: every issue belongs to it from its creation on, and what was
 * done before counts as completed.
 */
export function filterScope(dataset: Dataset, window: Interval, settings: ScopeSettings): Scope {
  const rows = dataset.issues.map((_, row) => row);
  return replayAll(
    dataset,
    rows,
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
  leaveOutDone: boolean,
  membership: (issue: Issue) => readonly Membership[],
  /** Whether an issue is inside at the start; cheaper than its membership. */
  insideAtStart?: (issue: Issue) => boolean,
): Scope {
  const issues: IssueScope[] = [];
  const changes: ScopeChange[] = [];
  for (const row of rows) {
    const issue = dataset.issues[row];
    if (!issue || issue.created > window.to || !settings.estimator.counts(issue)) continue;
    if (insideAtStart && isQuiet(issue, window)) {
      const inside = insideAtStart(issue);
      if (inside) issues.push(quietScope(issue, row, window, settings, leaveOutDone));
      continue;
    }
    const replay = new ScopeReplay(issue, row, window, settings, leaveOutDone, membership(issue));
    const scope = replay.run(changes);
    if (scope) issues.push(scope);
  }
  changes.sort((a, b) => a.at - b.at || a.row - b.row);
  return { window, issues, changes };
}
