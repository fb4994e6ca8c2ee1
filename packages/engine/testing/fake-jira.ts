/** A Jira of a few replies, for tests of the engine and the screens: one project, two boards, what a test tells. */
import type { HttpReply, HttpRequest, RequestFunction } from '@tallyboard/jira/http.ts';

export interface FakeIssue {
  readonly id: string;
  readonly key: string;
  readonly status: 'To Do' | 'In Progress' | 'Done';
  readonly assignee?: string;
  readonly points?: number;
}

export interface FakeJira {
  readonly request: RequestFunction;
  /** Every request so far, as 'POST /rest/api/3/search/jql'. */
  readonly asked: string[];
  /** Takes over replies: null leaves a request to the fake. */
  answer: ((request: HttpRequest) => HttpReply | Promise<HttpReply> | null) | null;
}

const POINTS_FIELD = 'customfield_10016';
const CREATED = '2026-03-02T09:00:00.000+0000';
const DONE_AT = '2026-03-04T09:00:00.000+0000';

const STATUSES = {
  'To Do': { id: '1', name: 'To Do', statusCategory: { id: 2, key: 'new', name: 'To Do' } },
  'In Progress': {
    id: '3',
    name: 'In Progress',
    statusCategory: { id: 4, key: 'indeterminate', name: 'In Progress' },
  },
  Done: { id: '5', name: 'Done', statusCategory: { id: 3, key: 'done', name: 'Done' } },
};

const FIELDS = [
  { id: 'summary', name: 'Summary', custom: false, schema: { type: 'string', system: 'summary' } },
  {
    id: POINTS_FIELD,
    name: 'Story Points',
    custom: true,
    schema: {
      type: 'number',
      custom: 'com.atlassian.jira.plugin.system.customfieldtypes:float',
      customId: 10016,
    },
  },
];

export const ME = { accountId: 'u-ana', displayName: 'Ana Roy', active: true, timeZone: 'UTC' };

export function reply(body: unknown, status = 200): HttpReply {
  return { status, headers: {}, body: JSON.stringify(body) };
}

export function createFakeJira(issues: readonly FakeIssue[]): FakeJira {
  const fake: FakeJira = {
    asked: [],
    answer: null,
    async request(request, signal) {
      signal?.throwIfAborted();
      fake.asked.push(`${request.method} ${request.path}`);
      return (await fake.answer?.(request)) ?? answer(request, issues);
    },
  };
  return fake;
}

function answer(request: HttpRequest, issues: readonly FakeIssue[]): HttpReply {
  const { path } = request;
  const body = (request.body ?? {}) as Record<string, unknown>;
  const one = ONE_REPLY[path];
  if (one) return reply(one);
  // Nothing was ever saved.
  if (path.endsWith('/properties')) return reply({ keys: [] });
  if (path.endsWith('/approximate-count'))
    return reply({ count: isEpics(body) || isTime(body) ? 0 : issues.length });
  if (path.endsWith('/search/jql')) {
    const found = isEpics(body) ? [] : issues;
    return reply({ issues: found.map(({ id }) => ({ id })), isLast: true });
  }
  if (path.endsWith('/issue/bulkfetch')) {
    const ids = body.issueIdsOrKeys as string[];
    const wanted = issues.filter(({ id }) => ids.includes(id)).map(wireIssue);
    return reply({ issues: wanted, issueErrors: [] });
  }
  if (path.endsWith('/jql/parse'))
    return reply({ queries: [{ query: String(body.queries), errors: [] }] });
  if (path.endsWith('/changelog')) return reply({ values: [CHANGE], total: 1, isLast: true });
  return reply({ errorMessages: [`Nothing at ${path}`] }, 404);
}

const isTime = (body: Record<string, unknown>) => String(body.jql).includes('timespent > 0');
const isEpics = (body: Record<string, unknown>) => String(body.jql).includes('issuetype = Epic');

const BOARDS = [
  {
    id: 7,
    name: 'Atlas board',
    type: 'scrum',
    location: { projectKey: 'AT', projectName: 'Atlas' },
  },
  {
    id: 8,
    name: 'Atlas support',
    type: 'kanban',
    location: { projectKey: 'AT', projectName: 'Atlas' },
  },
];

const ONE_REPLY: Readonly<Record<string, unknown>> = {
  '/rest/api/2/field': FIELDS,
  '/rest/api/2/status': Object.values(STATUSES),
  '/rest/api/2/myself': ME,
  '/rest/api/2/configuration': {
    timeTrackingEnabled: true,
    timeTrackingConfiguration: { workingHoursPerDay: 8, workingDaysPerWeek: 5 },
  },
  '/rest/api/2/project/AT': { id: '100', key: 'AT', name: 'Atlas' },
  '/rest/agile/1.0/board': { values: BOARDS, startAt: 0, maxResults: 50, total: 2, isLast: true },
  '/rest/agile/1.0/board/7/configuration': { id: 7, name: 'Atlas board', filter: { id: '70' } },
  '/rest/agile/1.0/board/8/configuration': { id: 8, name: 'Atlas support', filter: { id: '80' } },
  '/rest/api/2/filter/70': { id: '70', name: 'Atlas', jql: 'project = AT ORDER BY Rank ASC' },
  '/rest/api/2/filter/80': {
    id: '80',
    name: 'Support',
    jql: 'project = AT AND labels = support order by Rank',
  },
};

const CHANGE = {
  id: '900',
  created: DONE_AT,
  author: ME,
  items: [
    {
      field: 'status',
      fieldId: 'status',
      from: '1',
      fromString: 'To Do',
      to: '5',
      toString: 'Done',
    },
  ],
};

export function wireIssue({ id, key, status, assignee, points }: FakeIssue) {
  const done = status === 'Done';
  return {
    id,
    key,
    fields: {
      summary: `Summary of ${key}`,
      project: { id: '100', key: 'AT', name: 'Atlas' },
      issuetype: { id: '10', name: 'Task', subtask: false, hierarchyLevel: 0 },
      status: STATUSES[status],
      resolution: done ? { id: '1', name: 'Done' } : null,
      resolutiondate: done ? DONE_AT : null,
      created: CREATED,
      updated: done ? DONE_AT : CREATED,
      assignee: assignee
        ? { accountId: `u-${assignee}`, displayName: assignee, active: true }
        : null,
      priority: { id: '3', name: 'Medium' },
      issuelinks: [],
      labels: [],
      components: [],
      fixVersions: [],
      [POINTS_FIELD]: points ?? null,
    },
  };
}
