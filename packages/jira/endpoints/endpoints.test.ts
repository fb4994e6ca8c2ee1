import { describe, expect, it } from 'vitest';
import { createJiraClient, type JiraClient } from '../client.ts';
import type { Flavour } from '../flavour.ts';
import type { HttpRequest, RequestFunction } from '../http.ts';
import { createFakeHost, reply, STATUSES } from '../testing/fake-jira.ts';
import { loadOpenApi } from '../testing/openapi.ts';
import { fetchAppSetting, fetchAppSettingKeys, putAppSetting } from './app-settings.ts';
import {
  fetchBoard,
  fetchBoardConfiguration,
  fetchBoardSprints,
  fetchBoards,
  findBoardOfFilter,
} from './board.ts';
import { fetchBulkChangelogs } from './changelog.ts';
import { fetchItemProperty, putItemProperty, putItemTitle, renameGadget } from './dashboard.ts';
import { fetchFilter, fetchFilters } from './filter.ts';
import { fetchIssueHistories } from './issue.ts';
import { checkJql, fetchJqlWords, fetchSuggestions } from './jql.ts';
import {
  assignIssue,
  estimateIssue,
  fetchAssignable,
  moveToBacklog,
  moveToSprint,
  rankIssues,
  setField,
} from './planning.ts';
import { fetchProject, fetchProjects, fetchVersions, searchProjects } from './project.ts';
import { fetchIssueCount, fetchIssuesById, fetchOffsetPage, fetchTokenPage } from './search.ts';
import {
  fetchConfiguration,
  fetchFields,
  fetchMyself,
  fetchPermissions,
  fetchStatuses,
} from './site.ts';
import { fetchSprintReport } from './sprint-report.ts';
import { fetchUserNames } from './users.ts';
import { fetchWorklogs } from './worklog.ts';

interface Row {
  readonly name: string;
  readonly call: (client: JiraClient) => Promise<unknown>;
  readonly sends: string;
  readonly query?: HttpRequest['query'];
  readonly body?: unknown;
  /** By default the example of Atlassian's document, so that our checks are held against theirs. */
  readonly replies?: unknown;
  /** Not in the published documents: an app's own address, or Data Center alone. */
  readonly undocumented?: true;
  /** Where the document's schema is known to be wrong. */
  readonly differs?: readonly string[];
}

const item = { dashboardId: '10000', itemId: '10010' };
const shape = { fields: ['summary', 'status'], expand: ['changelog'] };
const page = { startAt: 0, maxResults: 50 };
const done = null;
const noIssues = { startAt: 0, maxResults: 50, total: 0, issues: [] };

/** Calls that are the same on Cloud and Data Center. */
const both: readonly Row[] = [
  { name: 'fields', call: fetchFields, sends: 'GET /rest/api/2/field' },
  { name: 'statuses', call: fetchStatuses, sends: 'GET /rest/api/2/status', replies: STATUSES },
  { name: 'configuration', call: fetchConfiguration, sends: 'GET /rest/api/2/configuration' },
  { name: 'myself', call: fetchMyself, sends: 'GET /rest/api/2/myself' },
  {
    name: 'permissions',
    call: c => fetchPermissions(c, ['EDIT_ISSUES', 'ASSIGN_ISSUES'], 'OPS'),
    sends: 'GET /rest/api/2/mypermissions',
    query: { permissions: 'EDIT_ISSUES,ASSIGN_ISSUES', projectKey: 'OPS' },
    replies: { permissions: {} },
  },
  {
    name: 'estimate',
    call: c => estimateIssue(c, 'OPS-1', { boardId: 84, value: '8' }),
    sends: 'PUT /rest/agile/1.0/issue/OPS-1/estimation',
    query: { boardId: 84 },
    body: { value: '8' },
  },
  {
    name: 'clear an estimate',
    call: c => setField(c, 'OPS-1', { fieldId: 'customfield_10016', value: null }),
    sends: 'PUT /rest/api/2/issue/OPS-1',
    body: { fields: { customfield_10016: null } },
    replies: done,
  },
  {
    name: 'set a due date',
    call: c => setField(c, 'OPS-1', { fieldId: 'duedate', value: '2026-03-05' }),
    sends: 'PUT /rest/api/2/issue/OPS-1',
    body: { fields: { duedate: '2026-03-05' } },
    replies: done,
  },
  {
    name: 'move to a sprint',
    call: c => moveToSprint(c, 7, ['OPS-1', 'OPS-2']),
    sends: 'POST /rest/agile/1.0/sprint/7/issue',
    body: { issues: ['OPS-1', 'OPS-2'] },
    replies: done,
  },
  {
    name: 'move to the backlog',
    call: c => moveToBacklog(c, ['OPS-1']),
    sends: 'POST /rest/agile/1.0/backlog/issue',
    body: { issues: ['OPS-1'] },
    replies: done,
  },
  {
    name: 'rank',
    call: c => rankIssues(c, ['OPS-1'], { rankAfterIssue: 'OPS-2' }),
    sends: 'PUT /rest/agile/1.0/issue/rank',
    body: { issues: ['OPS-1'], rankAfterIssue: 'OPS-2' },
    replies: done,
  },
  { name: 'project', call: c => fetchProject(c, 'OPS'), sends: 'GET /rest/api/2/project/OPS' },
  {
    name: 'versions',
    call: c => fetchVersions(c, 'OPS'),
    sends: 'GET /rest/api/2/project/OPS/version',
    query: { ...page, orderBy: 'sequence' },
  },
  { name: 'filter', call: c => fetchFilter(c, '10603'), sends: 'GET /rest/api/2/filter/10603' },
  { name: 'board', call: c => fetchBoard(c, 84), sends: 'GET /rest/agile/1.0/board/84' },
  {
    name: 'board configuration',
    call: c => fetchBoardConfiguration(c, 84),
    sends: 'GET /rest/agile/1.0/board/84/configuration',
  },
  {
    name: 'board sprints',
    call: c => fetchBoardSprints(c, 84),
    sends: 'GET /rest/agile/1.0/board/84/sprint',
    query: page,
  },
  {
    name: 'dashboard item title',
    call: c => putItemTitle(c, item, 'Velocity'),
    sends: 'PUT /rest/api/2/dashboard/10000/items/10010/properties/title',
    body: 'Velocity',
    replies: done,
  },
];

