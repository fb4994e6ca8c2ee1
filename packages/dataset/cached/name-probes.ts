import { isRecord } from '@tallyboard/core/unknown.ts';
import type { CachedIssue } from './cached-issue.ts';

/** Site-wide lists, and the issues of links, which are read otherwise. Worklogs name people deeper. */
const WITHOUT_NAMES: ReadonlySet<string> = new Set([
  ...['status', 'priority', 'issuetype', 'resolution', 'issuelinks', 'subtasks', 'worklog'],
]);

/** Five calls. */
const MAX_PROBES = 500;

export interface NameProbes {
  readonly ids: ReadonlySet<string>;
  /** Every name is read again with them. */
  readonly isWhole: boolean;
}

interface ProbeSettings {
  readonly isOfThePast: (at: number) => boolean;
  /** Probes are read with their worklogs, which name authors. */
  readonly withWorklogs: boolean;
}

/**
 * Issues to re-read after a Refresh, so that each person, version, component, epic, team and option that the cached issues
 * name was read since: the newest reading of a name counts for all issues.
 */
export function findNameProbes(
  held: Iterable<CachedIssue>,
  { isOfThePast, withWorklogs }: ProbeSettings,
): NameProbes {
  const namesOf = (issue: CachedIssue) =>
    withWorklogs ? [...namedIn(issue), ...authorsOf(issue)] : namedIn(issue);
  const read = new Set<string>();
  const old: CachedIssue[] = [];
  for (const issue of held) {
    if (isOfThePast(issue.at)) old.push(issue);
    else for (const name of namesOf(issue)) read.add(name);
  }
  const ids = new Set<string>();
  for (const issue of old) {
    const unread = namesOf(issue).filter(name => !read.has(name));
    if (unread.length === 0) continue;
    if (ids.size >= MAX_PROBES) return { ids, isWhole: false };
    ids.add(issue.id);
    for (const name of unread) read.add(name);
  }
  return { ids, isWhole: true };
}

/** What the fields of an issue name: people over all fields, others by field. */
function namedIn({ fields }: CachedIssue): readonly string[] {
  return Object.entries(fields).flatMap(([field, value]) =>
    WITHOUT_NAMES.has(field) ? [] : [value].flat().flatMap(each => nameOf(field, each)),
  );
}

function authorsOf({ fields: { worklog } }: CachedIssue): readonly string[] {
  const worklogs = isRecord(worklog) && Array.isArray(worklog.worklogs) ? worklog.worklogs : [];
  return worklogs.flatMap(each => (isRecord(each) ? nameOf('author', each.author) : []));
}

function nameOf(field: string, value: unknown): readonly string[] {
  // A sprint has a state.
  if (!isRecord(value) || 'state' in value) return [];
  const { accountId, id, key, name, displayName } = value;
  if (displayName !== undefined) return [`user ${accountId ?? key ?? name}`];
  const known = id ?? key;
  return known === undefined ? [] : [`${field} ${known}`];
}
