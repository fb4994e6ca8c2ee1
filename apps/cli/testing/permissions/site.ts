/** Random Jira sites as plain facts, for the rules in `rules.ts` and as records for a store. */
import { randomFrom } from '@tallyboard/replica/store/testing/secret-site.ts';

export type Flavour = 'cloud' | 'data-center';

export interface Person {
  /** Account id on Cloud, user key on Data Center. */
  readonly id: string;
  readonly login: string;
  /** What Jira says of the account: 'missing' accounts are linked here and unknown there. */
  readonly state: 'active' | 'deactivated' | 'missing';
}

export interface Group {
  readonly id: string;
  readonly name: string;
  readonly members: readonly string[];
}

export interface Holder {
  readonly type: string;
  readonly parameter?: string;
}

/** A product of the site, whose users are the members of some groups. */
export interface Application {
  readonly key: string;
  readonly groups: readonly string[];
}

export interface Role {
  readonly id: string;
  readonly name: string;
}

export interface Project {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly lead: string;
  readonly browse: readonly Holder[];
  /** By level id; null without an issue security scheme. */
  readonly levels: ReadonlyMap<string, readonly Holder[]> | null;
  readonly actors: readonly { role: string; person?: string; group?: string }[];
}

/** For members of a group or role alone. */
export type Restriction = { type: 'group' | 'role'; name: string } | null;

export interface Entry {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  readonly restriction: Restriction;
}

export interface Issue {
  readonly id: string;
  readonly key: string;
  readonly formerKey: string | null;
  readonly project: Project;
  readonly summary: string;
  readonly label: string;
  readonly reporter: string;
  readonly assignee: string | null;
  readonly contact: string | null;
  readonly helpers: string | null;
  readonly level: string | null;
  readonly sprints: readonly string[];
  /** Ids of issues that its fields and history name. */
  readonly parent: string | null;
  readonly links: readonly string[];
  readonly picked: readonly string[];
  readonly comments: readonly Entry[];
  readonly worklogs: readonly Entry[];
}

export interface Share {
  readonly type: string;
  readonly project?: string;
  readonly role?: string;
  readonly group?: string;
  readonly person?: string;
}

export interface Filter {
  readonly id: string;
  readonly name: string;
  readonly owner: string;
  readonly shares: readonly Share[];
}

export interface Board {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly filter: string;
}

export interface Sprint {
  readonly id: string;
  readonly name: string;
  readonly goal: string;
  readonly board: string;
}

export interface Site {
  readonly flavour: Flavour;
  readonly people: readonly Person[];
  readonly groups: readonly Group[];
  readonly applications: readonly Application[];
  readonly roles: readonly Role[];
  readonly projects: readonly Project[];
  readonly issues: readonly Issue[];
  readonly filters: readonly Filter[];
  readonly boards: readonly Board[];
  readonly sprints: readonly Sprint[];
}

/** The administrator whose account mirrors. */
export const ADMIN = 'admin';
/** A level that no scheme has. */
export const NO_SUCH_LEVEL = '999';
export const CONTACT = 'customfield_10050';
export const HELPERS = 'customfield_10051';

/** A word that stands in no other text: whoever reads it has seen that thing. */
const mark = (what: string, n: number) => `C${what}N${n}Z`;
export const MARKS = /C[a-z]+N\d+Z/g;

const ISSUES = 36;

