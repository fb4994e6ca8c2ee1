/**
 * How each grouping reads an issue: what it has there, by which id, under which label.
 *
 * People, projects, sprints, epics and teams are grouped by id. Statuses, issue types, priorities, resolutions,
 * versions and components are grouped by name: projects have copies of the same name ('To Do', '1.0'), and JQL finds all
 * of them by name.
 */

import { NOT_DEFINED } from '../history/spans.ts';
import type { FieldId } from '../model/ids.ts';
import type { CustomValue, Issue, ParentRef } from '../model/issue.ts';
import type { User } from '../model/user.ts';

export const NAMED_GROUPINGS = [
  'worklog-author',
  'assignee',
  'project',
  'sprint',
  'epic',
  'issue-type',
  'priority',
  'status',
  'resolution',
  'fix-version',
  'team',
  'creator',
  'reporter',
  'issue-key',
  'issue-summary',
  'component',
  'label',
] as const;

export type NamedGrouping = (typeof NAMED_GROUPINGS)[number];

/** A grouping: one of the 17 by name, or a custom field. 'worklog-author' groups worklogs, not issues. */
export type GroupBy = NamedGrouping | { readonly field: FieldId };

/** The id of the group of issues that have no value. */
export const NO_VALUE = '';

export interface GroupName {
  /** Identity within its grouping; NO_VALUE for the group without a value. */
  readonly id: string;
  readonly label: string;
  readonly avatarUrl: string | null;
}

export interface GroupKey extends GroupName {
  /** What JQL knows it by; null without a value. */
  readonly value: string | null;
}

/**
 * How one grouping reads an issue. `item` returns the issue's own object, so that grouping allocates nothing; `id` and
 * `key` are called once for each object.
 */
interface Grouping<Item> {
  /** Each issue is a group of its own. */
  readonly byIssue?: true;
  /** Label of the group of issues without a value. */
  readonly missing: string;
  /** One or none; of a grouping by `items` unused. */
  item(issue: Issue): Item | null;
  /** The values, for a field that can hold several. */
  readonly items: ((issue: Issue) => readonly Item[]) | null;
  id(item: Item): string;
  key(item: Item, id: string): GroupKey;
}

function single<Item>(
  item: (issue: Issue) => Item | null,
  id: (item: Item) => string,
  key: (item: Item, id: string) => GroupKey,
  missing: string = NOT_DEFINED,
): Grouping<Item> {
  return { missing, item, items: null, id, key };
}

function several<Item>(
  items: (issue: Issue) => readonly Item[],
  id: (item: Item) => string,
  key: (item: Item, id: string) => GroupKey,
  missing: string = NOT_DEFINED,
): Grouping<Item> {
  return { missing, item: () => null, items, id, key };
}

function keyOf(id: string, label: string, value: string | null = id): GroupKey {
  return { id, label, avatarUrl: null, value };
}

const plainKey = (_item: unknown, id: string): GroupKey => keyOf(id, id);

function personKey(user: User): GroupKey {
  return { id: user.id, label: user.name, avatarUrl: user.avatarUrl, value: user.id };
}

const userId = (user: User): string => user.id;
const nameOf = (item: { readonly name: string }): string => item.name;
const itself = (item: string): string => item;

/** The text of an epic: '(key) ' and its epic name, else its summary, else its key. */
function epicKey(names: ReadonlyMap<string, string>): (epic: ParentRef) => GroupKey {
  return ({ key, summary }) => keyOf(key, `(${key}) ${names.get(key) ?? summary ?? key}`);
}

/** Names of the epics among the issues: a child knows only the summary of its epic. */
function epicNames(issues: readonly Issue[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const issue of issues) if (issue.epicName) names.set(issue.key, issue.epicName);
  return names;
}

function customItems(field: FieldId): (issue: Issue) => readonly string[] {
  const one = new Map<CustomValue, readonly string[]>();
  return issue => {
    const value = issue.custom.get(field) ?? null;
    if (Array.isArray(value)) return value;
    let items = one.get(value);
    if (!items) {
      items = value === null || value === '' ? [] : [String(value)];
      one.set(value, items);
    }
    return items;
  };
}

// Each grouping has its own item type, which only its own functions see.
export type AnyGrouping = Grouping<never>;
const erase = <Item>(grouping: Grouping<Item>): AnyGrouping => grouping as unknown as AnyGrouping;

const byIssue = (labelOf: (issue: Issue) => string): AnyGrouping =>
  erase<Issue>({
    byIssue: true,
    ...single(
      issue => issue,
      issue => issue.id,
      issue => keyOf(issue.id, labelOf(issue), issue.key),
    ),
  });

const FIXED: Readonly<Record<Exclude<NamedGrouping, 'epic'>, AnyGrouping>> = {
  'worklog-author': erase(single(() => null, userId, personKey)),
  assignee: erase(single(issue => issue.assignee, userId, personKey, 'Undefined')),
  project: erase(
    single(
      issue => issue.project,
      project => project.id,
      project => keyOf(project.id, project.name, project.key),
    ),
  ),
  sprint: erase(
    several(
      issue => issue.sprints,
      sprint => String(sprint.id),
      (sprint, id) => keyOf(id, sprint.name),
      'Not in Sprint',
    ),
  ),
  'issue-type': erase(single(issue => issue.type, nameOf, plainKey)),
  priority: erase(single(issue => issue.priority, nameOf, plainKey)),
  status: erase(
    single(
      issue => issue.status,
      ({ name }) => (name === NOT_DEFINED ? NO_VALUE : name),
      (status, id) => keyOf(id, status.name, id || status.id),
    ),
  ),
  resolution: erase(single(issue => issue.resolution, nameOf, plainKey, 'Not Resolved')),
  'fix-version': erase(several(issue => issue.fixVersions, nameOf, plainKey)),
  team: erase(
    single(
      issue => issue.team,
      team => team.id,
      (team, id) => keyOf(id, team.name),
    ),
  ),
  creator: erase(single(issue => issue.creator, userId, personKey)),
  reporter: erase(single(issue => issue.reporter, userId, personKey)),
  'issue-key': byIssue(issue => issue.key),
  'issue-summary': byIssue(issue => `(${issue.key}) ${issue.summary}`),
  component: erase(several(issue => issue.components, nameOf, plainKey)),
  label: erase(several(issue => issue.labels, itself, plainKey)),
};

/** Returns how to read a grouping. `issues` are where the names of epics are looked up. */
export function groupingOf(groupBy: GroupBy, issues: readonly Issue[]): AnyGrouping {
  if (typeof groupBy === 'object') {
    return erase(several(customItems(groupBy.field), itself, plainKey));
  }
  if (groupBy !== 'epic') return FIXED[groupBy];
  return erase(
    single(
      issue => issue.epic,
      epic => epic.key,
      epicKey(epicNames(issues)),
    ),
  );
}

/** The key of the group of issues without a value. */
export function missingKey(grouping: AnyGrouping): GroupKey {
  return keyOf(NO_VALUE, grouping.missing, null);
}

/** The group of worklogs by one author, for 'worklog-author'; null is an account that is gone. */
export function authorKey(author: User | null): GroupKey {
  return author === null ? missingKey(FIXED['worklog-author']) : personKey(author);
}