const cloud: readonly Row[] = [
  {
    name: 'assign',
    call: c => assignIssue(c, 'OPS-1', null),
    sends: 'PUT /rest/api/3/issue/OPS-1/assignee',
    body: { accountId: null },
    replies: done,
    // Its own description says that null unassigns.
    differs: ['body/accountId must be string'],
  },
  {
    name: 'assignable people',
    call: c => fetchAssignable(c, { project: 'OPS', text: 'an' }),
    sends: 'GET /rest/api/2/user/assignable/search',
    query: { project: 'OPS', query: 'an', maxResults: 20 },
    replies: [],
  },
  {
    name: 'search',
    call: c => fetchTokenPage(c, { jql: 'project = OPS', fields: ['id'], token: 'CAE' }),
    sends: 'POST /rest/api/3/search/jql',
    body: {
      jql: 'project = OPS',
      fields: ['id'],
      maxResults: 5000,
      nextPageToken: 'CAE',
    },
  },
  {
    name: 'bulkfetch',
    call: c => fetchIssuesById(c, ['1', 'OPS-2'], shape),
    sends: 'POST /rest/api/3/issue/bulkfetch',
    body: { issueIdsOrKeys: ['1', 'OPS-2'], fields: ['summary', 'status'], expand: ['changelog'] },
  },
  {
    name: 'count',
    call: c => fetchIssueCount(c, 'project = OPS'),
    sends: 'POST /rest/api/3/search/approximate-count',
    body: { jql: 'project = OPS' },
  },
  {
    name: 'count of all',
    call: c => fetchIssueCount(c, 'ORDER BY key'),
    sends: 'POST /rest/api/3/search/approximate-count',
    body: { jql: 'created >= "1970-01-01"' },
  },
  {
    name: 'bulk changelogs',
    call: c => fetchBulkChangelogs(c, { ids: ['1', '2'], fieldIds: ['status'], token: 'x' }),
    sends: 'POST /rest/api/3/changelog/bulkfetch',
    body: {
      issueIdsOrKeys: ['1', '2'],
      fieldIds: ['status'],
      maxResults: 10000,
      nextPageToken: 'x',
    },
  },
  {
    name: 'issue changelog',
    call: c => fetchIssueHistories(c, 'OPS-1'),
    sends: 'GET /rest/api/2/issue/OPS-1/changelog',
    query: { startAt: 0, maxResults: 100 },
  },
  {
    name: 'worklogs',
    call: c => fetchWorklogs(c, 'OPS-1', { from: 1000, to: 2000 }),
    sends: 'GET /rest/api/3/issue/OPS-1/worklog',
    query: { startAt: 0, maxResults: 5000, startedAfter: 999, startedBefore: 2000 },
  },
  {
    name: 'projects',
    call: fetchProjects,
    sends: 'GET /rest/api/3/project/search',
    query: { startAt: 0, maxResults: 100, orderBy: 'name' },
  },
  {
    name: 'projects by a text',
    call: c => searchProjects(c, 'web'),
    sends: 'GET /rest/api/3/project/search',
    query: { orderBy: 'name', maxResults: 10, query: 'web' },
  },
  {
    name: 'names of users',
    call: c => fetchUserNames(c, ['a-1', 'a-2']),
    sends: 'GET /rest/api/3/user/bulk',
    query: { accountId: ['a-1', 'a-2'], maxResults: 100 },
  },
  {
    name: 'the board of a filter',
    call: c => findBoardOfFilter(c, '10101'),
    sends: 'GET /rest/agile/1.0/board',
    query: { filterId: '10101', maxResults: 2 },
  },
  {
    name: 'filters',
    call: fetchFilters,
    sends: 'GET /rest/api/3/filter/search',
    query: { startAt: 0, maxResults: 100, expand: 'jql', orderBy: 'name' },
  },
  {
    name: 'boards',
    call: c => fetchBoards(c, 'OPS'),
    sends: 'GET /rest/agile/1.0/board',
    query: { ...page, projectLocation: 'OPS' },
  },
  {
    name: 'check a query',
    call: c => checkJql(c, 'project = OPS'),
    sends: 'POST /rest/api/3/jql/parse',
    query: { validation: 'strict' },
    body: { queries: ['project = OPS'] },
  },
  {
    name: 'autocomplete',
    call: fetchJqlWords,
    sends: 'GET /rest/api/3/jql/autocompletedata',
  },
  {
    name: 'suggestions',
    call: c => fetchSuggestions(c, 'status', 'In'),
    sends: 'GET /rest/api/3/jql/autocompletedata/suggestions',
    query: { fieldName: 'status', fieldValue: 'In' },
  },
  {
    name: 'app setting',
    call: c => fetchAppSetting(c, 'global-settings'),
    sends: 'GET /rest/atlassian-connect/1/addons/my.app/properties/global-settings',
  },
  {
    name: 'keys of app settings',
    call: c => fetchAppSettingKeys(c),
    sends: 'GET /rest/atlassian-connect/1/addons/my.app/properties',
    replies: { keys: [{ key: 'ted', self: 'https://x/ted' }] },
  },
  {
    name: 'save app setting',
    call: c => putAppSetting(c, 'ted', '2026-03-02'),
    sends: 'PUT /rest/atlassian-connect/1/addons/my.app/properties/ted',
    body: '2026-03-02',
    replies: { message: 'Property updated.', statusCode: 200 },
  },
  {
    name: 'item property',
    call: c => fetchItemProperty(c, item, 'settings'),
    sends: 'GET /rest/api/2/dashboard/10000/items/10010/properties/settings',
  },
  {
    name: 'save item property',
    call: c => putItemProperty(c, item, 'settings', { jql: 'é' }),
    sends: 'PUT /rest/api/2/dashboard/10000/items/10010/properties/settings',
    body: { jql: 'é' },
    replies: done,
  },
  {
    name: 'sprint report',
    call: c => fetchSprintReport(c, { board: 84, sprint: 37 }),
    sends: 'GET /rest/greenhopper/1.0/rapid/charts/sprintreport',
    query: { rapidViewId: 84, sprintId: 37 },
    replies: {
      contents: {
        completedIssues: [{ key: 'POW-1' }],
        issuesNotCompletedInCurrentSprint: [],
        puntedIssues: [],
        issuesCompletedInAnotherSprint: [],
        issueKeysAddedDuringSprint: { 'POW-2': true },
      },
    },
    undocumented: true,
  },
  {
    name: 'rename gadget',
    call: c => renameGadget(c, item, 'Velocity'),
    sends: 'PUT /rest/api/3/dashboard/10000/gadget/10010',
    body: { title: 'Velocity' },
    replies: done,
  },
];

