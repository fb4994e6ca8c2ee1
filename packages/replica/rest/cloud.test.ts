import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asOf, type DemoReplica, openDemoReplica } from './testing/demo-replica.ts';

interface Issue {
  id: string;
  key?: string;
  fields?: Record<string, unknown>;
  changelog?: { total: number; maxResults: number; histories: { id: string; created: string }[] };
}
interface SearchPage {
  issues: Issue[];
  isLast: boolean;
  nextPageToken?: string;
}

let demo: DemoReplica;
beforeAll(async () => {
  demo = await openDemoReplica();
});
afterAll(() => demo.close());

async function post<T>(url: string, body: unknown, status = 200): Promise<T> {
  const reply = await demo.app.inject({ method: 'POST', url, payload: JSON.stringify(body) });
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(status);
  return reply.json() as T;
}

async function get<T>(url: string, status = 200, headers = {}): Promise<T> {
  const reply = await demo.app.inject({ method: 'GET', url, headers });
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(status);
  return reply.json() as T;
}

const search = (body: unknown, status = 200) =>
  post<SearchPage>('/rest/api/3/search/jql', body, status);
const everything = 'created >= 1970-01-01 ORDER BY key ASC';

describe('search', () => {
  test('returns only ids unless fields are named', async () => {
    const { issues } = await search({ jql: everything });
    expect(issues).toHaveLength(50);
    expect(Object.keys(issues[0] ?? {})).toEqual(['id']);
  });

  test.each([
    [['id'], 5000, 300],
    [['key'], 5000, 300],
    [['summary'], 5000, 100],
    [['summary'], 20, 20],
  ])('a page of %j, %i asked for, has %i issues', async (fields, maxResults, length) => {
    const { issues } = await search({ jql: everything, fields, maxResults });
    expect(issues).toHaveLength(length);
  });

  test('pages by token return each issue once', async () => {
    const seen: string[] = [];
    let nextPageToken: string | undefined;
    do {
      const page = await search({
        jql: everything,
        fields: ['summary'],
        maxResults: 100,
        nextPageToken,
      });
      seen.push(...page.issues.map(({ id }) => id));
      expect(page.isLast).toBe(page.nextPageToken === undefined);
      ({ nextPageToken } = page);
    } while (nextPageToken);
    expect(new Set(seen).size).toBe(300);
    expect(seen).toHaveLength(300);
  });

  test('an issue that is created meanwhile does not shift the pages of a long result', async () => {
    const newest = { jql: 'created >= 1970-01-01 ORDER BY created DESC', maxResults: 60 };
    const first = await search(newest);
    const second = await search({ ...newest, nextPageToken: first.nextPageToken });
    const fields = { project: { key: 'WEB' }, issuetype: { name: 'Task' }, summary: 'New' };
    const created = await post<Issue>('/rest/api/3/issue', { fields }, 201);
    const third = await search({ ...newest, nextPageToken: second.nextPageToken });
    const fourth = await search({ ...newest, nextPageToken: third.nextPageToken });
    await demo.app.inject({ method: 'DELETE', url: `/rest/api/3/issue/${created.id}` });
    const pages = [first, second, third, fourth];
    const ids = pages.flatMap(({ issues }) => issues.map(({ id }) => id));
    expect(new Set(ids).size).toBe(240);
  });

  test('a token of another query is rejected', async () => {
    const { nextPageToken } = await search({ jql: everything, maxResults: 1 });
    await search({ jql: 'project = WEB', nextPageToken }, 400);
  });

  test.each([['', 'ORDER BY created']])('%j is unbounded', async jql => {
    expect(await search({ jql }, 400)).toEqual({
      errorMessages: [
        'Unbounded JQL queries are not allowed here. Please add a search restriction to your query.',
      ],
      errors: {},
    });
  });

  test('unknown members of the body are rejected', async () => {
    expect(await search({ jql: everything, startAt: 0 }, 400)).toEqual({
      errorMessages: [
        'Invalid request payload. Refer to the REST API documentation and try again.',
      ],
      errors: {},
    });
  });

  test('an invalid query has the position of its error', async () => {
    const { errorMessages } = (await search({ jql: 'project bad WEB' }, 400)) as unknown as {
      errorMessages: string[];
    };
    expect(errorMessages.join()).toMatch(/^Error in the JQL Query: .*\(line 1, character 9\)/);
  });

  test('the removed search is 410 and names its replacement', async () => {
    const reply = await get<{ errorMessages: string[] }>('/rest/api/3/search?jql=x', 410);
    expect(reply.errorMessages[0]).toMatch(/migrate to the \/rest\/api\/3\/search\/jql API/);
  });

  test('the approximate count is exact', async () => {
    const reply = await post('/rest/api/3/search/approximate-count', { jql: everything });
    expect(reply).toEqual({ count: 300 });
  });
});

