/**
 * How groupings read issues. People, projects, sprints, epics and teams are grouped by id; statuses, issue types,
 * priorities, resolutions, versions and components by name, since projects have their own ones of the same name, which
 * JQL finds by name.
 */

import { NO_PARENT } from '../forest/forest.ts';
import { levelsOf } from '../forest/levels.ts';
import { UNKNOWN_STATUS_NAME } from '../history/spans.ts';
import type { Dataset } from '../model/dataset.ts';
import type { FieldId } from '../model/ids.ts';
import type { CustomValue, Issue, ParentRef } from '../model/issue.ts';
import type { AccountType, User } from '../model/user.ts';
import { foldedName } from '../people/folded-user.ts';
import { isLevelGrouping, type LevelGrouping } from './level-grouping.ts';

/** A grouping by name, by custom field, or by level. 'worklog-author' groups worklogs, not issues. */
export type GroupBy = NamedGrouping | { readonly field: FieldId } | LevelGrouping;

/** The issues to group; groupings by level need those above. */
export type Grouped = Pick<Dataset, 'issues' | 'above'>;

/** The id of the group of issues without a value. */
export const NO_VALUE = '';

export interface GroupName {
  /** Identity within its grouping; NO_VALUE for the group without a value. */
  readonly id: string;
  readonly label: string;
  readonly avatarUrl: string | null;
}

export interface GroupKey extends GroupName {
  /** The value in JQL; null without one. */
  readonly value: string | null;
}

/** `item` returns the issue's own object, so that grouping does not allocate; `id` and `key` are called once for each. */
interface Grouping<Item> {
  /** Each issue is a group. */
  readonly byIssue?: true;
  /** Label of the group without a value. */
  readonly missing: string;
  /** Unused with `items`. */
  item(issue: Issue): Item | null;
  /** The values of a field that can have several. */
  readonly items: ((issue: Issue) => readonly Item[]) | null;
  id(item: Item): string;
  key(item: Item, id: string): GroupKey;
  /** The name of a group of people who are put together; null for one who is shown by name. */
  readonly nameOfAll?: (items: readonly Item[]) => string | null;
}

/** The label of the group without a value, as Jira names it. */
export const NONE = 'None';

function single<Item>(
  item: (issue: Issue) => Item | null,
  id: (item: Item) => string,
  key: (item: Item, id: string) => GroupKey,
  missing: string = NONE,
): Grouping<Item> {
  return { missing, item, items: null, id, key };
}

function several<Item>(
  items: (issue: Issue) => readonly Item[],
  id: (item: Item) => string,
  key: (item: Item, id: string) => GroupKey,
  missing: string = NONE,
): Grouping<Item> {
  return { missing, item: () => null, items, id, key };
}

const keyOf = (id: string, label: string, value: string | null = id): GroupKey => {
  return { id, label, avatarUrl: null, value };
};

const plainKey = (_item: unknown, id: string): GroupKey => keyOf(id, id);

const personKey = ({ id, name, avatarUrl }: User): GroupKey => {
  return { id, label: name, avatarUrl, value: id };
};

const userId = (user: User): string => user.id;

const person = (of: (issue: Issue) => User | null, missing?: string): AnyGrouping =>
  erase<User>({ ...single(of, userId, personKey, missing), nameOfAll: foldedName });

const nameOf = (item: { readonly name: string }): string => item.name;
const itself = (item: string): string => item;

/** The epic of each issue, of a sub-task that of its parent. */
export function epicsOf(issues: readonly Issue[]): (issue: Issue) => ParentRef | null {
  const epics = epicsOfParents(issues);
  return ({ epic, parent }) =>
    epic ?? (parent === null ? null : (epics.get(parent.key) ?? parent.epic ?? null));
}

/**
 * Epics of the issues that are parents of sub-tasks without an epic of their own, by key: an epic's is itself. An issue
 * without an epic has none here.
 */
function epicsOfParents(issues: readonly Issue[]): ReadonlyMap<string, ParentRef> {
  const wanted = new Set<string>();
  for (const { type, epic, parent } of issues)
    if (type.level < 0 && epic === null && parent !== null) wanted.add(parent.key);
  const epics = new Map<string, ParentRef>();
  if (wanted.size === 0) return epics;
  for (const issue of issues) {
    if (!wanted.has(issue.key)) continue;
    const { id, key, summary } = issue;
    const epic = issue.type.level === 1 ? { id, key, summary, level: 1 } : issue.epic;
    if (epic) epics.set(key, epic);
  }
  return epics;
}

