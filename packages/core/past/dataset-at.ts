/**
 * The dataset as it was at an instant. Fields whose changes were loaded have their value of then; without a later change a
 * field has had today's value since.
 *
 *   today   A-1 Done, @ben     Mon > Doing, Tue @ben, Thu > Done
 *   at Wed  A-1 Doing, @ben    Mon > Doing, Tue @ben
 *   at Mon  A-1 Doing, @ana    Mon > Doing                         the change of Tuesday names Ana
 */

import type { Change, ChangeField } from '../model/change.ts';
import { copyIssue } from '../model/copy-issue.ts';
import type { Dataset } from '../model/dataset.ts';
import type { SprintId } from '../model/ids.ts';
import type { Issue, IssueLink, Version } from '../model/issue.ts';
import type { Sprint } from '../model/sprint.ts';
import { DAY, type Instant } from '../time/units.ts';
import { fieldsAt } from './fields-at.ts';
import { lookupsOf } from './lookups.ts';
import { sprintAt } from './past-requirement.ts';

/** `history` names the changes that stay in the issues. Needs those of `pastRequirement`. */
export function datasetAt(dataset: Dataset, t: Instant, history: readonly ChangeField[]): Dataset {
  const lookups = lookupsOf(dataset);
  const sprintsAt = memoize((sprint: Sprint) => sprintAt(sprint, t));
  const versionAt = memoize((version: Version) => releasedAt(version, t));
  const kept = new Set(history);
  const issues: Issue[] = [];
  for (const issue of dataset.issues) {
    if (issue.created > t) continue;
    const hasLater = (issue.changes.at(-1)?.at ?? 0) > t;
    const past = copyIssue(issue, {
      ...(hasLater && fieldsAt(issue, t, lookups)),
      ...datesAt(issue, t, lookups.categoryOf),
      changes: changesUntil(issue.changes, t, kept),
      historyComplete: kept.size > 0 && issue.historyComplete,
      worklogs: until(issue.worklogs, ({ started }) => started <= t),
    });
    issues.push({
      ...past,
      sprints: past.sprints.map(sprintsAt),
      fixVersions: past.fixVersions.map(versionAt),
    });
  }
  const sprints = new Map<SprintId, Sprint>();
  for (const [id, sprint] of dataset.sprints) sprints.set(id, sprintsAt(sprint));
  const { revision: _, ...others } = dataset;
  return { ...others, issues: withLinks(dataset, issues), sprints };
}

function changesUntil(
  changes: readonly Change[],
  t: Instant,
  kept: ReadonlySet<ChangeField>,
): readonly Change[] {
  return until(changes, ({ at, field }) => at <= t && kept.has(field));
}

/** The items that pass; the same array if all do. */
function until<Item>(items: readonly Item[], passes: (item: Item) => boolean): readonly Item[] {
  return items.every(passes) ? items : items.filter(passes);
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
  for (const { started } of worklogs) if (started <= t) updatedAt = Math.max(updatedAt, started);
  return {
    ...(isResolvedLater && { resolved: isResolved ? resolvedAt : null }),
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
function withLinks({ issues: today }: Dataset, issues: Issue[]): Issue[] {
  if (!issues.some(({ links }) => links.length > 0)) return issues;
  const existing = new Map(issues.map(issue => [issue.id, issue]));
  const known = new Set(today.map(({ id }) => id));
  const linkAt = (link: IssueLink): IssueLink[] => {
    const other = existing.get(link.otherId);
    if (other) return [{ ...link, otherType: other.type.name, otherStatus: other.status }];
    return known.has(link.otherId) ? [] : [link];
  };
  return issues.map(issue =>
    issue.links.length > 0 ? { ...issue, links: issue.links.flatMap(linkAt) } : issue,
  );
}

function memoize<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return key => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}
