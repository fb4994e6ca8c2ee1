/**
 * A dataset in which people are put together as a policy demands, for the calculation of figures: whatever a report groups by,
 * its figures cannot name anybody else. The issues are the same, so totals are too. Zones stay: they decide the days of worklogs.
 */
import { allIssues } from '../measure/rows.ts';
import type { Dataset } from '../model/dataset.ts';
import type { Field } from '../model/field.ts';
import type { FieldId, UserId } from '../model/ids.ts';
import type { CustomValue, Issue } from '../model/issue.ts';
import type { User } from '../model/user.ts';
import { accountTypes, agentNames } from './account-types.ts';
import {
  type CustomFold,
  FoldedIssue,
  type FoldView,
  type PersonRole,
  type RoleFold,
} from './folded-issue.ts';
import {
  foldedId,
  foldedUser,
  isPerson,
  NOBODY_ID,
  originalOf,
  type PeopleWords,
} from './folded-user.ts';
import { fewestPeople, type RestrictingPolicy } from './people-policy.ts';

export interface FoldedPeople {
  readonly dataset: Dataset;
  /** By the id of a group of folded people: the people of a row, null where that cannot be told for certain. */
  readonly peopleAt: ReadonlyMap<string, (row: number) => readonly string[] | null>;
}

export interface FoldOptions {
  readonly policy: RestrictingPolicy;
  /** Who is shown by name under `own-and-groups`; null for nobody. */
  readonly reader: User | null;
  /** Issues without a person are put together with those of people: the group is all of them. */
  readonly withNobody?: boolean;
}

/** Custom fields whose values are people. */
export const isUserField = ({ type, items }: Pick<Field, 'type' | 'items'>): boolean =>
  type === 'user' || (type === 'array' && items === 'user');

export function foldPeople(dataset: Dataset, options: FoldOptions): FoldedPeople {
  const issues = allIssues(dataset);
  const userFields = dataset.fields.filter(isUserField);
  const types = accountTypes(dataset);
  const folds = {
    assignee: foldOf('assignee', issues, types, options),
    reporter: foldOf('reporter', issues, types, options),
    creator: foldOf('creator', issues, types, options),
    // Several people log work on one issue, so nothing tells how many are behind a part of it.
    author: foldOf('author', issues, types, {
      ...options,
      withNobody: options.policy.kind === 'groups-of',
    }),
  };
  const agents = userFields.length > 0 ? agentNames(dataset) : new Set<string>();
  const customs = new Map(
    userFields.map(({ id }) => [id, customFold(id, issues, agents, options)] as const),
  );
  const namedCustoms = new Map(
    userFields.flatMap(({ id, name }) => {
      const fold = customs.get(id);
      return fold ? [[name.toLowerCase(), fold] as const] : [];
    }),
  );
  const view: FoldView = { folds, customs, namedCustoms, isOwn: isOwnOf(options) };
  const folded = (issue: Issue) => new FoldedIssue(issue, view);
  const peopleAt = new Map<string, (row: number) => readonly string[] | null>();
  for (const role of ['assignee', 'reporter', 'creator'] as const)
    peopleAt.set(foldedId(role), row => peopleOfIssue(issues[row], role));
  for (const [id, { label }] of customs)
    peopleAt.set(label, row =>
      namesIn(issues[row]?.custom.get(id)).filter(name => !agents.has(name)),
    );
  return {
    dataset: {
      ...dataset,
      issues: dataset.issues.map(folded),
      ...(dataset.above && { above: dataset.above.map(folded) }),
    },
    peopleAt,
  };
}

function isOwnOf({ policy, reader }: FoldOptions): (id: string | null) => boolean {
  const own = policy.kind === 'own-and-groups' ? (reader?.id ?? null) : null;
  return id => own !== null && id === own;
}