describe('bulkfetch', () => {
  test('sorts by id and ignores unknown issues', async () => {
    const asked = ['WEB-5', 'NOPE-1', 'web-2', 'WEB-5'];
    const { issues, issueErrors } = await post<{ issues: Issue[]; issueErrors: unknown[] }>(
      '/rest/api/3/issue/bulkfetch',
      { issueIdsOrKeys: asked, fields: ['summary'] },
    );
    const ids = issues.map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(issues.map(({ key }) => key).toSorted()).toEqual(['WEB-2', 'WEB-5']);
    expect(issueErrors).toEqual([]);
  });

  test('accepts at most 100 issues', async () => {
    const issueIdsOrKeys = Array.from({ length: 101 }, (_, i) => `WEB-${i}`);
    await post('/rest/api/3/issue/bulkfetch', { issueIdsOrKeys }, 400);
  });

  test('includes and excludes the named fields', async () => {
    const fetch = async (fields: string[]) => {
      const body = { issueIdsOrKeys: ['WEB-2'], fields };
      const { issues } = await post<{ issues: Issue[] }>('/rest/api/3/issue/bulkfetch', body);
      return Object.keys(issues[0]?.fields ?? {});
    };
    expect((await fetch(['summary', 'status'])).toSorted()).toEqual(['status', 'summary']);
    const navigable = await fetch([]);
    expect(navigable).toContain('summary');
    expect(navigable).not.toContain('worklog');
    expect(await fetch(['-summary'])).toEqual(navigable.filter(name => name !== 'summary'));
    expect(await fetch(['*all'])).toContain('worklog');
  });
});

describe('histories', () => {
  /** An issue with more changes than Cloud puts into it. */
  async function manyChanges(): Promise<string> {
    const author = { accountId: 'x', displayName: 'X' };
    const [id] = await demo.store.issues.ids(['WEB-2']);
    for (let i = 0; i < 60; i++) {
      const field = { field: 'summary', fieldtype: 'jira', fieldId: 'summary' };
      const names = { from: null, fromString: null, to: null, toString: `Take ${i}` };
      await demo.store.planning.edit({
        issueId: String(id),
        author,
        at: asOf + i * 1000,
        edit(record) {
          record.fields.summary = `Take ${i}`;
          return [{ ...field, ...names }];
        },
      });
    }
    return String(id);
  }

  test('the newest 40 are inlined with the total, pages are oldest first', async () => {
    const id = await manyChanges();
    const body = { issueIdsOrKeys: [id], fields: ['summary'], expand: ['changelog'] };
    const { issues } = await post<{ issues: Issue[] }>('/rest/api/3/issue/bulkfetch', body);
    const inline = issues[0]?.changelog;
    expect(inline?.histories).toHaveLength(40);
    expect(inline?.total).toBeGreaterThanOrEqual(60);
    const all: { id: string }[] = [];
    for (let url: string | undefined = `/rest/api/3/issue/${id}/changelog?maxResults=25`; url; ) {
      const page: { values: { id: string }[]; nextPage?: string } = await get(url);
      all.push(...page.values);
      url = page.nextPage;
    }
    expect(all).toHaveLength(inline?.total ?? 0);
    const newest = all.slice(-40).map(history => history.id);
    expect(inline?.histories.map(history => history.id)).toEqual(newest.toReversed());
  });

  test('bulk histories are paged and have times as numbers', async () => {
    type Bulk = {
      issueChangeLogs: { issueId: string; changeHistories: { id: string; created: number }[] }[];
      nextPageToken?: string;
    };
    const issueIdsOrKeys = Array.from({ length: 20 }, (_, i) => `WEB-${i + 1}`);
    const whole = await post<Bulk>('/rest/api/3/changelog/bulkfetch', { issueIdsOrKeys });
    const ids = (bulk: Bulk) =>
      bulk.issueChangeLogs.flatMap(log => log.changeHistories.map(history => history.id));
    expect(typeof whole.issueChangeLogs[0]?.changeHistories[0]?.created).toBe('number');
    const paged: string[] = [];
    let nextPageToken: string | undefined;
    do {
      const body = { issueIdsOrKeys, maxResults: 7, ...(nextPageToken ? { nextPageToken } : {}) };
      const page: Bulk = await post('/rest/api/3/changelog/bulkfetch', body);
      paged.push(...ids(page));
      ({ nextPageToken } = page);
    } while (nextPageToken);
    expect(paged).toEqual(ids(whole));
  });
});

