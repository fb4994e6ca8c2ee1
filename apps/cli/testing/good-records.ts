/** Records with every member that a report reads. */

export type Json = Record<string, unknown>;

const ANN = { accountId: 'ann', displayName: 'Ann', active: true, timeZone: 'UTC' };
const BEN = { name: 'ben', key: 'ben', displayName: 'Ben', active: true };
const TO_DO = { id: '1', name: 'To Do', statusCategory: { id: 2, key: 'new', name: 'To Do' } };
const DONE = { id: '3', name: 'Done', statusCategory: { id: 3, key: 'done', name: 'Done' } };
const NAMED = { id: '1', name: 'One' };
const STORY = { id: '10', name: 'Story', subtask: false, hierarchyLevel: 0 };

const day = (date: number, hour = 9) =>
  `2026-03-${String(date).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000+0000`;

const sprint = (id: number) => ({
  id,
  name: `S${id}`,
  state: 'closed',
  originBoardId: 1,
  startDate: day(2),
  activatedDate: day(2),
  endDate: day(13),
  completeDate: day(13),
  goal: 'Goal',
});

const change = (field: string, fieldId: string, from: string, to: string) => ({
  field,
  fieldtype: 'jira',
  fieldId,
  from,
  fromString: `from ${from}`,
  to,
  toString: `to ${to}`,
});

const history = (id: number, created: string, items: readonly unknown[]) => ({
  id: String(id),
  created,
  author: ANN,
  items,
});

const worklog = (id: number, started: string) => ({
  id: String(id),
  started,
  updated: started,
  timeSpentSeconds: 3600,
  author: BEN,
  comment: 'Work',
});

const other = {
  id: '9',
  key: 'MUT-9',
  fields: { summary: 'Other', status: TO_DO, issuetype: STORY },
};

export const goodIssue = (n: number): Json =>
  structuredClone({
    id: String(n),
    key: `MUT-${n}`,
    fields: {
      summary: 'Summary',
      project: { id: '5', key: 'MUT', name: 'Mutations' },
      issuetype: STORY,
      status: DONE,
      priority: NAMED,
      resolution: NAMED,
      assignee: ANN,
      reporter: BEN,
      creator: BEN,
      created: `2026-03-01T09:00:00.${String(n).padStart(3, '0')}+0000`,
      updated: day(9),
      resolutiondate: day(9),
      statuscategorychangedate: day(9),
      duedate: '2026-03-09',
      timespent: 7200,
      timeestimate: 60,
      timeoriginalestimate: 60,
      votes: { votes: 1 },
      watches: { watchCount: 1 },
      progress: { progress: 1, total: 2 },
      aggregateprogress: { progress: 1, total: 2 },
      labels: ['a'],
      components: [NAMED],
      fixVersions: [{ ...NAMED, released: true, archived: false, releaseDate: '2026-03-10' }],
      versions: [NAMED],
      issuelinks: [
        { id: '1', type: { ...NAMED, inward: 'is', outward: 'has' }, inwardIssue: other },
      ],
      parent: other,
      customfield_10016: 5,
      customfield_10020: [sprint(1)],
      worklog: { total: 2, worklogs: [worklog(2 * n, day(3)), worklog(2 * n + 1, day(4))] },
    },
    changelog: {
      total: 3,
      histories: [
        history(3 * n, day(2, 10), [change('Sprint', 'customfield_10020', '', '1')]),
        history(3 * n + 1, day(3), [change('Story Points', 'customfield_10016', '3', '5')]),
        history(3 * n + 2, day(9), [
          change('status', 'status', '1', '3'),
          change('resolution', 'resolution', '', '1'),
        ]),
      ],
    },
  });

const FLOAT = 'com.atlassian.jira.plugin.system.customfieldtypes:float';
const SPRINT = 'com.pyxis.greenhopper.jira:gh-sprint';

const field = (id: string, name: string, schema: Json) => ({ id, name, custom: true, schema });

