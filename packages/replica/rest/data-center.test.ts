import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoReplica, openDemoReplica } from './testing/demo-replica.ts';

type Json = Record<string, unknown>;

let demo: DemoReplica;
beforeAll(async () => {
  demo = await openDemoReplica({ flavour: 'data-center', size: 300 });
});
afterAll(() => demo.close());

async function get(path: string): Promise<Json> {
  const reply = await demo.app.inject({ url: path });
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200);
  return reply.json() as Json;
}

interface Found {
  startAt: number;
  maxResults: number;
  total: number;
  issues: { key: string; fields: Json; changelog?: { total: number; histories: unknown[] } }[];
}

const search = async (query: string) =>
  (await get(`/rest/api/2/search?${query}`)) as unknown as Found;

test('search is paged by position, with a total, at most 1,000', async () => {
  const first = await search('jql=order%20by%20key&maxResults=5000&fields=key');
  expect(first).toMatchObject({ startAt: 0, maxResults: 1000, total: 300 });
  expect(first.issues).toHaveLength(300);
  const second = await search('jql=order%20by%20key&startAt=250&fields=key');
  expect(second.issues.map(({ key }) => key)).toEqual(
    first.issues.slice(250).map(({ key }) => key),
  );
});

test('users have names and keys, sprints are texts, comments wiki markup, changelogs complete', async () => {
  const { issues } = await search(
    'jql=project%20%3D%20WEB&maxResults=300&expand=changelog&fields=*all',
  );
  const fields = (await get('/rest/api/2/field')) as unknown as {
    id: string;
    schema?: { custom?: string };
  }[];
  const sprintField =
    fields.find(field => /:gh-sprint$/.test(field.schema?.custom ?? ''))?.id ?? '';
  const sprints = issues.flatMap(issue => (issue.fields[sprintField] as string[] | null) ?? []);
  expect(sprints[0]).toMatch(
    /^com\.atlassian\.greenhopper\.service\.sprint\.Sprint@\w+\[id=\d+,rapidViewId=\d+,state=(ACTIVE|CLOSED|FUTURE),name=.+,startDate=/,
  );
  const reporter = issues[0]?.fields.reporter as Json;
  expect(reporter).toHaveProperty('name');
  expect(reporter).not.toHaveProperty('accountId');
  expect(issues.map(issue => issue.fields.description).find(text => text)).toBeTypeOf('string');
  expect(JSON.stringify(issues)).not.toMatch(
    /"(hierarchyLevel|accountId|statuscategorychangedate)"/,
  );
  const children = issues.filter(({ fields: { parent } }) => parent);
  expect(children.length).toBeGreaterThan(0);
  expect(children.every(({ fields: { issuetype } }) => (issuetype as Json).subtask)).toBe(true);
  for (const { changelog } of issues)
    expect(changelog?.histories).toHaveLength(changelog?.total ?? 0);
});

test('lists are bare arrays, newer resources are missing', async () => {
  expect(await get('/rest/api/2/project')).toBeInstanceOf(Array);
  expect(await get('/rest/api/2/filter/favourite')).toBeInstanceOf(Array);
  for (const path of ['search/jql', 'project/search', 'filter/search', 'issue/WEB-1/changelog']) {
    const reply = await demo.app.inject({ url: `/rest/api/2/${path}` });
    expect(reply.statusCode, path).toBe(404);
  }
});