describe('the caller', () => {
  test('is the current user of the site, or the user that the call names', async () => {
    const me = await get<{ accountId: string; displayName: string }>('/rest/api/3/myself');
    const users = await demo.store.catalogue.all('user');
    const other = users.find(({ id }) => id !== me.accountId)?.id ?? '';
    const named = { 'x-replica-user': other };
    expect((await get<{ accountId: string }>('/rest/api/3/myself', 200, named)).accountId).toBe(
      other,
    );
    const cookie = { cookie: `a=b; replica_user=${encodeURIComponent(other)}` };
    expect((await get<{ accountId: string }>('/rest/api/3/myself', 200, cookie)).accountId).toBe(
      other,
    );
  });

  test('anonymous callers see nothing', async () => {
    const nobody = { 'x-replica-user': 'anonymous' };
    await get('/rest/api/3/myself', 401, nobody);
    await get('/rest/api/3/issue/WEB-1', 401, nobody);
    expect(await get('/rest/api/3/search/jql?jql=project%20%3D%20WEB', 200, nobody)).toEqual({
      issues: [],
      isLast: true,
    });
  });
});

test.each([
  ['https://elsewhere.example', {}, 403],
  ['https://elsewhere.example', { 'x-atlassian-token': 'no-check' }, 200],
  ['http://localhost:80', {}, 200],
])('a change from a page of %s with %j is answered %i', async (origin, headers, status) => {
  const url = '/rest/atlassian-connect/1/addons/x/properties/origin';
  await demo.store.properties.set('addon:x', 'origin', 1);
  const reply = await demo.app.inject({
    method: 'PUT',
    url,
    payload: '1',
    headers: { host: 'localhost', origin, ...headers },
  });
  expect(reply.statusCode).toBe(status);
});

test('the newer board list is paged by token', async () => {
  const boards = await get<{ values: { id: number; type: string }[] }>('/rest/agile/1.0/board');
  const scrum = boards.values.find(({ type }) => type === 'scrum')?.id;
  const page = await get<SearchPage>(`/rest/software/1.0/board/${scrum}/issue?maxResults=5`);
  expect(page.issues).toHaveLength(5);
  expect(page.isLast).toBe(false);
});

test('a board without sprints is a 400', async () => {
  const boards = await get<{ values: { id: number }[] }>('/rest/agile/1.0/board?type=kanban');
  const reply = await get<{ errorMessages: string[] }>(
    `/rest/agile/1.0/board/${boards.values[0]?.id}/sprint`,
    400,
  );
  expect(reply.errorMessages).toEqual(['The board does not support sprints']);
});

test('planning: create a sprint, move an issue to it, estimate and assign it', async () => {
  const boards = await get<{ values: { id: number }[] }>('/rest/agile/1.0/board?type=scrum');
  const board = boards.values[0]?.id ?? 0;
  const found = await get<{ issues: Issue[] }>(
    `/rest/agile/1.0/board/${board}/backlog?maxResults=1`,
  );
  const key = String(found.issues[0]?.key);
  const made = await post<{ id: number; state: string }>(
    '/rest/agile/1.0/sprint',
    { name: 'Autumn', originBoardId: board },
    201,
  );
  expect(made.state).toBe('future');
  const send = (method: 'PUT' | 'POST', url: string, body: unknown) =>
    demo.app.inject({ method, url, payload: JSON.stringify(body) });
  const move = await send('POST', `/rest/agile/1.0/sprint/${made.id}/issue`, { issues: [key] });
  expect(move.statusCode).toBe(204);
  const inSprint = await get<{ issues: Issue[] }>(`/rest/agile/1.0/sprint/${made.id}/issue`);
  expect(inSprint.issues.map(issue => issue.key)).toEqual([key]);
  expect(inSprint.issues[0]?.fields?.sprint).toMatchObject({ id: made.id, name: 'Autumn' });

  const estimation = `/rest/agile/1.0/issue/${key}/estimation?boardId=${board}`;
  expect((await send('PUT', estimation, { value: '8.0' })).json()).toMatchObject({ value: 8 });
  expect(await get(estimation)).toMatchObject({ value: 8 });

  const me = await get<{ accountId: string }>('/rest/api/3/myself');
  const assigned = await send('PUT', `/rest/api/3/issue/${key}/assignee`, me);
  expect(assigned.statusCode).toBe(204);
  const issue = await get<Issue>(`/rest/api/3/issue/${key}?fields=assignee`);
  expect(issue.fields?.assignee).toMatchObject({ accountId: me.accountId });

  const partly = await send('PUT', '/rest/agile/1.0/issue/rank', {
    issues: [key, 'NOPE-1'],
    rankBeforeIssue: 'WEB-2',
  });
  expect(partly.statusCode).toBe(207);
  expect(partly.json()).toMatchObject({
    entries: [{ issueKey: key, status: 200 }, { status: 404 }],
  });
});