/** Each list begins with records that the issues need. */
export const goodLists = (): Readonly<Record<string, Json[]>> =>
  structuredClone({
    fields: [
      field('customfield_10016', 'Story Points', { type: 'number', custom: FLOAT }),
      ...Array.from({ length: 24 }, (_, n) =>
        field(`customfield_1100${n}`, `Size ${n}`, {
          type: 'array',
          items: 'json',
          custom: SPRINT,
        }),
      ),
    ],
    statuses: [TO_DO, ...Array.from({ length: 24 }, (_, n) => ({ ...DONE, id: String(3 + n) }))],
    sprints: Array.from({ length: 25 }, (_, n) => sprint(n + 1)),
    boards: Array.from({ length: 25 }, (_, n) => ({
      id: n + 1,
      name: `Board ${n}`,
      type: 'scrum',
      location: { projectId: 5, projectKey: 'MUT', projectName: 'Mutations' },
    })),
    versions: Array.from({ length: 25 }, (_, n) => ({
      id: String(n + 1),
      name: `V${n}`,
      released: true,
      archived: false,
      releaseDate: '2026-03-10',
      projectId: 5,
    })),
    projects: Array.from({ length: 25 }, (_, n) => ({
      id: String(n + 5),
      key: n === 0 ? 'MUT' : `MUT${n}`,
      name: `Project ${n}`,
      projectTypeKey: 'software',
    })),
  });

/** A record of each kind that a store keeps besides issues, by the name of a file of such records. */
export const goodCatalogue = (n: number): Readonly<Record<string, Json>> =>
  structuredClone({
    fields: field(`customfield_${n}`, `Field ${n}`, { type: 'number', custom: FLOAT }),
    statuses: { ...DONE, id: `${n}`, name: `Status ${n}` },
    sprints: sprint(n),
    boards: {
      id: n,
      name: `Board ${n}`,
      type: 'scrum',
      location: { projectId: 5, projectKey: 'MUT', projectName: 'Mutations' },
    },
    configurations: {
      id: n,
      name: `Board ${n}`,
      type: 'scrum',
      filter: { id: '1' },
      columnConfig: { columns: [{ name: 'Done', statuses: [{ id: '3' }] }] },
      estimation: { type: 'field', field: { fieldId: 'customfield_10016', displayName: 'Points' } },
    },
    projects: {
      id: String(n),
      key: `P${n}`,
      name: `Project ${n}`,
      projectTypeKey: 'software',
      lead: ANN,
      projectCategory: { id: '1', name: 'Category' },
    },
    versions: {
      id: String(n),
      name: `V${n}`,
      released: true,
      archived: false,
      startDate: '2026-03-01',
      releaseDate: '2026-03-10',
      projectId: 5,
    },
    components: { id: String(n), name: `Component ${n}`, lead: ANN, projectId: 5 },
    priorities: { id: String(n), name: `Priority ${n}`, statusColor: '#fff', iconUrl: '/p.svg' },
    resolutions: { id: String(n), name: `Resolution ${n}`, description: 'Done' },
    issuetypes: { ...STORY, id: String(n), name: `Type ${n}`, description: '', iconUrl: '/t.svg' },
    roles: { id: n, name: `Role ${n}`, description: 'Members' },
    filters: {
      id: String(n),
      name: `Filter ${n}`,
      description: 'All',
      jql: 'project = MUT',
      owner: ANN,
      favourite: true,
      sharePermissions: [{ id: 1, type: 'global' }],
    },
    permissionschemes: {
      id: n,
      name: `Scheme ${n}`,
      description: '',
      permissions: [
        {
          id: 1,
          holder: { type: 'group', value: 'users', parameter: 'users' },
          permission: BROWSE,
        },
      ],
    },
    securityschemes: {
      id: n,
      name: `Levels ${n}`,
      defaultSecurityLevelId: 1,
      levels: [
        {
          id: '1',
          name: 'Staff',
          members: [{ id: 1, holder: { type: 'projectRole', value: '1' } }],
        },
      ],
    },
    access: {
      id: String(n),
      permissionScheme: '1',
      securityScheme: '1',
      roles: {
        '1': [{ id: 1, type: 'atlassian-user-role-actor', actorUser: { accountId: 'ann' } }],
      },
    },
    users: {
      accountId: `user-${n}`,
      accountType: 'atlassian',
      name: `user-${n}`,
      key: `user-${n}`,
      displayName: `User ${n}`,
      emailAddress: 'user@example.com',
      active: true,
      timeZone: 'Europe/Berlin',
      locale: 'en_GB',
      avatarUrls: { '48x48': '/a.svg' },
      groups: { size: 1, items: [{ name: 'users', groupId: '1' }] },
      applicationRoles: { size: 1, items: [{ key: 'jira', name: 'Jira' }] },
    },
  });

const BROWSE = 'BROWSE_PROJECTS';
