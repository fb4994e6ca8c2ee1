import type { Change } from '../model/change.ts';
import type { StatusId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import type { Status } from '../model/status.ts';
import type { User } from '../model/user.ts';
import type { Interval } from '../time/interval.ts';
import type { Instant } from '../time/units.ts';

/** The label of a status or a group without a name. */
export const NOT_DEFINED = 'Not Defined';

/** Time in one status. */
interface StatusSpan extends Interval {
  readonly status: Status;
  /** Who moved the issue there; null for the first span. */
  readonly by: User | null;
}

function statusOf(id: StatusId | string | null, statuses: ReadonlyMap<StatusId, Status>): Status {
  const known = id === null ? undefined : statuses.get(id as StatusId);
  if (known) return known;
  return { id: (id ?? '') as StatusId, name: NOT_DEFINED, category: 'none', known: false };
}

/**
 * Calls `visit` for each span in a status over [created, until), in order of time, except for empty ones. The last span
 * is in the current status, even if the last change names another (see recordedStatusIdAt).
 */
export function forEachStatusSpan(
  issue: Issue,
  until: Instant,
  visit: (statusId: string | null, from: Instant, to: Instant, change: Change | null) => void,
): void {
  let from = issue.created;
  let statusId: string | null | undefined;
  let entered: Change | null = null;
  for (const change of issue.changes) {
    if (change.field !== 'status') continue;
    if (statusId === undefined) statusId = change.from;
    const to = Math.min(Math.max(change.at, issue.created), until);
    const passed = change.at === from && (entered === null || entered.at === from) && from < until;
    if (to > from || passed) visit(statusId, from, to, entered);
    from = Math.max(from, to);
    statusId = change.to;
    entered = change;
  }
  if (until > from) visit(issue.status.id, from, until, entered);
}

/** The spans of forEachStatusSpan. */
export function statusSpans(
  issue: Issue,
  until: Instant,
  statuses: ReadonlyMap<StatusId, Status>,
): StatusSpan[] {
  const spans: StatusSpan[] = [];
  forEachStatusSpan(issue, until, (id, from, to, change) => {
    const status = id === issue.status.id ? issue.status : statusOf(id, statuses);
    spans.push({ from, to, status, by: change?.author ?? null });
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
  let statusId: string | null | undefined;
  for (const change of issue.changes) {
    if (change.field !== 'status') continue;
    if (from === at) visit(statusId === undefined ? change.from : statusId);
    from = Math.max(from, change.at);
    statusId = change.to;
  }
  if (from === at) visit(issue.status.id);
}

/**
 * True if a change does not begin in the status where the last one ended, or the last one did not end in the current
 * status. Statuses are compared by name too, since a deleted one may have been created again.
 */
export function hasBrokenStatusHistory(issue: Issue): boolean {
  let last: Change | null = null;
  for (const change of issue.changes) {
    if (change.field !== 'status') continue;
    if (last && last.to !== change.from && !sameName(last.toText, change.fromText)) return true;
    last = change;
  }
  return last !== null && last.to !== issue.status.id && !sameName(last.toText, issue.status.name);
}

const sameName = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && a !== '' && a.toLowerCase() === b.toLowerCase();
