import type { FieldChanges } from '../model/change.ts';
import type { StatusId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import type { Status } from '../model/status.ts';
import type { User } from '../model/user.ts';
import type { Interval } from '../time/interval.ts';
import type { Instant } from '../time/units.ts';
import { changesOf } from './field-changes.ts';
import { missingStep } from './timeline.ts';

/** The label of a status or a group without a name. */
export const UNKNOWN_STATUS_NAME = 'Unknown status';

/** Time in one status. */
interface StatusSpan extends Interval {
  readonly status: Status;
  /** Who moved the issue there; null for the first span. */
  readonly by: User | null;
}

function statusOf(id: StatusId | string | null, statuses: ReadonlyMap<StatusId, Status>): Status {
  const known = id === null ? undefined : statuses.get(id as StatusId);
  if (known) return known;
  return { id: (id ?? '') as StatusId, name: UNKNOWN_STATUS_NAME, category: 'none', known: false };
}

/**
 * Calls `visit` for each span in a status over [created, until), in order of time, except for empty ones. `entered` is the
 * index of the status change that began the span; -1 for the first, and where that change is missing (see missingStep).
 * If its time is unknown, the status of the last change lasts until the end, where the current one is entered. Null is an
 * unknown status.
 */
export function forEachStatusSpan(
  issue: Issue,
  until: Instant,
  visit: (statusId: string | null, from: Instant, to: Instant, entered: number) => void,
): void {
  const { created } = issue;
  const changes = changesOf(issue, 'status');
  let from = created;
  for (let index = 0; index < changes.length; index++) {
    const at = changes.at(index);
    const to = Math.min(Math.max(at, created), until);
    const passed = at === from && (index === 0 || changes.at(index - 1) === from) && from < until;
    if (to > from || passed) visit(statusBefore(changes, index), from, to, index - 1);
    from = Math.max(from, to);
  }
  if (until <= from) return;
  const last = changes.length - 1;
  const step = missingStep(issue, changes);
  if (step === null) {
    visit(issue.status.id, from, until, last);
    return;
  }
  const left = Math.min(Math.max(step.at ?? until, from), until);
  visit(statusAfter(changes, last), from, left, last);
  if (step.at === null || left < until) visit(issue.status.id, left, until, -1);
}

const statusAfter = (changes: FieldChanges, index: number): string | null =>
  index < 0 ? null : changes.to(index);

const statusBefore = (changes: FieldChanges, index: number): string | null =>
  index === 0 ? changes.from(0) : changes.to(index - 1);

/** The spans of forEachStatusSpan. */
export function statusSpans(
  issue: Issue,
  until: Instant,
  statuses: ReadonlyMap<StatusId, Status>,
): StatusSpan[] {
  const spans: StatusSpan[] = [];
  const changes = changesOf(issue, 'status');
  forEachStatusSpan(issue, until, (id, from, to, entered) => {
    const status = id === issue.status.id ? issue.status : statusOf(id, statuses);
    spans.push({ from, to, status, by: entered < 0 ? null : changes.author(entered) });
  });
  return spans;
}

/** Calls `visit` for each status that the issue entered at the instant, in order; it entered the first at its creation. */
export function forEachStatusEntry(
  issue: Issue,
  at: Instant,
  visit: (statusId: string | null) => void,
): void {
  let from = issue.created;
  const changes = changesOf(issue, 'status');
  for (let index = 0; index < changes.length; index++) {
    if (from === at) visit(statusBefore(changes, index));
    from = Math.max(from, changes.at(index));
  }
  const step = missingStep(issue, changes);
  if (from === at) visit(step ? statusAfter(changes, changes.length - 1) : issue.status.id);
  if (step?.at === at) visit(issue.status.id);
}

/**
 * True if a change does not begin in the status where the last one ended. Statuses are compared by name too, since a
 * deleted one may have been created again.
 */
export function hasBrokenStatusHistory(issue: Issue): boolean {
  const changes = changesOf(issue, 'status');
  for (let index = 1; index < changes.length; index++) {
    if (changes.to(index - 1) === changes.from(index) || isRepeated(changes, index)) continue;
    if (!sameName(changes.toText(index - 1), changes.fromText(index))) return true;
  }
  return false;
}

/** The same entry again. */
const isRepeated = (changes: FieldChanges, index: number): boolean =>
  changes.at(index) === changes.at(index - 1) &&
  changes.from(index) === changes.from(index - 1) &&
  changes.to(index) === changes.to(index - 1);

/** True if the status change to the current status is missing. */
export const endsElsewhere = (issue: Issue): boolean =>
  missingStep(issue, changesOf(issue, 'status')) !== null;

const sameName = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && a !== '' && a.toLowerCase() === b.toLowerCase();
