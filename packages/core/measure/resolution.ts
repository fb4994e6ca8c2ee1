/** When an issue counts as done, by one of five rules. */

import { changesOf } from '../history/field-changes.ts';
import {
  countUntil,
  missingStep,
  recordedStatusId,
  recordedStatusIdAt,
} from '../history/timeline.ts';
import type { BoardConfiguration } from '../model/board.ts';
import type { FieldChanges } from '../model/change.ts';
import type { DoneChoice } from '../model/done.ts';
import type { IssueId, StatusId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import type { Status } from '../model/status.ts';
import { startOfWeek } from '../time/day.ts';
import type { Day, Instant, Weekday } from '../time/units.ts';

/** A done rule, the last column with its board. */
export type DoneSetting =
  | Exclude<DoneChoice, { readonly kind: 'last-column' }>
  | { readonly kind: 'last-column'; readonly board: BoardConfiguration };

/** A done rule for the statuses of a dataset. */
export interface DoneRule {
  readonly setting: DoneSetting;
  readonly byResolution: boolean;
  readonly byStatus: boolean;
  /** False for unknown ids. */
  isDoneStatus(id: string | null): boolean;
}

export function doneRule(setting: DoneSetting, statuses: ReadonlyMap<StatusId, Status>): DoneRule {
  const isOfRule = ({ name, category }: Status) =>
    setting.kind === 'status'
      ? name.toLowerCase() === setting.name.trim().toLowerCase()
      : category === 'done';
  const done = new Set<string>(
    setting.kind === 'last-column'
      ? setting.board.columns.at(-1)?.statusIds
      : [...statuses.values()].filter(isOfRule).map(({ id }) => id),
  );
  return {
    setting,
    byResolution: setting.kind === 'resolution' || setting.kind === 'resolution-or-category',
    byStatus: setting.kind !== 'resolution',
    isDoneStatus: id => id !== null && done.has(id),
  };
}

const hasDoneStatus = (issue: Issue, rule: DoneRule): boolean =>
  rule.byStatus && rule.isDoneStatus(issue.status.id);

/** Jira may have a resolution without its date, and the reverse. */
export const hasResolution = ({ resolution, resolved }: Issue): boolean =>
  resolution !== null || resolved !== null;

export const isDone = (issue: Issue, rule: DoneRule): boolean =>
  (rule.byResolution && hasResolution(issue)) || hasDoneStatus(issue, rule);

/**
 * When the issue became done; null if it is open or the time is unknown. By resolution: its date. By status: the move to
 * the done statuses that it is in now, moves between them excluded; without one in the history, the date of resolution,
 * then of the last change of the status category, then (with a complete history) of creation. None of them is before the
 * last change of a history that ends in another status.
 */
export function doneInstant(issue: Issue, rule: DoneRule): Instant | null {
  if (rule.byResolution && issue.resolved !== null) return issue.resolved;
  return hasDoneStatus(issue, rule) ? statusDoneInstant(issue, rule) : null;
}

/** Done at an unknown time: counted as resolved, but in no period and without a duration. */
export const isUndated = (issue: Issue, rule: DoneRule): boolean =>
  isDone(issue, rule) && doneInstant(issue, rule) === null;

/** See doneInstant; the issue is in a done status. */
function statusDoneInstant(issue: Issue, rule: DoneRule): Instant | null {
  const changes = changesOf(issue, 'status');
  const { length } = changes;
  let done = length > 0 && rule.isDoneStatus(changes.from(0));
  let entry: Instant | null = done && issue.historyComplete ? issue.created : null;
  for (let index = 0; index < length; index++) {
    const next = rule.isDoneStatus(changes.to(index));
    if (next && !done) entry = changes.at(index);
    done = next;
    if (!next) entry = null;
  }
  if (entry !== null) return entry;
  if (length === 0) return doneDate(issue) ?? (issue.historyComplete ? issue.created : null);
  const step = done ? null : missingStep(issue, changes);
  return step ? step.at : doneDate(issue);
}

/** When a done issue was done, without its history; null if unknown. */
export function doneDate({ resolved, status, statusCategoryChanged }: Issue): Instant | null {
  // Issues that were imported as closed have a resolution date but no status change.
  return resolved ?? (status.category === 'done' ? statusCategoryChanged : null);
}

/** Whether the issue was done at `t`, by its changes of `resolution` and `status`; without them, by the done instant. */
export function isDoneAt(issue: Issue, t: Instant, rule: DoneRule): boolean {
  if (t < issue.created) return false;
  if (rule.byResolution) {
    const resolutions = changesOf(issue, 'resolution');
    if (isResolvedAt(issue.resolved, t, resolutions, countUntil(resolutions, t))) return true;
  }
  return rule.byStatus && isStatusDoneAt(issue, t, rule, recordedStatusIdAt(issue, t));
}

const wasResolvedBefore = (changes: FieldChanges, index: number): boolean =>
  Boolean(changes.from(index) || changes.fromText(index));

const wasResolvedAfter = (changes: FieldChanges, index: number): boolean =>
  Boolean(changes.to(index) || changes.toText(index));

/** `count` changes of the resolution are up to `t`. */
function isResolvedAt(
  resolved: Instant | null,
  t: Instant,
  resolutions: FieldChanges,
  count: number,
): boolean {
  if (resolutions.length === 0) return resolved !== null && resolved <= t;
  return count === 0 ? wasResolvedBefore(resolutions, 0) : wasResolvedAfter(resolutions, count - 1);
}

function isStatusDoneAt(
  issue: Issue,
  t: Instant,
  rule: DoneRule,
  recorded: StatusId | null | undefined,
): boolean {
  if (recorded !== undefined) return rule.isDoneStatus(recorded);
  if (!hasDoneStatus(issue, rule)) return false;
  const instant = statusDoneInstant(issue, rule);
  return instant !== null && instant <= t;
}

/** Each instant at which the issue became done or open again, in order; it is open before the first. */
export function doneSteps(issue: Issue, rule: DoneRule) {
  const steps: { readonly at: Instant; readonly done: boolean }[] = [];
  visitDoneSteps(issue, rule, (at, done) => {
    steps.push({ at, done });
    return true;
  });
  return steps;
}

/** Visits the steps of `doneSteps` until `visit` returns false. */
function visitDoneSteps(
  issue: Issue,
  rule: DoneRule,
  visit: (at: Instant, done: boolean) => boolean,
  statuses = changesOf(issue, 'status'),
  resolutions = changesOf(issue, 'resolution'),
): void {
  // The dates replace missing changes.
  const { created, resolved, statusCategoryChanged: categoryChanged } = issue;
  /** The numbers of changes until the instant, and when the next one is. */
  let status = 0;
  let resolution = 0;
  let nextStatus = instantOf(statuses, 0);
  let nextResolution = instantOf(resolutions, 0);
  let done = false;
  let before = Number.NEGATIVE_INFINITY;
  for (;;) {
    let at = nextStatus < nextResolution ? nextStatus : nextResolution;
    if (created > before && created < at) at = created;
    if (resolved !== null && resolved > before && resolved < at) at = resolved;
    if (categoryChanged !== null && categoryChanged > before && categoryChanged < at)
      at = categoryChanged;
    if (at === Number.POSITIVE_INFINITY) return;
    before = at;
    while (nextStatus <= at) nextStatus = instantOf(statuses, ++status);
    while (nextResolution <= at) nextResolution = instantOf(resolutions, ++resolution);
    const now =
      at >= created &&
      ((rule.byResolution && isResolvedAt(resolved, at, resolutions, resolution)) ||
        (rule.byStatus &&
          isStatusDoneAt(issue, at, rule, recordedStatusId(issue, statuses, status, at))));
    if (now !== done && !visit(at, now)) return;
    done = now;
  }
}

const instantOf = (changes: FieldChanges, index: number): Instant =>
  index < changes.length ? changes.at(index) : Number.POSITIVE_INFINITY;

/** True if the issue was done and later open again. */
export function wasReopened(issue: Issue, rule: DoneRule): boolean {
  const statuses = changesOf(issue, 'status');
  const resolutions = changesOf(issue, 'resolution');
  if (!mayHaveReopened(issue, statuses, resolutions, rule)) return false;
  let reopened = false;
  const visit = (_: Instant, done: boolean) => {
    reopened = !done;
    return done;
  };
  visitDoneSteps(issue, rule, visit, statuses, resolutions);
  return reopened;
}

/** A cheap test: a reopened issue has a change from a done value, or one after the change to a done value. */
function mayHaveReopened(
  { status }: Issue,
  statuses: FieldChanges,
  resolutions: FieldChanges,
  rule: DoneRule,
): boolean {
  for (let index = 0; index < statuses.length; index++) {
    if (rule.isDoneStatus(statuses.from(index))) return true;
    if (index > 0 && rule.isDoneStatus(statuses.to(index - 1))) return true;
  }
  const last = statuses.length - 1;
  if (last >= 0 && rule.isDoneStatus(statuses.to(last)) && !rule.isDoneStatus(status.id))
    return true;
  for (let index = 0; index < resolutions.length; index++) {
    if (wasResolvedBefore(resolutions, index)) return true;
    if (index > 0 && wasResolvedAfter(resolutions, index - 1)) return true;
  }
  return false;
}

/** Not done, and due before `today` (the viewer's local day). */
export const isOverdue = ({ due }: Issue, done: boolean, today: Day): boolean =>
  !done && due !== null && due < today;

/** Not done, and due from `today` to the last day of its week. */
export function isDueThisWeek(
  { due }: Issue,
  done: boolean,
  today: Day,
  firstDay: Weekday,
): boolean {
  return !done && due !== null && due >= today && due < startOfWeek(today, firstDay) + 7;
}

/** Highest or high priority: Jira's priority ids 1 and 2. */
export function hasHighPriority(issue: Issue): boolean {
  const id = issue.priority?.id;
  return id === '1' || id === '2';
}

/**
 * True if an unresolved issue blocks this one: by `isOtherDone`, or where that is null by the status in the link; an
 * unknown status is unresolved.
 */
export function isBlocked(
  issue: Issue,
  isOtherDone: (id: IssueId) => boolean | null = () => null,
): boolean {
  return issue.links.some(
    ({ kind, otherId, otherStatus }) =>
      kind === 'blocked-by' && !(isOtherDone(otherId) ?? otherStatus?.category === 'done'),
  );
}

/** True if the issue has an outward 'Blocks' link. */
export const isBlocking = (issue: Issue): boolean =>
  issue.links.some(link => link.kind === 'blocks');