/** Sub-tasks without a known epic whose parents were not read. */
export function rowsWithoutParent(issues: readonly Issue[]): Uint32Array {
  const rows: number[] = [];
  const keys = new Set(issues.map(({ key }) => key));
  issues.forEach(({ type, epic, parent }, row) => {
    const isKnown = epic !== null || parent === null || parent.epic !== undefined;
    if (type.level < 0 && !isKnown && !keys.has(parent.key)) rows.push(row);
  });
  return Uint32Array.from(rows);
}

/** '(key) ' and the epic name, else the summary, else the key. Children have only the summary of their epic. */
function byEpic(issues: readonly Issue[]): AnyGrouping {
  const names = new Map<string, string>();
  for (const { key, epicName } of issues) if (epicName) names.set(key, epicName);
  return erase(
    single(
      epicsOf(issues),
      epic => epic.key,
      ({ key, summary }) => keyOf(key, `(${key}) ${names.get(key) ?? summary ?? key}`),
    ),
  );
}

function byLevel(dataset: Grouped, level: string): AnyGrouping {
  const { issues, name, topOf } = levelsOf(dataset, level);
  const rowOf = new Map(issues.map(({ id }, row) => [id, row]));
  return erase(
    single(
      ({ id }) => issues[topOf(rowOf.get(id) ?? NO_PARENT)] ?? null,
      ({ key }) => key,
      ({ key, epicName, summary }) => keyOf(key, `(${key}) ${epicName || summary || key}`),
      `No ${name}`,
    ),
  );
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

// Only the functions of a grouping use its type of items.
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

const ACCOUNT_LABELS: Readonly<Record<AccountType, string>> = {
  atlassian: 'People',
  app: 'Agents and apps',
  customer: 'Customers',
};

/** In the order of a timesheet's stored codes. */
const GROUPINGS = {
  'worklog-author': erase(single(() => null, userId, personKey, 'Unknown author')),
  assignee: person(issue => issue.assignee, 'Unassigned'),
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
  epic: byEpic([]),
  'issue-type': erase(single(issue => issue.type, nameOf, plainKey)),
  priority: erase(single(issue => issue.priority, nameOf, plainKey)),
  status: erase(
    single(
      issue => issue.status,
      ({ name }) => (name === UNKNOWN_STATUS_NAME ? NO_VALUE : name),
      (status, id) => keyOf(id, status.name, id || status.id),
      UNKNOWN_STATUS_NAME,
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
  creator: person(issue => issue.creator),
  reporter: person(issue => issue.reporter),
  'issue-key': byIssue(issue => issue.key),
  'issue-summary': byIssue(issue => `(${issue.key}) ${issue.summary}`),
  component: erase(several(issue => issue.components, nameOf, plainKey)),
  label: erase(several(issue => issue.labels, itself, plainKey)),
  'request-type': erase(single(issue => issue.requestType, itself, plainKey)),
  organization: erase(several(issue => issue.organizations, itself, plainKey)),
  // By the assignee: apps and agents are no people.
  'account-type': erase(
    single(
      issue => issue.assignee,
      ({ accountType }) => accountType ?? 'unknown',
      ({ accountType }, id) =>
        keyOf(
          id,
          accountType === null ? 'Unknown account type' : ACCOUNT_LABELS[accountType],
          null,
        ),
      'Unassigned',
    ),
  ),
};

export type NamedGrouping = keyof typeof GROUPINGS;
export const NAMED_GROUPINGS = Object.keys(GROUPINGS) as readonly NamedGrouping[];

/** The issues have the names of epics. */
export function groupingOf(groupBy: GroupBy, dataset: Grouped): AnyGrouping {
  if (isLevelGrouping(groupBy)) return byLevel(dataset, groupBy.level);
  if (typeof groupBy === 'object')
    return erase(several(customItems(groupBy.field), itself, plainKey));
  return groupBy === 'epic' ? byEpic(dataset.issues) : GROUPINGS[groupBy];
}

/** The group without a value. */
export const missingKey = ({ missing }: AnyGrouping): GroupKey => keyOf(NO_VALUE, missing, null);

/** The group of the worklogs of an author, or of people who are put together; null is a deleted account. */
export function authorKey(author: User | null, all: readonly (User | null)[] = [author]): GroupKey {
  if (!author) return missingKey(GROUPINGS['worklog-author']);
  const label = foldedName(all.flatMap(each => each ?? []));
  return { ...personKey(author), ...(label !== null && { label }) };
}
