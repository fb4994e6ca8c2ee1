/** A random site as the records that Jira's REST API gives. */
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import {
  ADMIN,
  CONTACT,
  type Entry,
  HELPERS,
  type Holder,
  type Issue,
  type Restriction,
  type Share,
  type Site,
} from './site.ts';

/** The account that mirrors sees everything. */
const MIRRORS: Holder = { type: 'user', parameter: ADMIN };
const TIME = '2026-05-01T08:00:00.000+0000';
const PARENT_LINK = 'customfield_10052';
const PICKER = 'customfield_10053';
const OBJECT = 'customfield_10054';
const EPIC_LINK = 'customfield_10055';
const SPRINT = 'customfield_10020';
const STATUS = { id: '1', name: 'To Do', statusCategory: { id: 2, key: 'new', name: 'To Do' } };
const EPIC = { id: '100', name: 'Epic', subtask: false, hierarchyLevel: 1 };
const TASK = { id: '101', name: 'Task', subtask: false, hierarchyLevel: 0 };
const BLOCKS = { id: '60', name: 'Blocks', inward: 'is blocked by', outward: 'blocks' };

/** All records but issues, of these projects; everything of a project that is not among them is left out. */
export function recordsOf(site: Site, projectIds: ReadonlySet<string>): StoreRecord[] {
  const projects = site.projects.filter(({ id }) => projectIds.has(id));
  const boards = site.boards.filter(({ project }) => projectIds.has(project));
  const person = personOf(site);
  const projectOf = (id: string | undefined) => site.projects.find(each => each.id === id);
  const isCloud = site.flavour === 'cloud';
  return [
    { kind: 'site', value: { currentUser: ADMIN, timeZone: 'UTC', title: 'Site' } },
    user(site, ADMIN, 'admin', true),
    ...site.people.flatMap(({ id, login, state }) =>
      state === 'missing' ? [] : user(site, id, login, state === 'active'),
    ),
    { kind: 'group', value: { name: 'jira-administrators', members: [ADMIN] } },
    ...site.groups.map(({ id, name, members }): StoreRecord => {
      return { kind: 'group', value: { name, groupId: id, members: [...members, ADMIN] } };
    }),
    ...site.applications.map(({ key, groups }): StoreRecord => {
      const named = site.groups.filter(({ id }) => groups.includes(id));
      const names = named.map(({ name }) => name);
      const details = named.map(({ id, name }) => ({ groupId: id, name }));
      return {
        kind: 'applicationRole',
        value: {
          id: key,
          key,
          name: key,
          groups: names,
          ...(isCloud && { groupDetails: details }),
        },
      };
    }),
    ...site.roles.map((value): StoreRecord => ({ kind: 'role', value: { ...value } })),
    { kind: 'status', value: STATUS },
    ...[EPIC, TASK].map((value): StoreRecord => ({ kind: 'issueType', value })),
    field(CONTACT, 'Contact', { type: 'user' }),
    field(HELPERS, 'Helpers', { type: 'group' }),
    field(PARENT_LINK, 'Parent Link', {
      type: 'any',
      custom: 'com.atlassian.jpo:jpo-custom-field-parent',
    }),
    field(PICKER, 'Related', { type: 'array', items: 'string' }),
    field(OBJECT, 'Deep', { type: 'any' }),
    field(EPIC_LINK, 'Epic Link', {
      type: 'any',
      custom: 'com.pyxis.greenhopper.jira:gh-epic-link',
    }),
    field(SPRINT, 'Sprint', {
      type: 'array',
      items: 'json',
      custom: 'com.pyxis.greenhopper.jira:gh-sprint',
    }),
    ...projects.flatMap(({ id, key, name, lead, browse, levels, actors }): StoreRecord[] => [
      { kind: 'project', value: { id, key, name, lead: person(lead) } },
      { kind: 'version', value: { id: `7${id}`, name: `${name} version`, projectId: Number(id) } },
      {
        kind: 'component',
        value: { id: `8${id}`, name: `${name} component`, projectId: Number(id) },
      },
      {
        kind: 'permissionScheme',
        value: {
          id,
          name: `Scheme ${id}`,
          permissions: [
            ...[...browse, MIRRORS].map(holder => ({ permission: 'BROWSE_PROJECTS', holder })),
            { permission: 'ADMINISTER_PROJECTS', holder: MIRRORS },
          ].map(({ permission, holder }, at) => {
            return { id: at + 1, permission, holder: holderOf(site, holder) };
          }),
        },
      },
      ...(levels
        ? [
            {
              kind: 'securityScheme',
              value: {
                id: `5${id}`,
                name: `Levels ${id}`,
                levels: [...levels].map(([level, holders]) => ({
                  id: level,
                  name: `Level ${level}`,
                  members: [...holders, MIRRORS].map((holder, at) => {
                    return { id: `${level}${at}`, holder: holderOf(site, holder) };
                  }),
                })),
              },
            } as const,
          ]
        : []),
      {
        kind: 'projectAccess',
        value: {
          id,
          permissionScheme: id,
          securityScheme: levels ? `5${id}` : null,
          roles: Object.fromEntries(
            site.roles.map(role => [
              role.id,
              [...actors.filter(actor => actor.role === role.id), { person: ADMIN }].map(actor =>
                actorOf(site, actor),
              ),
            ]),
          ),
        },
      },
    ]),
    ...site.filters
      .filter(({ id }) => boards.some(each => each.filter === id))
      .map(
        ({ id, name, owner, shares }): StoreRecord => ({
          kind: 'filter',
          value: {
            id,
            name,
            jql: 'created > "2000-01-01"',
            owner: person(owner),
            sharePermissions: [...shares, { type: 'user', person: ADMIN }].map((share, at) => ({
              id: at + 1,
              ...shareOf(site, share),
            })),
          },
        }),
      ),
    ...boards.map(({ id, name, project, filter }): StoreRecord => {
      const place = projectOf(project);
      return {
        kind: 'board',
        value: {
          id: Number(id),
          name,
          type: 'scrum',
          location: {
            projectId: Number(project),
            projectKey: place?.key,
            projectName: place?.name,
          },
          configuration: {
            id: Number(id),
            name,
            type: 'scrum',
            location: { type: 'project', key: place?.key, id: project },
            filter: { id: filter },
            columnConfig: { columns: [] },
          },
        },
      };
    }),
    ...site.sprints
      .filter(({ board }) => boards.some(({ id }) => id === board))
      .map((sprint): StoreRecord => ({ kind: 'sprint', value: sprintOf(sprint) })),
  ];

  function user(_: Site, id: string, login: string, active: boolean): StoreRecord {
    const own = isCloud ? { accountId: id } : { key: id, name: login };
    return { kind: 'user', value: { ...own, displayName: login, active } as never };
  }
}

