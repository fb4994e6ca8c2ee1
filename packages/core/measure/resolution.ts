/** When an issue counts as done, by one of five rules. */

import { type FieldRecord, recordedAt, recordedStatusIdAt } from '../history/timeline.ts';
import type { BoardConfiguration } from '../model/board.ts';
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
 * then of the last change of the status category, then (with a complete history) of creation.
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
  let entry: Instant | null = null;
  let done = false;
  let seen = false;
  for (const change of issue.changes) {
    if (change.field !== 'status') continue;
    if (!seen) {
      seen = true;
      done = rule.isDoneStatus(change.from);
      entry = done && issue.historyComplete ? issue.created : null;
    }
    const next = rule.isDoneStatus(change.to);
    if (next && !done) entry = change.at;
    done = next;
    if (!next) entry = null;
  }
  if (entry !== null) return entry;
  if (seen && issue.historyComplete) {
    // The history ends outside the done statuses, so its last status change is the nearest known time.
    return issue.changes.findLast(change => change.field === 'status')?.at ?? null;
  }
  return doneDate(issue) ?? (issue.historyComplete ? issue.created : null);
}

/** When a done issue was done, without its history; null if unknown. */
export function doneDate({ resolved, status, statusCategoryChanged }: Issue): Instant | null {
  // Issues that were imported as closed have a resolution date but no status change.
  return resolved ?? (status.category === 'done' ? statusCategoryChanged : null);
}

/** Whether the issue was done at `t`, by its changes of `resolution` and `status`; without them, by the done instant. */
export function isDoneAt(issue: Issue, t: Instant, rule: DoneRule): boolean {
  if (t < issue.created) return false;
  if (rule.byResolution && resolvedAt(issue, t)) return true;
  return rule.byStatus && statusDoneAt(issue, t, rule);
}

const IS_RESOLVED: FieldRecord<boolean> = {
  isOwn: ({ field }) => field === 'resolution',
  before: ({ from, fromText }) => Boolean(from || fromText),
  after: ({ to, toText }) => Boolean(to || toText),
};

function resolvedAt(issue: Issue, t: Instant): boolean {
  const recorded = recordedAt(issue, t, IS_RESOLVED);
  return recorded ?? (issue.resolved !== null && issue.resolved <= t);
}

function statusDoneAt(issue: Issue, t: Instant, rule: DoneRule): boolean {
  const recorded = recordedStatusIdAt(issue, t);
  if (recorded !== undefined) return rule.isDoneStatus(recorded);
  if (!hasDoneStatus(issue, rule)) return false;
  const instant = statusDoneInstant(issue, rule);
  return instant !== null && instant <= t;
}

/** Each instant at which the issue became done or open again, in order; it is open before the first. */
export function doneSteps(issue: Issue, rule: DoneRule) {
  // The dates replace missing changes.
  const instants = [issue.created, issue.resolved ?? 0, issue.statusCategoryChanged ?? 0];
  for (const { field, at } of issue.changes) {
    if (field === 'status' || field === 'resolution') instants.push(at);
  }
  const steps: { readonly at: Instant; readonly done: boolean }[] = [];
  let done = false;
  for (const at of instants.sort((a, b) => a - b)) {
    const now = isDoneAt(issue, at, rule);
    if (now !== done) steps.push({ at, done: now });
    done = now;
  }
  return steps;
}

/** True if the issue was done and later open again. */
export const wasReopened = (issue: Issue, rule: DoneRule): boolean =>
  mayHaveReopened(issue, rule) && doneSteps(issue, rule).some(step => !step.done);

/** A cheap test: a reopened issue has a change from a done value, or one after the change to a done value. */
function mayHaveReopened({ changes }: Issue, rule: DoneRule): boolean {
  let wasDone = false;
  let wasResolved = false;
  for (const { field, from, fromText, to, toText } of changes) {
    if (field === 'status') {
      if (wasDone || rule.isDoneStatus(from)) return true;
      wasDone = rule.isDoneStatus(to);
    } else if (field === 'resolution') {
      if (wasResolved || from || fromText) return true;
      wasResolved = Boolean(to || toText);
    }
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
