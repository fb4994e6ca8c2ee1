import { isRecord } from '@tallyboard/core/unknown.ts';
import type { CachedIssue } from './cached-issue.ts';

/** Site-wide lists, the issues of links, which are read otherwise, and sprints, which have probes of their own. */
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

/**
 * Issues to re-read after a Refresh, so that each person, version, component, epic, team and option that the cached issues
 * name was read since: the newest reading of a name counts for all issues.
 */
export function findNameProbes(
  held: Iterable<CachedIssue>,
  isOfThePast: (at: number) => boolean,
): NameProbes {
  const read = new Set<string>();
  const old: CachedIssue[] = [];
  for (const issue of held) {
    if (isOfThePast(issue.at)) old.push(issue);
    else for (const name of namedIn(issue)) read.add(name);
  }
  const ids = new Set<string>();
  for (const issue of old) {
    const unread = namedIn(issue).filter(name => !read.has(name));
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

function nameOf(field: string, value: unknown): readonly string[] {
  // A sprint has a state.
  if (!isRecord(value) || 'state' in value) return [];
  const { accountId, id, key, name, displayName } = value;
  if (displayName !== undefined) return [`user ${accountId ?? key ?? name}`];
  const known = id ?? key;
  return known === undefined ? [] : [`${field} ${known}`];
}