export function issueRecords(site: Site, stored: ReadonlySet<string>): StoreRecord[] {
  return site.issues
    .filter(({ id }) => stored.has(id))
    .map(issue => ({ kind: 'issue', value: issueOf(site, issue) as never }));
}

function issueOf(site: Site, issue: Issue) {
  const person = personOf(site);
  const orNull = (id: string | null) => (id === null ? null : person(id));
  const find = (id: string) => site.issues.find(each => each.id === id);
  const reference = (id: string) => {
    const { key, summary } = find(id) ?? issue;
    return { id, key, fields: { summary, status: STATUS, issuetype: TASK } };
  };
  const { id, key, project, level, parent, picked } = issue;
  const keys = picked.map(each => find(each)?.key);
  const [first] = picked.map(reference);
  const children = site.issues.filter(each => each.parent === id).map(each => reference(each.id));
  const parentKey = parent && find(parent)?.key;
  return {
    id,
    key,
    fields: {
      summary: issue.summary,
      project: { id: project.id, key: project.key, name: project.name },
      issuetype: TASK,
      status: STATUS,
      reporter: person(issue.reporter),
      assignee: orNull(issue.assignee),
      created: TIME,
      updated: TIME,
      labels: [issue.label],
      security: level && { id: level, name: `Level ${level}` },
      fixVersions: [{ id: `7${project.id}`, name: `${project.name} version` }],
      components: [{ id: `8${project.id}`, name: `${project.name} component` }],
      ...(parent && { parent: reference(parent) }),
      subtasks: children,
      issuelinks: linksOf(site, issue).map(({ end, to }, at) => {
        return { id: `${id}${at}`, type: BLOCKS, [end]: reference(to) };
      }),
      comment: { comments: issue.comments.map(each => entryOf(site, each, 'body')) },
      worklog: { worklogs: issue.worklogs.map(each => entryOf(site, each, 'comment')) },
      [CONTACT]: orNull(issue.contact),
      [HELPERS]: issue.helpers && { name: issue.helpers },
      [PARENT_LINK]: first
        ? {
            showField: true,
            data: { id: Number(first.id), key: first.key, summary: first.fields.summary },
          }
        : null,
      [PICKER]: keys,
      [OBJECT]: first ? { parts: [{ of: { issue: first } }] } : null,
      [EPIC_LINK]: parentKey,
      [SPRINT]: site.sprints.filter(each => issue.sprints.includes(each.id)).map(sprintOf),
    },
    changelog: { histories: historiesOf(site, issue, parent) },
  };
}

