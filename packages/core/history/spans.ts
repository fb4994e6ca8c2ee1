/** Which status an issue was in over which time. */

import type { Change } from '../model/change.ts';
import type { StatusId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import type { Status } from '../model/status.ts';
import type { User } from '../model/user.ts';
import type { Instant } from '../time/units.ts';

/** How a status, or anything, without a name is shown. */
export const NOT_DEFINED = 'Not Defined';

/** A stay in one status over [from, to). */
export interface StatusSpan {
  readonly from: Instant;
  readonly to: Instant;
  readonly status: Status;
  /** Who moved the issue there; null for the first span. */
  readonly by: User | null;
}

/** Returns the status of an id; an unknown one is 'Not Defined', without category. */
function statusOf(id: StatusId | string | null, statuses: ReadonlyMap<StatusId, Status>): Status {
  const known = id === null ? undefined : statuses.get(id as StatusId);
  if (known) return known;
  return { id: (id ?? '') as StatusId, name: NOT_DEFINED, category: 'none', known: false };
}

/**
 * Calls `visit` for each stay in a status over [created, until), in order of time: first the `from` of the first
 * status change, or the current status when there is none. Stays of no length are left out, a stay that `until` falls
 * into ends there. The last stay is in the issue's current status, even where the last change names another one (see
 * statusIdAt). Changes dated before the creation count from the creation on.
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

/** Returns the stays in statuses over [created, until), as forEachStatusSpan gives them. */
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

/** Calls `visit` for each status that the issue entered at the instant itself, in order; its creation enters the first. */
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
 * True when the log contradicts itself or the current status: a change does not begin where the one before ended.
 * Statuses of one name are the same: a deleted one may have come back under another id.
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

function sameName(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== '' && a.toLowerCase() === b.toLowerCase();
}