function wordsOf(role: PersonRole, { policy, withNobody = false }: FoldOptions): PeopleWords {
  if (policy.kind === 'own-and-groups')
    return (n, withAgents) =>
      `${n} ${n === 1 ? 'other' : 'others'}${withAgents ? ' and agents' : ''}`;
  const fewest = fewestPeople(policy);
  const nobody = {
    assignee: ' and unassigned',
    reporter: ' or none',
    creator: ' or none',
    author: '',
  };
  const end = withNobody ? nobody[role] : '';
  return (n, withAgents) => {
    const people = `${n < fewest ? `Fewer than ${fewest}` : n} people`;
    if (!withAgents) return people + end;
    return end === '' ? `${people} and agents` : `${people}, agents${end}`;
  };
}

function foldOf(
  role: PersonRole,
  issues: readonly Issue[],
  types: ReturnType<typeof accountTypes>,
  options: FoldOptions,
): RoleFold {
  const isOwn = isOwnOf(options);
  const words = wordsOf(role, options);
  const others = new Set<string>();
  for (const issue of issues) for (const id of idsIn(issue, role)) if (!isOwn(id)) others.add(id);
  const people = [...others].filter(id => isPerson({ accountType: types.get(id) ?? null }));
  const name = words(people.length, people.length < others.size);
  const copies = new Map<string, User>();
  const copy = (original: User): User => {
    const known = copies.get(original.id);
    if (known) return known;
    const { zone, accountType } = original;
    const folded = { id: foldedId(role), name, active: null, zone, avatarUrl: null, accountType };
    copies.set(original.id, foldedUser(folded, original, words));
    return folded;
  };
  const { withNobody = false } = options;
  return {
    id: foldedId(role),
    name,
    withNobody,
    user(user) {
      if (user === null) return withNobody ? copy(NOBODY) : null;
      const original = originalOf(user);
      return isOwn(original.id) ? original : copy(original);
    },
  };
}

const NOBODY: User = {
  id: NOBODY_ID as UserId,
  name: '',
  active: null,
  zone: null,
  avatarUrl: null,
  accountType: null,
};

/** The people of an issue in a role, also those of its history. */
function idsIn(issue: Issue, role: PersonRole): readonly string[] {
  const users = role === 'author' ? issue.worklogs.map(({ author }) => author) : [issue[role]];
  const ids = users.flatMap(user => (user && originalOf(user).id) || []);
  return role === 'assignee' ? [...ids, ...earlierAssignees(issue)] : ids;
}

const earlierAssignees = (issue: Issue): readonly string[] =>
  issue.changes.flatMap(({ field, from, to }) =>
    field === 'assignee'
      ? [from, to].flatMap(id => (id && id !== foldedId('assignee') ? id : []))
      : [],
  );

/** Null where the issue had another assignee at a time. */
function peopleOfIssue(
  issue: Issue | undefined,
  role: Exclude<PersonRole, 'author'>,
): readonly string[] | null {
  if (!issue) return [];
  if (role === 'assignee' && issue.changes.some(({ field }) => field === 'assignee')) return null;
  const user = issue[role] && originalOf(issue[role]);
  return user && isPerson(user) ? [user.id] : [];
}

const namesIn = (value: CustomValue | undefined): readonly string[] => {
  if (value === null || value === undefined || value === '') return [];
  return typeof value === 'object' ? value : [String(value)];
};

/** Values of custom fields are names: those of the reader's own stay. */
function customFold(
  field: FieldId,
  issues: readonly Issue[],
  agents: ReadonlySet<string>,
  options: FoldOptions,
): CustomFold {
  const { policy, reader, withNobody = false } = options;
  const own = policy.kind === 'own-and-groups' ? (reader?.name ?? null) : null;
  const names = new Set(issues.flatMap(({ custom }) => namesIn(custom.get(field))));
  if (own !== null) names.delete(own);
  const people = [...names].filter(name => !agents.has(name));
  const label = wordsOf('reporter', options)(people.length, people.length < names.size);
  const shown = (name: string) => (name === own ? name : label);
  return {
    label,
    value(value) {
      const all = namesIn(value);
      if (all.length === 0) return withNobody ? label : value;
      if (typeof value !== 'object') return shown(String(value));
      return [...new Set(all.map(shown))];
    },
  };
}