/** Links have two ends. */
const linksOf = (site: Site, { id, links }: Issue) => [
  ...links.map(to => ({ end: 'outwardIssue', to })),
  ...site.issues
    .filter(other => other.links.includes(id))
    .map(other => ({ end: 'inwardIssue', to: other.id })),
];

function historiesOf(site: Site, issue: Issue, parent: string | null) {
  const find = (id: string) => site.issues.find(each => each.id === id);
  const change = (field: string, to: string | null, text: string | null) => {
    return { field, fieldtype: 'jira', from: null, fromString: null, to, toString: text };
  };
  const items = [
    ...issue.links.map(to => {
      const key = find(to)?.key ?? '';
      return change('Link', key, `This issue blocks ${key}`);
    }),
    ...(parent
      ? [
          change('IssueParentAssociation', parent, find(parent)?.key ?? ''),
          change('Epic Link', parent, find(parent)?.key ?? ''),
          change('Parent', find(parent)?.key ?? '', find(parent)?.key ?? ''),
        ]
      : []),
    ...issue.picked.map(each => change('Related', null, `[${find(each)?.key}]`)),
    ...(issue.formerKey
      ? [{ ...change('Key', null, issue.key), fromString: issue.formerKey }]
      : []),
  ];
  return items.map((item, at) => ({
    id: `${issue.id}${at}`,
    author: personOf(site)(issue.reporter),
    created: TIME.replace('08:00', `09:${10 + at}`),
    items: [item],
  }));
}

function entryOf(site: Site, { id, text, author, restriction }: Entry, body: string) {
  const by = personOf(site)(author);
  const times = { created: TIME, updated: TIME, started: TIME };
  const visibility = restriction && visibilityOf(site, restriction);
  return {
    id,
    author: by,
    ...times,
    timeSpentSeconds: 60,
    [body]: text,
    ...(visibility && { visibility }),
  };
}

function visibilityOf(site: Site, { type, name }: NonNullable<Restriction>) {
  const group = site.groups.find(each => each.name === name);
  const isById = site.flavour === 'cloud' && type === 'group' && group;
  return {
    type,
    value: name,
    ...(site.flavour === 'cloud' && { identifier: isById ? group.id : name }),
  };
}

const personOf = (site: Site) => (id: string) => {
  const login = site.people.find(each => each.id === id)?.login ?? id;
  return site.flavour === 'cloud'
    ? { accountId: id, displayName: login }
    : { key: id, name: login, displayName: login };
};

/** Cloud names a group by its name, and by its id as the value. */
function holderOf(site: Site, { type, parameter }: Holder) {
  if (parameter === undefined) return { type };
  const group = type === 'group' && site.groups.find(({ name }) => name === parameter);
  if (site.flavour === 'data-center') return { type, parameter };
  return { type, parameter, value: group ? group.id : parameter };
}

function actorOf(site: Site, { person, group }: { person?: string; group?: string }) {
  if (person !== undefined) {
    const login = site.people.find(({ id }) => id === person)?.login ?? person;
    return site.flavour === 'cloud'
      ? { type: 'atlassian-user-role-actor', actorUser: { accountId: person } }
      : { type: 'atlassian-user-role-actor', name: login };
  }
  const { id, name } = site.groups.find(each => each.id === group) ?? { id: '', name: '' };
  return site.flavour === 'cloud'
    ? { type: 'atlassian-group-role-actor', name, actorGroup: { groupId: id, name } }
    : { type: 'atlassian-group-role-actor', name };
}

function shareOf(site: Site, { type, project, role, group, person }: Share) {
  const place = site.projects.find(({ id }) => id === project);
  const found = site.groups.find(({ id }) => id === group);
  return {
    type,
    ...(place && { project: { id: place.id, key: place.key, name: place.name } }),
    ...(role && {
      role: { id: Number(role), name: site.roles.find(({ id }) => id === role)?.name },
    }),
    ...(found && { group: { name: found.name, groupId: found.id } }),
    ...(person && { user: personOf(site)(person) }),
  };
}

const sprintOf = ({ id, name, goal, board }: Site['sprints'][number]) => ({
  id: Number(id),
  name,
  goal,
  state: 'active',
  originBoardId: Number(board),
  boardId: Number(board),
  startDate: '2026-05-01T00:00:00.000Z',
  endDate: '2026-05-15T00:00:00.000Z',
});

const field = (id: string, name: string, schema: Record<string, unknown>): StoreRecord => ({
  kind: 'field',
  value: { id, key: id, name, custom: true, schema: { ...schema, customId: Number(id.slice(12)) } },
});
