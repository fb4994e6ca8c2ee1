import {
  authorKey,
  compareLabels,
  type GroupBy,
  type GroupKey,
  groupIssues,
  NO_VALUE,
} from '@tallyboard/core/measure/group-by.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import { disambiguate } from '@tallyboard/report-kit/figures/disambiguate.ts';
import type { Entry } from './entries.ts';
import type { AccountState } from './result.ts';

export interface EntryGroup {
  readonly key: GroupKey;
  readonly account: AccountState;
  /** Ascending by row. */
  readonly entries: readonly Entry[];
}

/** Returns the groups by name, the one without a value last. A worklog is in each group of its issue. */
export function groupEntries(
  dataset: Dataset,
  entries: readonly Entry[],
  groupBy: GroupBy,
): readonly EntryGroup[] {
  const groups =
    groupBy === 'worklog-author' ? byAuthor(entries) : byIssue(dataset, entries, groupBy);
  return distinct(groups).sort((a, b) => compareLabels(a.key, b.key));
}

/** Disambiguates groups of the same name. */
function distinct(groups: readonly EntryGroup[]): EntryGroup[] {
  const labelOf = disambiguate(
    groups,
    ({ key }) => key.label,
    ({ key }) => (key.id === NO_VALUE ? null : key.value),
  );
  return groups.map(group => ({ ...group, key: { ...group.key, label: labelOf(group) } }));
}

function byAuthor(entries: readonly Entry[]): EntryGroup[] {
  const groups = new Map<string, { author: User | null; entries: Entry[] }>();
  for (const entry of entries) {
    const { author } = entry.worklog;
    const id = author?.id ?? NO_VALUE;
    const group = groups.get(id);
    if (group) group.entries.push(entry);
    else groups.set(id, { author, entries: [entry] });
  }
  return [...groups.values()].map(group => ({
    key: authorKey(group.author),
    account: group.author === null ? 'deleted' : accountOf(group.author),
    entries: group.entries,
  }));
}

function byIssue(dataset: Dataset, entries: readonly Entry[], groupBy: GroupBy): EntryGroup[] {
  const byRow = new Map<number, Entry[]>();
  for (const entry of entries) {
    const same = byRow.get(entry.row);
    if (same) same.push(entry);
    else byRow.set(entry.row, [entry]);
  }
  const rows = Uint32Array.from(byRow.keys());
  return groupIssues(dataset.issues, groupBy, rows).map(({ rows: own, ...key }) => ({
    key,
    account: accountOfIssue(dataset.issues[own[0] ?? 0], groupBy),
    entries: Array.from(own).flatMap(row => byRow.get(row) ?? []),
  }));
}

function accountOfIssue(issue: Issue | undefined, groupBy: GroupBy): AccountState {
  if (!issue) return null;
  if (groupBy === 'assignee') return issue.assignee ? accountOf(issue.assignee) : 'unassigned';
  if (groupBy === 'creator' || groupBy === 'reporter') return accountOf(issue[groupBy]);
  return null;
}

/** Null also if the host does not say. */
const accountOf = (user: User | null): AccountState => (user?.active === false ? 'inactive' : null);
