/**
 * Values of fields over time, replayed from an issue's changes. Before its first change a field had that change's
 * `from`, after a change its `to`; where these disagree (a missing entry, a merged status), each holds from its own
 * instant on. A field without a change has always had its current value, so that an incomplete history
 * (`historyComplete: false`) is replayed as far as it goes.
 */

import type { Change, FieldChanges } from '../model/change.ts';
import type { FieldId, SprintId, StatusId, UserId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import { foldedPerson } from '../people/folded-user.ts';
import type { Instant } from '../time/units.ts';
import { changesOf } from './field-changes.ts';

/** The value of a field from `from` on, until the next step. */
export interface Step<Value> {
  readonly from: Instant;
  readonly value: Value;
  /** Null for the first step. */
  readonly change: Change | null;
}

/** In order of time, never empty; the first step is from the issue's creation. */
export type Timeline<Value> = readonly Step<Value>[];

/** Imported changes may be dated before the creation of the issue; they hold from the creation on. */
export const effectiveFrom = ({ at }: Pick<Change, 'at'>, issue: Issue): Instant =>
  Math.max(at, issue.created);

/** How changes record a field: which of them are its own, and the values before and after one. */
export interface FieldRecord<Value> {
  readonly isOwn: (change: Change) => boolean;
  readonly before: (change: Change, issue: Issue) => Value;
  readonly after: (change: Change, issue: Issue) => Value;
}

/** The recorded value of a field at `t`; undefined without a change. Scans without allocating. */
export function recordedAt<Value>(
  issue: Issue,
  t: Instant,
  field: FieldRecord<Value>,
): Value | undefined {
  let last: Change | null = null;
  for (const change of issue.changes) {
    if (!field.isOwn(change)) continue;
    if (change.at > t) return last ? field.after(last, issue) : field.before(change, issue);
    last = change;
  }
  return last ? field.after(last, issue) : undefined;
}

/** The recorded values of a field over time; `now`, its current value, without a change. */
export function recordedTimeline<Value>(
  issue: Issue,
  field: FieldRecord<Value>,
  now: Value,
): Timeline<Value> {
  const changes = issue.changes.filter(field.isOwn);
  const first = changes[0] ? field.before(changes[0], issue) : now;
  return [
    { from: issue.created, value: first, change: null },
    ...changes.map(change => {
      return { from: effectiveFrom(change, issue), value: field.after(change, issue), change };
    }),
  ];
}

/** Jira writes the dates of a new issue up to a second after its creation. */
const CREATION_MS = 2000;

/** How an issue came into its current status, if its history ends in another one. */
export interface MissingStep {
  /** Null if unknown. */
  readonly at: Instant | null;
}

/**
 * The status change that a history lacks: imported, migrated or cut, its last change names another status than that of
 * now, by id and by name. Dated by the date of resolution, else by the last change of the status category; never before
 * the last change. A history that was received without a status change lacks the one of a later date. Null if nothing is
 * missing at the end.
 */
export function missingStep(issue: Issue, changes: FieldChanges): MissingStep | null {
  const { status, resolved, statusCategoryChanged } = issue;
  const last = changes.length - 1;
  if (last < 0) return firstStep(issue);
  if (changes.to(last) === status.id) return null;
  if (changes.toText(last)?.toLowerCase() === status.name.toLowerCase()) return null;
  const from = changes.at(last);
  if (isResting(status) && resolved !== null && resolved >= from) return { at: resolved };
  const isKnown = statusCategoryChanged !== null && statusCategoryChanged > from;
  return { at: isKnown ? statusCategoryChanged : null };
}

/**
 * The status change of a history that has none. Jira Data Center has no date of the category: there the date of
 * resolution says it, unless the history has the resolution.
 */
function firstStep(issue: Issue): { readonly at: Instant } | null {
  const { created, status, resolved, statusCategoryChanged, historyComplete } = issue;
  if (!historyComplete) return null;
  const isLater = (at: Instant | null) => at !== null && at > created + CREATION_MS;
  const resolution = isResting(status) ? resolved : null;
  const isChanged =
    statusCategoryChanged === null
      ? isLater(resolution) && changesOf(issue, 'resolution').length === 0
      : isLater(statusCategoryChanged);
  if (!isChanged) return null;
  return { at: (isLater(resolution) ? resolution : statusCategoryChanged) as Instant };
}

/** Whether a status may be one of resolved issues. */
const isResting = ({ category }: Issue['status']): boolean =>
  category !== 'to-do' && category !== 'in-progress';

/** Whether the status was changed before the creation, as importers write it. */
export function isChangedBeforeCreation(issue: Issue): boolean {
  const changes = changesOf(issue, 'status');
  return changes.length > 0 && changes.at(0) < issue.created - CREATION_MS;
}

/** Whether a history was received that has no status change, though the status is of a later date. */
export const isPurged = (issue: Issue): boolean =>
  changesOf(issue, 'status').length === 0 && firstStep(issue) !== null;

/** The recorded id of the status at `t`; undefined without a status change. */
export function recordedStatusIdAt(issue: Issue, t: Instant): StatusId | null | undefined {
  const changes = changesOf(issue, 'status');
  return recordedStatusId(issue, changes, countUntil(changes, t), t);
}

export function countUntil(changes: FieldChanges, t: Instant): number {
  let count = 0;
  while (count < changes.length && changes.at(count) <= t) count++;
  return count;
}

/** The recorded status at `t`, until when there are `count` status changes; undefined without a change, null if unknown. */
export function recordedStatusId(
  issue: Issue,
  changes: FieldChanges,
  count: number,
  t: Instant,
): StatusId | null | undefined {
  if (count === changes.length) {
    const step = missingStep(issue, changes);
    if (changes.length === 0 && step === null) return undefined;
    if (step === null || (step.at !== null && step.at <= t)) return issue.status.id;
  }
  if (changes.length === 0) return null;
  return (count === 0 ? changes.from(0) : changes.to(count - 1)) as StatusId | null;
}

/** A person as history names them; the account may be deleted. */
export interface Assignee {
  readonly id: UserId;
  readonly name: string;
}

/** Null for unassigned. */
export function assigneeAt(issue: Issue, t: Instant): Assignee | null {
  const changes = changesOf(issue, 'assignee');
  if (changes.length === 0) return issue.assignee;
  const last = countUntil(changes, t) - 1;
  return last < 0 ? assignee(issue, changes, 0, 'from') : assignee(issue, changes, last, 'to');
}

export function assigneeTimeline(
  issue: Issue,
): readonly Pick<Step<Assignee | null>, 'from' | 'value'>[] {
  const { created } = issue;
  const changes = changesOf(issue, 'assignee');
  if (changes.length === 0) return [{ from: created, value: issue.assignee }];
  const steps = [{ from: created, value: assignee(issue, changes, 0, 'from') }];
  for (let index = 0; index < changes.length; index++)
    steps.push({
      from: effectiveFrom({ at: changes.at(index) }, issue),
      value: assignee(issue, changes, index, 'to'),
    });
  return steps;
}

function assignee(
  issue: Issue,
  changes: FieldChanges,
  index: number,
  side: 'from' | 'to',
): Assignee | null {
  const id = changes[side](index);
  if (!id) return null;
  const now = issue.assignee?.id === id ? issue.assignee : null;
  const found = now ?? { id: id as UserId, name: changes[`${side}Text`](index) || id };
  const { original } = changes;
  return original ? foldedPerson(found, original[side](index)) : found;
}

const FLAGGED: FieldRecord<boolean> = {
  isOwn: ({ field }) => field === 'flagged',
  before: ({ fromText }) => Boolean(fromText),
  after: ({ toText }) => Boolean(toText),
};

/** Needs the part `flagged` and its changes. */
export const flaggedTimeline = (issue: Issue): Timeline<boolean> =>
  recordedTimeline(issue, FLAGGED, issue.flagged);

/** The sprint ids of a changelog value such as '12, 15'. */
export function parseSprintIds(value: string | null): SprintId[] {
  if (!value) return [];
  const ids: SprintId[] = [];
  for (const part of value.split(',')) {
    const id = Number.parseInt(part, 10);
    if (!Number.isNaN(id)) ids.push(id as SprintId);
  }
  return ids;
}

/** True for a change of the chosen sprint field; null is the host's default. */
export function isSprintChange(change: Change, field: FieldId | null): boolean {
  if (field === null) return change.field === 'sprint';
  return change.fieldId === field || (change.field === 'sprint' && change.fieldId === null);
}

const sprintRecord = <Value>(
  field: FieldId | null,
  read: (ids: string | null) => Value,
): FieldRecord<Value> => ({
  isOwn: change => isSprintChange(change, field),
  before: ({ from }) => read(from),
  after: ({ to }) => read(to),
});

/** The sprints of an issue over time. `field` is one of several sprint fields; null the host's default. */
export function sprintTimeline(
  issue: Issue,
  field: FieldId | null = null,
): Timeline<readonly SprintId[]> {
  const record = sprintRecord(field, parseSprintIds);
  return recordedTimeline(issue, record, currentSprints(issue, field));
}

export function currentSprints(issue: Issue, field: FieldId | null): SprintId[] {
  const chosen = field === null ? undefined : issue.custom.get(field);
  if (chosen === undefined) return issue.sprints.map(sprint => sprint.id);
  if (chosen === null) return [];
  return parseSprintIds(Array.isArray(chosen) ? chosen.join(',') : String(chosen));
}

export function inSprintAt(
  issue: Issue,
  sprintId: SprintId,
  t: Instant,
  field: FieldId | null = null,
): boolean {
  const recorded = recordedAt(
    issue,
    t,
    sprintRecord(field, ids => listHas(ids, sprintId)),
  );
  if (recorded !== undefined) return recorded;
  if (field !== null && issue.custom.has(field)) {
    return currentSprints(issue, field).includes(sprintId);
  }
  return issue.sprints.some(sprint => sprint.id === sprintId);
}

/** Whether a list such as '12, 15' has an id; '12' has no '1'. Does not split it, for speed. */
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