export function randomSite(seed: number, flavour: Flavour): Site {
  const { chance, pick } = randomFrom(seed * 7919 + 17);
  const some = <Item>(items: readonly Item[], part: number) => items.filter(() => chance(part));
  const isCloud = flavour === 'cloud';
  const people: Person[] = Array.from({ length: 9 }, (_, n) => ({
    id: isCloud ? `account-${n}` : `JIRAUSER1000${n}`,
    login: `login${n}`,
    state: n === 7 ? 'deactivated' : n === 8 ? 'missing' : 'active',
  }));
  const ids = people.map(({ id }) => id);
  const groups: Group[] = ['staff', 'Auditors', 'partners', 'agents'].map((name, n) => ({
    id: isCloud ? `0000000${n}-0000-4000-8000-000000000000` : name,
    name,
    members: some(ids.slice(0, 8), 0.35),
  }));
  const applications = [{ key: 'jira-software', groups: some(groups, 0.5).map(({ id }) => id) }];
  const roles = [
    { id: '10001', name: 'Members' },
    { id: '10002', name: 'Guests' },
  ];
  const aHolder = (): Holder =>
    pick<() => Holder>([
      () => ({ type: 'applicationRole' }),
      () => ({ type: 'applicationRole', parameter: 'jira-software' }),
      // Nobody uses it, or the account that mirrors may not know it.
      () => ({ type: 'applicationRole', parameter: 'jira-servicedesk' }),
      () => ({ type: 'anyone' }),
      () => ({ type: 'user', parameter: pick(ids) }),
      () => ({ type: 'group', parameter: pick(groups).name }),
      () => ({ type: 'group', parameter: 'a group that was deleted' }),
      () => ({ type: 'projectRole', parameter: pick(roles).id }),
      () => ({ type: 'projectLead' }),
      () => ({ type: 'reporter' }),
      () => ({ type: 'assignee' }),
      () => ({ type: 'userCustomField', parameter: CONTACT }),
      () => ({ type: 'groupCustomField', parameter: HELPERS }),
      () => ({ type: 'sd.customer.portal.only' }),
      () => ({ type: 'a.type.of.an.app', parameter: pick(ids) }),
      () => ({ type: 'group' }),
      () => ({ type: 'user' }),
      () => ({ type: 'projectRole' }),
    ])();
  const holders = (most: number) => Array.from({ length: 1 + (chance(0.5) ? most : 0) }, aHolder);
  const projects = ['AAAA', 'BBBB', 'CCCC', 'DDDD', 'EEEE'].map(
    (letters, n): Project => ({
      id: String(1001 + n),
      key: `P${letters}`,
      name: mark('project', n),
      lead: pick(ids),
      // One project that most may browse: else there is little to be hidden in.
      browse: n === 0 ? [{ type: 'applicationRole' }] : holders(1),
      levels: chance(0.7)
        ? new Map(['1', '2'].map(each => [`${n + 1}0${each}`, holders(1)] as const))
        : null,
      actors: [
        ...some(ids, 0.25).map(person => ({ role: pick(roles).id, person })),
        ...some(groups, 0.2).map(({ id }) => ({ role: pick(roles).id, group: id })),
      ],
    }),
  );
  const aShare = (): Share =>
    pick<() => Share>([
      () => ({ type: 'loggedin' }),
      () => ({ type: 'global' }),
      () => ({ type: 'group', group: pick(groups).id }),
      () => ({ type: 'project', project: pick(projects).id }),
      () => ({ type: 'project', project: pick(projects).id, role: pick(roles).id }),
      () => ({ type: 'user', person: pick(ids) }),
      () => ({ type: 'project-unknown' }),
    ])();
  const filters = projects.map((_, n) => ({
    id: String(2001 + n),
    name: mark('filter', n),
    owner: pick(ids),
    shares: chance(0.2) ? [] : [aShare(), ...(chance(0.4) ? [aShare()] : [])],
  }));
  const boards = filters.map((filter, n) => ({
    id: String(3001 + n),
    name: mark('board', n),
    project: projects[n]?.id ?? '',
    filter: filter.id,
  }));
  const sprints = boards.map((board, n) => ({
    id: String(4001 + n),
    name: mark('sprint', n),
    goal: mark('goal', n),
    board: board.id,
  }));
  const issueIds = Array.from({ length: ISSUES }, (_, n) => String(5001 + n));
  const restrictions = (): Restriction =>
    chance(0.5)
      ? null
      : pick<Restriction>([
          { type: 'group', name: pick(groups).name },
          { type: 'role', name: pick(roles).name },
          { type: 'group', name: 'a group that was deleted' },
        ]);
  let entries = 0;
  const entriesOf = (what: string): Entry[] =>
    Array.from({ length: chance(0.5) ? 2 : 0 }, () => ({
      id: String(6001 + entries++),
      text: mark(what, entries),
      author: pick(ids.slice(0, 8)),
      restriction: restrictions(),
    }));
  const issues = issueIds.map((id, n): Issue => {
    const project = pick(projects);
    const levels = [...(project.levels?.keys() ?? [])];
    const others = (part: number) =>
      chance(part) ? [pick(issueIds)].filter(each => each !== id) : [];
    return {
      id,
      key: `${project.key}-${n + 1}`,
      formerKey: chance(0.15) ? `${pick(projects).key}-${900 + n}` : null,
      project,
      summary: mark('summary', n),
      label: mark('label', n),
      reporter: pick(ids.slice(0, 8)),
      assignee: chance(0.8) ? pick(ids.slice(0, 8)) : null,
      contact: chance(0.3) ? pick(ids) : null,
      helpers: chance(0.4) ? pick(groups).name : null,
      level: chance(0.05) ? NO_SUCH_LEVEL : levels.length > 0 && chance(0.4) ? pick(levels) : null,
      sprints: chance(0.5) ? [pick(sprints).id] : [],
      parent: others(0.4)[0] ?? null,
      links: others(0.6),
      picked: others(0.4),
      comments: entriesOf('comment'),
      worklogs: entriesOf('worklog'),
    };
  });
  return {
    flavour,
    people,
    groups,
    applications,
    roles,
    projects,
    issues,
    filters,
    boards,
    sprints,
  };
}
