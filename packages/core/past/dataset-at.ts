/**
 * The dataset as it was at an instant. Fields whose changes were loaded have their value of then; without a later change a
 * field has had today's value since.
 *
 *   today   A-1 Done, @ben     Mon > Doing, Tue @ben, Thu > Done
 *   at Wed  A-1 Doing, @ben    Mon > Doing, Tue @ben
 *   at Mon  A-1 Doing, @ana    Mon > Doing                         the change of Tuesday names Ana
 */

import { UNKNOWN_STATUS_NAME } from '../history/spans.ts';
import { doneDate } from '../measure/resolution.ts';
import type { ChangeField } from '../model/change.ts';
import type { Dataset } from '../model/dataset.ts';
import type { SprintId, StatusId } from '../model/ids.ts';
import { type Issue, loggedAt, type Version } from '../model/issue.ts';
import type { Sprint } from '../model/sprint.ts';
import { DAY, type Instant } from '../time/units.ts';
import { fieldsAt } from './fields-at.ts';
import { type Lookups, lookupsOf } from './lookups.ts';
import { PastIssue, type PastView } from './past-issue.ts';
import { sprintAt } from './past-requirement.ts';

/** `history` names the changes that stay in the issues. Needs those of `pastRequirement`. */
export const datasetAt = (dataset: Dataset, t: Instant, history: readonly ChangeField[]): Dataset =>
  statesOf(dataset, history)(() => t, t);

/**
 * A dataset with each issue as it was at an instant of its own, null to leave it out; sprints and versions are of `now`.
 * `some` are the issues that it is made of, all by default.
 */
export type StatesOf = (
  timeOf: (issue: Issue) => Instant | null,
  now: Instant,
  some?: Iterable<Issue>,
) => Dataset;

export function statesOf(dataset: Dataset, history: readonly ChangeField[]): StatesOf {
  const lookups = lookupsOf(dataset);
  const kept = new Set(history);
  return (timeOf, now, some = dataset.issues) => {
    const issues: PastIssue[] = [];
    const above: PastIssue[] = [];
    const shared = {
      history: kept,
      sprintAt: memoize((sprint: Sprint) => sprintAt(sprint, now)),
      versionAt: memoize((version: Version) => releasedAt(version, now)),
      linksAt: linksBetween(dataset.issues, issues),
    };
    const views = new Map<Instant, PastView>();
    const add = (past: PastIssue[], issue: Issue) => {
      const t = timeOf(issue);
      if (t === null || issue.created > t) return;
      const view = views.get(t) ?? { ...shared, at: t };
      views.set(t, view);
      const members = membersAt(issue, t, lookups);
      const isUndated = hasUndatedFlag(issue, dataset);
      const then = isUndated ? { ...members, flagged: false } : members;
      past.push(new PastIssue(issue, then, view));
    };
    for (const issue of some) add(issues, issue);
    for (const issue of dataset.above ?? []) add(above, issue);
    const sprints = new Map<SprintId, Sprint>();
    for (const [id, sprint] of dataset.sprints) sprints.set(id, shared.sprintAt(sprint));
    const { revision: _, ...others } = dataset;
    return { ...others, issues, sprints, ...(dataset.above && { above }) };
  };
}

/** Whether an issue is flagged since an unknown time: by the agile API, where the site has no field for it. */
export const hasUndatedFlag = (
  { flagged, changes }: Issue,
  { special }: Pick<Dataset, 'special'>,
): boolean =>
  flagged && special.flagged.length === 0 && changes.every(({ field }) => field !== 'flagged');

const NOTHING: Partial<Issue> = {};

/** The members that had other values at `t`. */
function membersAt(issue: Issue, t: Instant, lookups: Lookups): Partial<Issue> {
  const { updated, resolved, statusCategoryChanged } = issue;
  const hasLater = (issue.changes.at(-1)?.at ?? 0) > t;
  const isUnchanged =
    !hasLater && Math.max(updated, resolved ?? t, statusCategoryChanged ?? t) <= t;
  if (isUnchanged && !lookups.sprintHistory.follows(issue)) return NOTHING;
  return {
    ...fieldsAt(issue, t, lookups),
    ...datesAt(issue, t, lookups.categoryOf),
    ...(wasOpen(issue, t) && { status: UNKNOWN_STATUS }),
  };
}

/** The status before a done one that no change led to, and that has a later date. */
const UNKNOWN_STATUS: Issue['status'] = {
  id: '' as StatusId,
  name: UNKNOWN_STATUS_NAME,
  category: 'none',
  known: false,
};

function wasOpen(issue: Issue, t: Instant): boolean {
  if (issue.status.category !== 'done' || (doneDate(issue) ?? t) <= t) return false;
  return issue.changes.every(({ field }) => field !== 'status');
}

/** Dates that were set later are taken back to those that the changes name. */
function datesAt(
  { created, updated, resolved, resolution, statusCategoryChanged, changes, worklogs }: Issue,
  t: Instant,
  categoryOf: (id: string | null) => string,
): Partial<Issue> {
  let isResolvedLater = resolved !== null && resolved > t;
  let isResolved = resolution !== null || resolved !== null;
  let resolvedAt: Instant | null = null;
  let categoryAt = created;
  let updatedAt = created;
  const isRecorded = changes.some(({ field }) => field === 'resolution');
  for (const { field, at, from, fromText, to, toText } of changes) {
    if (at > t) {
      if (field !== 'resolution') continue;
      isResolvedLater = true;
      isResolved = Boolean(from || fromText);
      break;
    }
    updatedAt = Math.max(updatedAt, at);
    if (field === 'resolution') resolvedAt = to || toText ? at : null;
    if (field === 'status' && categoryOf(from) !== categoryOf(to)) categoryAt = at;
  }
  for (const worklog of worklogs) {
    const at = loggedAt(worklog);
    if (at <= t) updatedAt = Math.max(updatedAt, at);
  }
  return {
    ...(isResolvedLater && { resolved: isResolved ? resolvedAt : null }),
    ...(isResolvedLater && !isRecorded && { resolution: null }),
    ...(statusCategoryChanged !== null &&
      statusCategoryChanged > t && { statusCategoryChanged: Math.max(categoryAt, created) }),
    ...(updated > t && { updated: updatedAt }),
  };
}

function releasedAt(version: Version, t: Instant): Version {
  const { released, releaseDay } = version;
  const isLater = released && releaseDay !== null && releaseDay * DAY > t;
  return isLater ? { ...version, released: false } : version;
}

/** Links to issues that existed, with their status of then. */
function linksBetween(today: readonly Issue[], issues: readonly Issue[]): PastView['linksAt'] {
  let known: Map<string, Issue | null> | null = null;
  return links => {
    if (known === null) {
      known = new Map(today.map(({ id }) => [id, null]));
      for (const issue of issues) known.set(issue.id, issue);
    }
    const byId = known;
    return links.flatMap(link => {
      const other = byId.get(link.otherId);
      if (other === undefined) return [link];
      return other ? [{ ...link, otherType: other.type.name, otherStatus: other.status }] : [];
    });
  };
}

function memoize<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return key => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}
