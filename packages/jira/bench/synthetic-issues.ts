/** Raw issues as Jira Cloud would send them, with histories and worklogs, for benchmarks. The same for the same seed. */

const HISTORIES = 8;
const WORKLOGS = 3;
const STATUSES = [
  ['10000', 'To Do', 2, 'new'],
  ['3', 'In Progress', 4, 'indeterminate'],
  ['10003', 'In Review', 4, 'indeterminate'],
  ['10001', 'Done', 3, 'done'],
] as const;

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const SITE = 'https://site.example.net/rest/api/3';

function user(number: number) {
  const accountId = `712020:5f2a${String(number).padStart(6, '0')}-9c41-4a6e`;
  const avatar = `https://avatar.example.net/initials/${number}.png`;
  return {
    self: `${SITE}/user?accountId=${accountId}`,
    accountId,
    avatarUrls: { '48x48': avatar, '24x24': avatar, '16x16': avatar, '32x32': avatar },
    displayName: `Person ${number}`,
    active: number % 9 !== 0,
    timeZone: 'Europe/Prague',
    accountType: 'atlassian',
  };
}

function status(index: number) {
  const [id, name, category, key] = STATUSES[index % STATUSES.length] ?? STATUSES[0];
  return {
    self: `${SITE}/status/${id}`,
    description: '',
    iconUrl: 'https://site.example.net/images/icons/statuses/generic.png',
    name,
    id,
    statusCategory: {
      self: `${SITE}/statuscategory/${category}`,
      id: category,
      key,
      colorName: 'yellow',
      name,
    },
  };
}

const DAY = 86_400_000;
const START = Date.UTC(2025, 0, 1);

function stamp(at: number): string {
  return new Date(at).toISOString().replace('Z', '+0000');
}

function sprint(number: number) {
  return {
    id: number,
    name: `Sprint ${number}`,
    state: 'closed',
    boardId: 84,
    goal: '',
    startDate: '2026-01-05T08:00:00.000Z',
    endDate: '2026-01-19T08:00:00.000Z',
    completeDate: '2026-01-19T09:00:00.000Z',
  };
}

/** One raw issue of a site; `random` decides everything but its number. */
function syntheticIssue(number: number, random: () => number): unknown {
  const pick = (below: number) => Math.floor(random() * below);
  const created = START + pick(500) * DAY + pick(DAY);
  const histories = Array.from({ length: HISTORIES }, (_, index) => ({
    id: String(number * 100 + HISTORIES - index),
    author: user(pick(40)),
    created: stamp(created + (HISTORIES - index) * DAY),
    items: index % 2 ? [statusItem(index)] : [statusItem(index), pointsItem(pick(8)), rankItem()],
  }));
  const worklogs = Array.from({ length: WORKLOGS }, (_, index) => ({
    self: `${SITE}/issue/${number}/worklog/${index}`,
    id: String(number * 10 + index),
    issueId: String(10_000 + number),
    author: user(pick(40)),
    updateAuthor: user(pick(40)),
    comment: {
      type: 'doc',
      version: 1,
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Pairing' }] }],
    },
    created: stamp(created),
    updated: stamp(created),
    started: stamp(created + index * DAY),
    timeSpent: '2h',
    timeSpentSeconds: 7_200,
  }));
  return {
    expand: 'operations,versionedRepresentations,editmeta,changelog,renderedFields',
    id: String(10_000 + number),
    self: `${SITE}/issue/${10_000 + number}`,
    key: `OPS-${number}`,
    fields: {
      summary: `Synthetic issue number ${number} with a summary of usual length`,
      project: {
        self: `${SITE}/project/10`,
        id: '10',
        key: 'OPS',
        name: 'Operations',
        projectTypeKey: 'software',
      },
      issuetype: {
        self: `${SITE}/issuetype/7`,
        id: '7',
        name: 'Story',
        subtask: false,
        hierarchyLevel: 0,
        iconUrl: 'https://site.example.net/story.svg',
      },
      status: status(pick(4)),
      priority: {
        self: `${SITE}/priority/3`,
        id: '3',
        name: 'Medium',
        iconUrl: 'https://site.example.net/medium.svg',
      },
      resolution: pick(2)
        ? { self: `${SITE}/resolution/1`, id: '1', name: 'Done', description: '' }
        : null,
      resolutiondate: pick(2) ? stamp(created + 9 * DAY) : null,
      assignee: user(pick(40)),
      reporter: user(pick(40)),
      creator: user(pick(40)),
      created: stamp(created),
      updated: stamp(created + 10 * DAY),
      statuscategorychangedate: stamp(created + 9 * DAY),
      duedate: '2026-10-05',
      labels: ['alpha', 'beta'],
      components: [{ self: `${SITE}/component/1`, id: '1', name: 'Engine' }],
      fixVersions: [
        {
          self: `${SITE}/version/1`,
          id: '1',
          name: '1.4',
          archived: false,
          released: true,
          releaseDate: '2026-02-01',
        },
      ],
      issuelinks: [],
      parent: {
        id: '10100',
        key: 'OPS-3',
        self: `${SITE}/issue/10100`,
        fields: {
          summary: 'Auth epic',
          status: status(1),
          issuetype: { id: '8', name: 'Epic', subtask: false, hierarchyLevel: 1 },
        },
      },
      timespent: 7_200,
      timeestimate: 3_600,
      timeoriginalestimate: 14_400,
      votes: { self: `${SITE}/issue/OPS-${number}/votes`, votes: 1, hasVoted: false },
      watches: { self: `${SITE}/issue/OPS-${number}/watchers`, watchCount: 2, isWatching: true },
      customfield_10016: pick(8),
      customfield_10020: [sprint(1 + pick(6)), sprint(7 + pick(6))],
      worklog: { startAt: 0, maxResults: 20, total: WORKLOGS, worklogs },
    },
    changelog: { startAt: 0, maxResults: 40, total: HISTORIES, histories },
  };
}

function statusItem(index: number) {
  const to = status(index);
  const from = status(index + 1);
  return {
    field: 'status',
    fieldtype: 'jira',
    fieldId: 'status',
    from: from.id,
    fromString: from.name,
    to: to.id,
    toString: to.name,
  };
}

function pointsItem(points: number) {
  return {
    field: 'Story point estimate',
    fieldtype: 'custom',
    fieldId: 'customfield_10016',
    from: null,
    fromString: null,
    to: null,
    toString: String(points),
  };
}

function rankItem() {
  return {
    field: 'Rank',
    fieldtype: 'custom',
    fieldId: 'customfield_10019',
    from: '',
    fromString: '',
    to: '',
    toString: 'Ranked higher',
  };
}

/** The fields of that site that a schema tells apart. */
export const SYNTHETIC_FIELDS = [
  {
    id: 'customfield_10016',
    name: 'Story point estimate',
    custom: true,
    schema: { type: 'number', custom: 'com.pyxis.greenhopper.jira:jsw-story-points' },
  },
  {
    id: 'customfield_10020',
    name: 'Sprint',
    custom: true,
    schema: { type: 'array', items: 'json', custom: 'com.pyxis.greenhopper.jira:gh-sprint' },
  },
];

/** Reply texts of bulkfetch, 100 issues each. */
export function* syntheticPages(count: number): Generator<string> {
  const random = createRandom(7);
  for (let first = 1; first <= count; first += 100) {
    const length = Math.min(100, count - first + 1);
    const issues = Array.from({ length }, (_, index) => syntheticIssue(first + index, random));
    yield JSON.stringify({ issues, issueErrors: [] });
  }
}
