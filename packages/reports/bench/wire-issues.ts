/**
 * Issues as Jira Cloud sends them, with full user objects, inline histories and worklogs: what a report's time is
 * measured against. Deterministic; the texts are of the length that real ones have.
 */

const PEOPLE = 40;
const PROJECTS = 6;
const EPICS = 120;
const SPRINTS = 60;
const SITE = 'https://example.atlassian.net';

/** A small linear congruential generator: the same issues in every run. */
export function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export interface WireUser {
  self: string;
  accountType: string;
  accountId: string;
  displayName: string;
  active: boolean;
  timeZone: string;
  avatarUrls: Record<string, string>;
}

function user(index: number): WireUser {
  const accountId = `712020:${String(index).padStart(8, '0')}-5f1c-4a2b-9d3e-6f708192a3b4`;
  const avatar = `https://avatar-management.services.example.net/${accountId}/b8a2c6`;
  return {
    self: `${SITE}/rest/api/3/user?accountId=${accountId}`,
    accountType: 'atlassian',
    accountId,
    displayName: `Person Number ${index}`,
    active: index % 11 !== 0,
    timeZone: 'Europe/Lisbon',
    avatarUrls: {
      '48x48': `${avatar}/48`,
      '24x24': `${avatar}/24`,
      '16x16': `${avatar}/16`,
      '32x32': `${avatar}/32`,
    },
  };
}

const CATEGORIES = [
  { id: 2, key: 'new', colorName: 'blue-gray', name: 'To Do' },
  { id: 4, key: 'indeterminate', colorName: 'yellow', name: 'In Progress' },
  { id: 3, key: 'done', colorName: 'green', name: 'Done' },
] as const;
const STATUSES = ['Open', 'Selected', 'In Progress', 'In Review', 'Testing', 'Done', 'Closed'].map(
  (name, index) => ({
    self: `${SITE}/rest/api/3/status/${10_000 + index}`,
    description: '',
    iconUrl: `${SITE}/images/icons/statuses/generic.png`,
    name,
    id: String(10_000 + index),
    statusCategory: CATEGORIES[index < 2 ? 0 : index < 5 ? 1 : 2] ?? CATEGORIES[0],
  }),
);
const TYPES = ['Story', 'Task', 'Bug', 'Sub-task', 'Incident'].map((name, index) => ({
  self: `${SITE}/rest/api/3/issuetype/${10_100 + index}`,
  id: String(10_100 + index),
  description: 'Work of the team that is planned, estimated and done in sprints.',
  iconUrl: `${SITE}/rest/api/2/universal_avatar/view/type/issuetype/avatar/1031${index}?size=medium`,
  name,
  subtask: name === 'Sub-task',
  avatarId: 10_310 + index,
  hierarchyLevel: name === 'Sub-task' ? -1 : 0,
}));
const PRIORITIES = ['Highest', 'High', 'Medium', 'Low', 'Lowest'].map((name, index) => ({
  self: `${SITE}/rest/api/3/priority/${index + 1}`,
  iconUrl: `${SITE}/images/icons/priorities/${name.toLowerCase()}.svg`,
  name,
  id: String(index + 1),
}));

function when(hours: number): string {
  return new Date(Date.UTC(2024, 0, 1) + hours * 3_600_000).toISOString().replace('Z', '+0000');
}

type Random = (below: number) => number;

const changelogOf = (index: number, created: number, next: Random) => ({
  startAt: 0,
  maxResults: 8,
  total: 8,
  histories: Array.from({ length: 8 }, (_, step) => ({
    id: String(index * 10 + step),
    author: user(next(PEOPLE)),
    created: when(created + step * 9),
    items: [
      {
        field: step % 2 ? 'assignee' : 'status',
        fieldtype: 'jira',
        fieldId: step % 2 ? 'assignee' : 'status',
        from: '10001',
        fromString: 'Selected',
        to: '10002',
        toString: 'In Progress',
      },
    ],
  })),
});

const worklogsOf = (index: number, created: number, author: ReturnType<typeof user>) => ({
  startAt: 0,
  maxResults: 20,
  total: 2,
  worklogs: Array.from({ length: 2 }, (_, step) => ({
    self: `${SITE}/rest/api/3/issue/${100_000 + index}/worklog/${index * 2 + step}`,
    author,
    updateAuthor: author,
    comment: {
      type: 'doc',
      version: 1,
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Looked into it' }] }],
    },
    created: when(created + step),
    updated: when(created + step),
    started: when(created + step),
    timeSpent: '2h',
    timeSpentSeconds: 7_200,
    id: String(index * 2 + step),
    issueId: String(100_000 + index),
  })),
});

/** One issue of the wire; `index` makes its key. */
export function wireIssue(index: number, next: Random) {
  const number = index + 1;
  const project = next(PROJECTS);
  const status = STATUSES[next(STATUSES.length)] ?? STATUSES[0];
  const done = status?.statusCategory.id === 3;
  const created = next(9_000);
  const sprint = next(SPRINTS);
  const version = next(20);
  const author = user(next(PEOPLE));
  return {
    expand: 'operations,versionedRepresentations,editmeta,changelog,renderedFields',
    id: String(100_000 + index),
    self: `${SITE}/rest/api/3/issue/${100_000 + index}`,
    key: `P${project}-${number}`,
    changelog: changelogOf(index, created, next),
    fields: {
      summary: `A piece of work that somebody described in a line, number ${number}`,
      project: {
        self: `${SITE}/rest/api/3/project/${10_000 + project}`,
        id: String(10_000 + project),
        key: `P${project}`,
        name: `Project ${project}`,
        projectTypeKey: 'software',
        simplified: false,
      },
      issuetype: TYPES[next(TYPES.length)] ?? TYPES[0],
      status,
      priority: PRIORITIES[next(PRIORITIES.length)] ?? null,
      resolution: done ? { id: '10000', name: 'Done', description: 'Work is completed.' } : null,
      resolutiondate: done ? when(created + 200) : null,
      created: when(created),
      updated: when(created + 220),
      duedate: next(3) === 0 ? when(next(12_000)).slice(0, 10) : null,
      assignee: next(9) === 0 ? null : author,
      reporter: user(next(PEOPLE)),
      fixVersions: next(2)
        ? [{ id: String(11_000 + version), name: `1.${version}`, archived: false, released: false }]
        : [],
      customfield_10020: [
        {
          id: sprint,
          name: `Sprint ${sprint}`,
          state: 'closed',
          boardId: 1,
          goal: '',
          startDate: when(sprint * 336),
          endDate: when(sprint * 336 + 335),
          completeDate: when(sprint * 336 + 335),
        },
      ],
      parent: {
        id: String(90_000 + next(EPICS)),
        key: `P${project}-E${next(EPICS)}`,
        fields: { summary: 'An epic', issuetype: { hierarchyLevel: 1 } },
      },
      customfield_10016: next(4) === 0 ? null : next(13),
      timespent: next(2) ? next(90_000) : null,
      timeestimate: next(2) ? next(90_000) : null,
      timeoriginalestimate: next(2) ? next(90_000) : null,
      flagged: next(30) === 0,
      issuelinks:
        next(10) === 0
          ? [
              {
                id: String(index),
                type: { name: 'Blocks', inward: 'is blocked by', outward: 'blocks' },
                [next(2) ? 'inwardIssue' : 'outwardIssue']: {
                  id: String(100_000 + next(index + 1)),
                  key: `P0-${number}`,
                  fields: { status },
                },
              },
            ]
          : [],
      worklog: worklogsOf(index, created, author),
    },
  };
}

export type BenchWireIssue = ReturnType<typeof wireIssue>;
