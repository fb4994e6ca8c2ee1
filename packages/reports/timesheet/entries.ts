/** Worklogs of the days and authors of a timesheet, and their groups. */

import {
  authorKey,
  compareLabels,
  type GroupBy,
  type GroupKey,
  groupIssues,
  NO_VALUE,
} from '@tallyboard/core/measure/group-by.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue, Worklog } from '@tallyboard/core/model/issue.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import { originalIdOf, originalOf } from '@tallyboard/core/people/folded-user.ts';
import { loggedDay } from '@tallyboard/core/time/day-alone.ts';
import { knownZone } from '@tallyboard/core/time/known-zone.ts';
import type { Day, ZoneId } from '@tallyboard/core/time/units.ts';
import { disambiguate } from '@tallyboard/report-kit/figures/disambiguate.ts';
import { personGrouping } from '@tallyboard/report-kit/figures/people.ts';
import { isCurrentUser, parseAuthors } from './authors.ts';
import { type DayRange, worklogInstants } from './range.ts';
import type { AccountState } from './result.ts';
import type { TimesheetSettings } from './settings.ts';

export interface Entry {
  readonly row: number;
  readonly day: Day;
  readonly worklog: Worklog;
}

/** Returns the worklogs on the days of the range by the authors of the filter, ascending by row, then by start. */
export function entriesOf(
  { issues }: Dataset,
  range: DayRange,
  authors: AuthorFilter | null,
  zoneOf: (author: User | null) => ZoneId,
): readonly Entry[] {
  const { from, to } = worklogInstants(range);
  const entries: Entry[] = [];
  for (let row = 0; row < issues.length; row++) {
    for (const worklog of issues[row]!.worklogs) {
      if (worklog.started < from || worklog.started >= to) continue;
      const day = loggedDay(worklog.started, zoneOf(worklog.author));
      if (day < range.first || day > range.last) continue;
      if (authors === null || authors.accepts(worklog.author)) entries.push({ row, day, worklog });
    }
  }
  return entries;
}

type AuthorFilter = NonNullable<ReturnType<typeof authorFilter>>;

/** Returns a filter by account id, or by display name in any case; null accepts everybody. */
export function authorFilter(text: string, currentUser: User | null) {
  const parts = parseAuthors(text);
  if (parts.length === 0) return null;
  const known = new Map<User, boolean>();
  const matched = new Set<string>();
  const matches = (part: string, shown: User) => {
    const author = originalOf(shown);
    return isCurrentUser(part)
      ? author.id === currentUser?.id
      : part === author.id || part.toLowerCase() === author.name.trim().toLowerCase();
  };
  return {
    /** False for a deleted author (null). */
    accepts(author: User | null) {
      if (author === null) return false;
      let accepted = known.get(author);
      if (accepted === undefined) {
        const found = parts.filter(part => matches(part, author));
        for (const part of found) matched.add(part);
        accepted = found.length > 0;
        known.set(author, accepted);
      }
      return accepted;
    },
    /** Parts that no author so far matched. */
    unmatched: () => parts.filter(part => !matched.has(part)),
  };
}

/** Returns a function from an author to the time zone of their days; the viewer's zone if unknown. */
export function zoneReader(
  { daysOf }: Pick<TimesheetSettings, 'daysOf'>,
  { zone }: Pick<ReportContext, 'zone'>,
): (author: User | null) => ZoneId {
  if (daysOf === 'viewer') return () => zone;
  const zones = new Map<User | null, ZoneId>();
  return author => {
    let found = zones.get(author);
    if (found === undefined) {
      found = knownZone(author) ?? zone;
      zones.set(author, found);
    }
    return found;
  };
}

export interface EntryGroup {
  readonly key: GroupKey;
  readonly account: AccountState;
  /** Those of a grouping by people. */
  readonly people: number;
  /** Ascending by row. */
  readonly entries: readonly Entry[];
}

/**
 * Returns the groups by name, the one without a value last; those of the same name show their value too. A worklog
 * is in each group of its issue.
 */
export function groupEntries(
  dataset: Dataset,
  entries: readonly Entry[],
  groupBy: GroupBy,
): readonly EntryGroup[] {
  const groups =
    groupBy === 'worklog-author' ? byAuthor(entries) : byIssue(dataset, entries, groupBy);
  const labelOf = disambiguate(
    groups,
    ({ key }) => key.label,
    ({ key }) => (key.id === NO_VALUE ? null : key.value),
  );
  return groups
    .map(group => ({ ...group, key: { ...group.key, label: labelOf(group) } }))
    .sort((a, b) => compareLabels(a.key, b.key));
}

function byAuthor(entries: readonly Entry[]): EntryGroup[] {
  const groups = Map.groupBy(entries, ({ worklog }) => worklog.author?.id ?? NO_VALUE);
  return Array.from(groups.values(), own => {
    const author = own[0]?.worklog.author ?? null;
    return {
      key: authorKey(
        author,
        own.map(({ worklog }) => worklog.author),
      ),
      account: author === null ? 'deleted' : accountOf(author),
      people: peopleIn(own.map(({ worklog }) => worklog.author)),
      entries: own,
    };
  });
}

/** The accounts of a group; one without an account counts as one. */
const peopleIn = (users: readonly (User | null)[]): number =>
  Math.max(1, new Set(users.flatMap(user => (user ? originalIdOf(user) : []))).size);

function byIssue(dataset: Dataset, entries: readonly Entry[], groupBy: GroupBy): EntryGroup[] {
  const byRow = Map.groupBy(entries, ({ row }) => row);
  const rows = Uint32Array.from(byRow.keys());
  return groupIssues(dataset, groupBy, rows).map(({ rows: own, ...key }) => ({
    key,
    account: accountOfIssue(dataset.issues[own[0] ?? 0], groupBy),
    people: peopleIn(
      Array.from(own, row => {
        const person = personGrouping(groupBy);
        return (person && dataset.issues[row]?.[person]) ?? null;
      }),
    ),
    entries: Array.from(own).flatMap(row => byRow.get(row) ?? []),
  }));
}

function accountOfIssue(issue: Issue | undefined, groupBy: GroupBy): AccountState {
  if (!issue) return null;
  if (groupBy === 'assignee') return issue.assignee ? accountOf(issue.assignee) : 'unassigned';
  return groupBy === 'creator' || groupBy === 'reporter' ? accountOf(issue[groupBy]) : null;
}

/** Null also if the host does not say. */
const accountOf = (user: User | null): AccountState => (user?.active === false ? 'inactive' : null);