const dataCenter: readonly Row[] = [
  {
    name: 'assign',
    call: c => assignIssue(c, 'OPS-1', 'ana'),
    sends: 'PUT /rest/api/2/issue/OPS-1/assignee',
    body: { name: 'ana' },
    replies: done,
  },
  {
    name: 'assignable people',
    call: c => fetchAssignable(c, { project: 'OPS', text: '' }),
    sends: 'GET /rest/api/2/user/assignable/search',
    query: { project: 'OPS', username: '.', maxResults: 20 },
    replies: [],
  },
  {
    name: 'search',
    call: c => fetchOffsetPage(c, { jql: 'project = OPS', startAt: 50, maxResults: 10, ...shape }),
    sends: 'GET /rest/api/2/search',
    query: {
      jql: 'project = OPS',
      startAt: 50,
      maxResults: 10,
      fields: 'summary,status',
      expand: 'changelog',
    },
    replies: noIssues,
  },
  {
    name: 'long search',
    call: c => fetchOffsetPage(c, { jql: `key in (${'A-1, '.repeat(400)}A-2)`, ...page, ...shape }),
    sends: 'POST /rest/api/2/search',
    body: {
      jql: `key in (${'A-1, '.repeat(400)}A-2)`,
      ...page,
      fields: ['summary', 'status'],
      expand: ['changelog'],
    },
    replies: noIssues,
  },
  {
    name: 'key list',
    call: c => fetchIssuesById(c, ['OPS-1', 'OPS-2'], { fields: ['summary'] }),
    sends: 'POST /rest/api/2/search',
    body: {
      jql: 'issuekey in (OPS-1, OPS-2)',
      startAt: 0,
      maxResults: 2,
      fields: ['summary'],
      validateQuery: 'warn',
    },
    replies: noIssues,
  },
  {
    name: 'count',
    call: c => fetchIssueCount(c, 'project = OPS'),
    sends: 'GET /rest/api/2/search',
    query: { jql: 'project = OPS', startAt: 0, maxResults: 0, fields: 'id' },
    replies: noIssues,
  },
  {
    name: 'issue histories',
    call: c => fetchIssueHistories(c, 'OPS-1'),
    sends: 'GET /rest/api/2/issue/OPS-1',
    query: { fields: 'status', expand: 'changelog' },
    replies: { id: '1', key: 'OPS-1', fields: {}, changelog: { total: 0, histories: [] } },
  },
  {
    name: 'worklogs',
    call: c => fetchWorklogs(c, 'OPS-1', { from: 1000, to: 2000 }),
    sends: 'GET /rest/api/2/issue/OPS-1/worklog',
    query: { startAt: 0, maxResults: 5000 },
  },
  { name: 'projects', call: fetchProjects, sends: 'GET /rest/api/2/project' },
  { name: 'filters', call: fetchFilters, sends: 'GET /rest/api/2/filter/favourite' },
  {
    name: 'boards',
    call: c => fetchBoards(c, 'OPS'),
    sends: 'GET /rest/agile/1.0/board',
    query: { ...page, projectKeyOrId: 'OPS' },
  },
  {
    name: 'check a query',
    call: c => checkJql(c, 'project = OPS'),
    sends: 'GET /rest/api/2/search',
    query: { jql: 'project = OPS', startAt: 0, maxResults: 0, fields: 'id' },
    replies: noIssues,
  },
  {
    name: 'autocomplete',
    call: fetchJqlWords,
    sends: 'GET /rest/api/2/jql/autocompletedata',
  },
  {
    name: 'suggestions',
    call: c => fetchSuggestions(c, 'status', 'In'),
    sends: 'GET /rest/api/2/jql/autocompletedata/suggestions',
    query: { fieldName: 'status', fieldValue: 'In' },
  },
  {
    name: 'app setting',
    call: c => fetchAppSetting(c, 'global-settings'),
    sends: 'GET /plugins/servlet/my.app/settings',
    query: { key: 'global-settings' },
    replies: { value: {} },
    undocumented: true,
  },
  {
    name: 'save app setting',
    call: c => putAppSetting(c, 'enabled-fields', ['a']),
    sends: 'PUT /plugins/servlet/my.app/settings',
    query: { key: 'enabled-fields' },
    body: ['a'],
    replies: done,
    undocumented: true,
  },
  {
    name: 'save item property as base64',
    call: c => putItemProperty(c, item, 'settings', { jql: 'é' }),
    sends: 'PUT /rest/api/2/dashboard/10000/items/10010/properties/settings',
    body: 'eyJqcWwiOiLDqSJ9',
    replies: done,
  },
];

