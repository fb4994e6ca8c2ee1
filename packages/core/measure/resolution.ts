/** When an issue counts as done. One question, five rules; a reopened issue is done before and not done after. */

import { recordedAt, recordedStatusIdAt } from '../history/timeline.ts';
import type { BoardConfiguration } from '../model/board.ts';
import type { DoneChoice } from '../model/done.ts';
import type { IssueId, StatusId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import type { Status } from '../model/status.ts';
import { startOfWeek } from '../time/day.ts';
import type { Day, Instant, Weekday } from '../time/units.ts';

/** A done rule with all that it needs. */
export type DoneSetting =
  | Exclude<DoneChoice, { readonly kind: 'last-column' }>
  | { readonly kind: 'last-column'; readonly board: BoardConfiguration };

/** A rule made ready for one dataset. */
export interface DoneRule {
  readonly setting: DoneSetting;
  readonly byResolution: boolean;
  readonly byStatus: boolean;
  /** Whether a status of this id counts as done; false for unknown ids. */
  isDoneStatus(id: string | null): boolean;
}

/** Returns the rule of a setting over the statuses of a dataset. */
export function doneRule(setting: DoneSetting, statuses: ReadonlyMap<StatusId, Status>): DoneRule {
  const done = new Set<string>();
  if (setting.kind === 'last-column') {
    for (const id of setting.board.columns.at(-1)?.statusIds ?? []) done.add(id);
  } else if (setting.kind === 'status') {
    const name = setting.name.trim().toLowerCase();
    for (const status of statuses.values()) {
      if (status.name.toLowerCase() === name) done.add(status.id);
    }
  } else {
    for (const status of statuses.values()) if (status.category === 'done') done.add(status.id);
  }
  return {
    setting,
    byResolution: setting.kind === 'resolution' || setting.kind === 'resolution-or-category',
    byStatus: setting.kind !== 'resolution',
    isDoneStatus: id => id !== null && done.has(id),
  };
}

function hasDoneStatus(issue: Issue, rule: DoneRule): boolean {
  return rule.byStatus && rule.isDoneStatus(issue.status.id);
}

/** `resolution` or `resolutiondate` is set: records may have the one without the other. */
export function hasResolution({ resolution, resolved }: Issue): boolean {
  return resolution !== null || resolved !== null;
}

/** True when the issue is done now, by the rule. */
export function isDone(issue: Issue, rule: DoneRule): boolean {
  return (rule.byResolution && hasResolution(issue)) || hasDoneStatus(issue, rule);
}

/**
 * Returns when the issue, being done now, became done; null when it is open, or done at an unknown time.
 * `resolutiondate` where the rule includes resolutions and it is set. Else the last entry into a done status that was not left
 * since: moving on from one done status to another does not count as leaving. Without such an entry `resolutiondate`,
 * then the last change of the category where that is Done. The creation only where a whole history was received.
 */
export function doneInstant(issue: Issue, rule: DoneRule): Instant | null {
  if (rule.byResolution && issue.resolved !== null) return issue.resolved;
  return hasDoneStatus(issue, rule) ? statusDoneInstant(issue, rule) : null;
}

/** True when the issue is done at an unknown time: it counts as resolved, and in no period and no time. */
export function isUndated(issue: Issue, rule: DoneRule): boolean {
  return isDone(issue, rule) && doneInstant(issue, rule) === null;
}

/** When an issue whose status is done now came to it for good. */
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
    // The log ends outside the done statuses and yet the issue is done: its last status change is the nearest record.
    return issue.changes.findLast(change => change.field === 'status')?.at ?? null;
  }
  const { resolved, status, statusCategoryChanged } = issue;
  // Issues that were imported closed have no status change, but keep their resolution date.
  const dated = resolved ?? (status.category === 'done' ? statusCategoryChanged : null);
  return dated ?? (issue.historyComplete ? issue.created : null);
}

/**
 * True when the issue was done at `t`: its resolution was set, or its status was a done one, then. Needs changes of
 * `resolution` and `status`. Where the history of the field in question is missing: done now and done instant <= t.
 */
export function isDoneAt(issue: Issue, t: Instant, rule: DoneRule): boolean {
  if (t < issue.created) return false;
  if (rule.byResolution && resolvedAt(issue, t)) return true;
  return rule.byStatus && statusDoneAt(issue, t, rule);
}

function resolvedAt(issue: Issue, t: Instant): boolean {
  const value = recordedAt(
    issue,
    t,
    change => change.field === 'resolution',
    ({ from, fromText }) => from || fromText,
    ({ to, toText }) => to || toText,
  );
  if (value !== undefined) return Boolean(value);
  return issue.resolved !== null && issue.resolved <= t;
}

function statusDoneAt(issue: Issue, t: Instant, rule: DoneRule): boolean {
  const recorded = recordedStatusIdAt(issue, t);
  if (recorded !== undefined) return rule.isDoneStatus(recorded);
  if (!hasDoneStatus(issue, rule)) return false;
  const instant = statusDoneInstant(issue, rule);
  return instant !== null && instant <= t;
}

/** One switch between open and done. */
export interface DoneStep {
  readonly at: Instant;
  readonly done: boolean;
}

/** Returns each instant at which the issue became done or open again, in order; it is open before the first. */
export function doneSteps(issue: Issue, rule: DoneRule): DoneStep[] {
  // The dates replace missing changes.
  const instants = [issue.created, issue.resolved ?? 0, issue.statusCategoryChanged ?? 0];
  for (const { field, at } of issue.changes) {
    if (field === 'status' || field === 'resolution') instants.push(at);
  }
  const steps: DoneStep[] = [];
  let done = false;
  for (const at of instants.sort((a, b) => a - b)) {
    const now = isDoneAt(issue, at, rule);
    if (now !== done) steps.push({ at, done: now });
    done = now;
  }
  return steps;
}

/** True when the issue was done and later open again, at least once. */
export function wasReopened(issue: Issue, rule: DoneRule): boolean {
  return mayHaveReopened(issue, rule) && doneSteps(issue, rule).some(step => !step.done);
}

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
export function isOverdue({ due }: Issue, done: boolean, today: Day): boolean {
  return !done && due !== null && due < today;
}

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
 * True when an inward 'Blocks' link comes from an issue that is not resolved. Whether it is comes from `isOtherDone`
 * where that knows the issue (null when it does not), else from the status in the link; an unknown status counts as not
 * resolved.
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

/** True when the issue has an outward 'Blocks' link. */
export function isBlocking(issue: Issue): boolean {
  return issue.links.some(link => link.kind === 'blocks');
}
