/**
 * What a field of an issue held when, replayed from its changes.
 *
 * The rules for all fields: before the first change the field held that change's `from`; after a change it holds its
 * `to`. Where a change's `from` disagrees with the `to` before it (an entry is missing, or a status was merged), the
 * later record is believed from its own instant on, and what was held before stays as recorded. An issue without a
 * change of the field has held its current value since it was created.
 *
 * An issue with `historyComplete: false` is replayed as far as its changes reach, which for an issue without any
 * history is the fallback of the definitions: its current value all the time. Reports note such issues.
 */

import type { Change } from '../model/change.ts';
import type { FieldId, SprintId, StatusId, UserId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import type { Instant } from '../time/units.ts';

/** The field held `value` from `from` on, until the next step. */
export interface Step<Value> {
  readonly from: Instant;
  readonly value: Value;
  /** The change that brought the value; null for the first step. */
  readonly change: Change | null;
}

/** In order of time, never empty; the first step is from the issue's creation. */
export type Timeline<Value> = readonly Step<Value>[];

/**
 * Orders changes by instant, then by history id as a number, so that '99' precedes '100'. Sorting with it keeps the
 * items of one history entry as they came.
 */
export function compareChanges(a: Change, b: Change): number {
  if (a.at !== b.at) return a.at - b.at;
  if (a.historyId === b.historyId) return 0;
  const difference = Number(a.historyId) - Number(b.historyId);
  if (!Number.isNaN(difference)) return difference;
  return a.historyId < b.historyId ? -1 : 1;
}

/** From when a change holds: imports leave entries dated before the creation, which count from the creation on. */
export function effectiveFrom(change: Change, issue: Issue): Instant {
  return Math.max(change.at, issue.created);
}

/** Which changes belong to a field. */
type IsChange = (change: Change) => boolean;

/**
 * Returns what a field held at `t` by its changes: the last one's `to`, before the first change its `from`. Undefined
 * without a change. Scans without allocating, since reports ask it of every issue.
 */
export function recordedAt<Value>(
  issue: Issue,
  t: Instant,
  isChange: IsChange,
  from: (change: Change) => Value,
  to: (change: Change) => Value,
): Value | undefined {
  let last: Change | null = null;
  for (const change of issue.changes) {
    if (!isChange(change)) continue;
    if (change.at > t) return last ? to(last) : from(change);
    last = change;
  }
  return last ? to(last) : undefined;
}

/** Returns what a field held over time by its changes; `now`, its current value, all the time without a change. */
export function recordedTimeline<Value>(
  issue: Issue,
  isChange: IsChange,
  from: (change: Change) => Value,
  to: (change: Change) => Value,
  now: () => Value,
): Timeline<Value> {
  const changes = issue.changes.filter(isChange);
  const first = changes[0] ? from(changes[0]) : now();
  return [
    { from: issue.created, value: first, change: null },
    ...changes.map(change => ({
      from: effectiveFrom(change, issue),
      value: to(change),
      change,
    })),
  ];
}

/**
 * Returns the id of the status at `t` (before creation, the first one). From the last status change on it is the
 * issue's own current status, even where that change names another: the usual cause is a status that was
 * merged into another. Null when the log has no id; undefined for an issue without a status change.
 */
export function recordedStatusIdAt(issue: Issue, t: Instant): StatusId | null | undefined {
  let held: string | null | undefined;
  for (const change of issue.changes) {
    if (change.field !== 'status') continue;
    if (change.at > t) return (held === undefined ? change.from : held) as StatusId | null;
    held = change.to;
  }
  return held === undefined ? undefined : issue.status.id;
}

/** A person as history names them: the account may be deleted. */
export interface Assignee {
  readonly id: UserId;
  readonly name: string;
}

const isAssignment = (change: Change) => change.field === 'assignee';

/** Returns who was assigned at `t`, or null for nobody. Names are those of the current user object where it is the same person. */
export function assigneeAt(issue: Issue, t: Instant): Assignee | null {
  const recorded = recordedAt(
    issue,
    t,
    isAssignment,
    ({ from, fromText }) => assignee(issue, from, fromText),
    ({ to, toText }) => assignee(issue, to, toText),
  );
  return recorded === undefined ? issue.assignee : recorded;
}

/** Returns who was assigned over time. */
export function assigneeTimeline(issue: Issue): Timeline<Assignee | null> {
  return recordedTimeline<Assignee | null>(
    issue,
    isAssignment,
    ({ from, fromText }) => assignee(issue, from, fromText),
    ({ to, toText }) => assignee(issue, to, toText),
    () => issue.assignee,
  );
}

function assignee(issue: Issue, id: string | null, text: string | null): Assignee | null {
  if (!id) return null;
  if (issue.assignee?.id === id) return issue.assignee;
  return { id: id as UserId, name: text || id };
}

/** Returns the sprint ids of a changelog value such as '12, 15'; empty for null and ''. */
export function parseSprintIds(value: string | null): SprintId[] {
  if (!value) return [];
  const ids: SprintId[] = [];
  for (const part of value.split(',')) {
    const id = Number.parseInt(part, 10);
    if (!Number.isNaN(id)) ids.push(id as SprintId);
  }
  return ids;
}

/** True for changes of kind 'sprint', or of a chosen field. */
export function isSprintChange(change: Change, field: FieldId | null): boolean {
  if (field === null) return change.field === 'sprint';
  return change.fieldId === field || (change.field === 'sprint' && change.fieldId === null);
}

/**
 * Returns the sprints that the issue was in over time, by id. An issue created inside a sprint has no entry for that:
 * its first known value holds from creation. `field` chooses one of several sprint fields; null takes the host's own.
 */
export function sprintTimeline(
  issue: Issue,
  field: FieldId | null = null,
): Timeline<readonly SprintId[]> {
  return recordedTimeline(
    issue,
    change => isSprintChange(change, field),
    ({ from }) => parseSprintIds(from),
    ({ to }) => parseSprintIds(to),
    () => currentSprints(issue, field),
  );
}

/** The ids of the sprints that the field names now. */
export function currentSprints(issue: Issue, field: FieldId | null): SprintId[] {
  const chosen = field === null ? undefined : issue.custom.get(field);
  if (chosen === undefined) return issue.sprints.map(sprint => sprint.id);
  if (chosen === null) return [];
  return parseSprintIds(Array.isArray(chosen) ? chosen.join(',') : String(chosen));
}

/** True when the issue was in the sprint at `t`. */
export function inSprintAt(
  issue: Issue,
  sprintId: SprintId,
  t: Instant,
  field: FieldId | null = null,
): boolean {
  const value = recordedAt(
    issue,
    t,
    change => isSprintChange(change, field),
    ({ from }) => from,
    ({ to }) => to,
  );
  if (value !== undefined) return listHas(value, sprintId);
  if (field !== null && issue.custom.has(field)) {
    return currentSprints(issue, field).includes(sprintId);
  }
  return issue.sprints.some(sprint => sprint.id === sprintId);
}

/** Whether '12, 15' holds an id, without splitting it: '1' is not in '12'. */
function listHas(list: string | null, id: number): boolean {
  if (!list) return false;
  const text = String(id);
  for (let at = list.indexOf(text); at >= 0; at = list.indexOf(text, at + 1)) {
    const before = at === 0 ? 44 : list.charCodeAt(at - 1);
    const end = at + text.length;
    const after = end === list.length ? 44 : list.charCodeAt(end);
    if ((before === 44 || before === 32) && (after === 44 || after === 32)) return true;
  }
  return false;
}