const openApi = loadOpenApi();

function clientOf(flavour: Flavour, request: RequestFunction): JiraClient {
  return createJiraClient({ flavour, request, addonKey: 'my.app' });
}

async function check(flavour: Flavour, row: Row): Promise<void> {
  const host = createFakeHost([
    request => {
      const body = row.replies === undefined ? openApi.example(request) : row.replies;
      return body === null ? reply(204, undefined) : reply(200, body);
    },
  ]);
  const client = clientOf(flavour, host.request);
  const calling = row.call(client);
  // Without the documents there is no example to answer with: the request alone is held against the table.
  await calling;
  const sent = host.requests[0];
  expect(sent && `${sent.method} ${sent.path}`).toBe(row.sends);
  expect(sent?.query ?? {}).toEqual(row.query ?? {});
  expect(sent?.body).toEqual(row.body);
  if (!sent) return;
  expect(openApi.problems(sent)).toEqual(row.undocumented ? null : (row.differs ?? []));
}

describe('every call: method, path, query and body', () => {
  it.each([...both, ...cloud])('Cloud: $name', row => check('cloud', row));
  it.each([...both, ...dataCenter])('Data Center: $name', row => check('data-center', row));
});

describe('replies', () => {
  const answering = (flavour: Flavour, ...answers: readonly (readonly [number, unknown])[]) => {
    const host = createFakeHost([(_, count) => reply(...(answers[count] ?? [500, undefined]))]);
    return { client: clientOf(flavour, host.request), requests: host.requests };
  };

  it('reads gadget properties of Data Center in base64 or plain', async () => {
    const stored = answering('data-center', [200, { key: 'k', value: 'eyJqcWwiOiLDqSJ9' }]);
    expect(await fetchItemProperty(stored.client, item, 'k')).toEqual({ jql: 'é' });
    const plain = answering('data-center', [200, { key: 'k', value: { jql: 'x' } }]);
    expect(await fetchItemProperty(plain.client, item, 'k')).toEqual({ jql: 'x' });
  });

  it.each([['7'], [{}], [{ key: 'k' }]])(
    'a reply that is no property is never taken for one that was never saved: %j',
    async answer => {
      const { client } = answering('cloud', [200, answer]);
      await expect(fetchItemProperty(client, item, 'k')).rejects.toMatchObject({
        name: 'WireError',
      });
    },
  );

  it('returns undefined for a property or setting that was never saved', async () => {
    const { client } = answering('cloud', [404, {}], [404, {}]);
    expect(await fetchItemProperty(client, item, 'k')).toBeUndefined();
    expect(await fetchAppSetting(client, 'ted')).toBeUndefined();
  });

  it('removes tags from suggestions', async () => {
    const { client } = answering('cloud', [
      200,
      { results: [{ value: '"In Work"', displayName: '<b>In</b> Work' }] },
    ]);
    expect(await fetchSuggestions(client, 'status', 'in')).toEqual([
      { value: '"In Work"', label: 'In Work' },
    ]);
  });

  it('returns the JQL errors of Data Center', async () => {
    const { client } = answering('data-center', [400, { errorMessages: ['Bad.'], errors: {} }]);
    expect(await checkJql(client, 'x')).toEqual({ errors: ['Bad.'], warnings: [] });
  });

  it('names the issues that could not be moved', async () => {
    const entries = [
      { issueId: 1, issueKey: 'OPS-1', status: 200 },
      { issueId: 2, issueKey: 'OPS-2', status: 403, errors: ['No permission.'] },
    ];
    const { client } = answering('cloud', [207, { entries }]);
    expect(await moveToBacklog(client, ['OPS-1', 'OPS-2'])).toEqual([
      { key: 'OPS-2', message: 'No permission.' },
    ]);
  });

  it('returns people by the name that the host assigns by', async () => {
    const user = { key: 'JIRAUSER10100', name: 'ana', displayName: 'Ana Roy', active: true };
    const { client } = answering('data-center', [200, [user, { displayName: 'Nameless' }]]);
    expect(await fetchAssignable(client, { project: 'OPS', text: 'a' })).toMatchObject([
      { login: 'ana', user: { id: 'JIRAUSER10100', name: 'Ana Roy' } },
    ]);
  });

  it('reads each record of a list for itself', async () => {
    const schema = { type: null, custom: 'com.pyxis.greenhopper.jira:gh-sprint' };
    const fields = [
      { id: 'a', name: 'A', schema: 'number' },
      { id: 'b', schema },
      { name: 'C' },
      7,
    ];
    const { client } = answering('cloud', [200, fields]);
    const { records, lost } = await fetchFields(client);
    expect(records).toEqual([
      { id: 'a', name: 'A', schema: { type: 'number' } },
      { id: 'b', name: 'b', schema: { ...schema, type: 'array', items: 'json' } },
    ]);
    expect(lost).toHaveLength(2);
  });

  it('names the list that a reply lacks', async () => {
    const { client } = answering('cloud', [200, { fields: [] }]);
    await expect(fetchFields(client)).rejects.toMatchObject({ name: 'WireError', key: 'field' });
  });
});
