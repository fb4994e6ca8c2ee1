import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordIssue } from '../data/records.ts';
import type { Store } from '../store/store.ts';
import { openStore } from '../store/testing/open-store.ts';
import {
  maySee,
  now,
  onlyThese,
  readable,
  secretIssues,
  secretSite,
} from '../store/testing/secret-site.ts';
import { replica } from './replica.ts';

interface Site {
  app: FastifyInstance;
  routes: { method: string; url: string }[];
  store: Store;
}

const sites: Site[] = [];

async function openSite(issues: readonly RecordIssue[]): Promise<Site> {
  const store = await openStore({ memory: true });
  await store.ingest(secretSite(issues));
  const app = fastify();
  const routes: Site['routes'] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url });
  });
  await app.register(replica, { store, now: () => now });
  await app.ready();
  const site = { app, store, routes };
  sites.push(site);
  return site;
}
afterAll(async () => {
  for (const { app, store } of sites) {
    await app.close();
    await store.close();
  }
});

async function reply({ app }: Site, reader: string, url: string, body?: unknown, method?: string) {
  const { statusCode, payload } = await app.inject({
    method: (method ?? (body === undefined ? 'GET' : 'POST')) as 'GET',
    url,
    headers: { 'x-replica-user': reader },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const isJson = payload.startsWith('{') || payload.startsWith('[');
  return { status: statusCode, payload: isJson ? JSON.parse(payload) : payload };
}

/** Calls whose reply could tell that an issue exists. */
function probes({ id, key, fields }: RecordIssue): [string, unknown?][] {
  const [label = ''] = fields.labels as string[];
  const topic = (fields.customfield_10052 as { value: string }).value;
  const former = topic.replace('Topic', 'Former');
  const word = String(fields.summary).split(' ')[0];
  const all = 'project is not EMPTY';
  const queries = [
    `key = ${key}`,
    `key != ${key}`,
    `id = ${id}`,
    `key > ${key}`,
    `parent = ${key}`,
    `parent is EMPTY`,
    `parentEpic = ${key}`,
    `key in linkedIssues(${key})`,
    'issueLinkType is not EMPTY',
    `text ~ ${word}`,
    'text ~ restricted',
    'worklogComment ~ restricted',
    `labels = ${label}`,
    `Topic = "${topic}"`,
    `status was "${former}"`,
    'status changed',
    `${all} ORDER BY parent, Rank`,
  ];
  const search = (jql: string) => ({ jql, fields: ['*all'], expand: 'changelog', maxResults: 100 });
  return [
    ...queries.flatMap((jql): [string, unknown][] => [
      ['/rest/api/3/search/jql', search(jql)],
      ['/rest/api/3/search/approximate-count', { jql }],
      ['/rest/api/3/jql/parse', { queries: [jql] }],
      ['/rest/api/3/jql/match', { issueIds: [Number(id), 10_000], jqls: [jql] }],
    ]),
    [`/rest/api/3/issue/${key}?expand=changelog`],
    [`/rest/api/3/issue/${id}`],
    [`/rest/api/3/issue/${key}/changelog`],
    [`/rest/api/3/issue/${key}/worklog`],
    ...issues.map(({ key: other }): [string] => [`/rest/api/3/issue/${other}/comment`]),
    [`/rest/api/3/mypermissions?permissions=BROWSE_PROJECTS&issueKey=${key}`],
    ['/rest/api/3/issue/bulkfetch', { issueIdsOrKeys: [key, '10000'], fields: ['*all'] }],
    ['/rest/api/3/changelog/bulkfetch', { issueIdsOrKeys: [key, '10000'] }],
    ['/rest/api/3/worklog/updated?since=0'],
    ['/rest/api/3/worklog/list', { ids: Array.from({ length: 120 }, (_, n) => n + 1) }],
    [
      '/rest/api/3/permissions/check',
      {
        projectPermissions: [{ permissions: ['BROWSE_PROJECTS'], issues: [Number(id), 10_000] }],
      },
    ],
    ['/rest/api/3/jql/autocompletedata'],
    [`/rest/api/3/jql/autocompletedata/suggestions?fieldName=labels&fieldValue=${label}`],
    [`/rest/api/3/jql/autocompletedata/suggestions?fieldName=Topic&fieldValue=${topic}`],
    ['/rest/api/3/jql/autocompletedata/suggestions?fieldName=project&fieldValue='],
    ['/rest/api/3/project/search'],
    ['/rest/api/3/filter/search'],
    ['/rest/agile/1.0/board'],
    ...PROJECTS.flatMap((project): [string][] => [
      [`/rest/api/3/project/${project}`],
      [`/rest/api/3/project/${project}/version`],
      [`/rest/agile/1.0/board/${project}/issue`],
      [`/rest/agile/1.0/board/${project}/backlog`],
      [`/rest/agile/1.0/board/${project}/sprint`],
      [`/rest/agile/1.0/sprint/${project}/issue`],
      [`/rest/api/3/version/7${project}`],
    ]),
    [`/rest/agile/1.0/issue/${key}`],
    [`/browse/${key}`],
    [`/issues/?jql=${encodeURIComponent(all)}`],
    ['/replica/mirror'],
  ];
}

const PROJECTS = ['1000', '1001', '1002', '1003'];

/** The addresses of a route for an issue, its project and what belongs to that. */
function addresses(route: string, { key, fields }: RecordIssue): string[] {
  const word = String(fields.summary).split(' ')[0];
  const query = `?query=${word}&currentJQL=&issueKey=${key}&since=0&maxResults=100&expand=changelog`;
  const valueIn = (project: string) => {
    if (/\/project|createmeta|\/board|\/sprint/.test(route)) return project;
    if (/\/issue\/|\/browse|\/epic/.test(route)) return key;
    const prefix = ['version', 'component', 'filter'].findIndex(name => route.includes(name));
    return prefix < 0 ? '1' : `${7 + prefix}${project}`;
  };
  const filled = PROJECTS.map(project => route.replaceAll(/:\w+/g, () => valueIn(project)));
  return [...new Set(filled)].map(url => url + query);
}

const issues = secretIssues(60, 3);
let site: Site;
beforeAll(async () => {
  site = await openSite(issues);
});

const pairs = ['u0', 'u2', 'u5', 'u7', 'u9'].map((reader, at) => {
  const hidden = issues.filter(issue => !maySee(reader, issue));
  const linked = hidden.filter(({ fields }) => (fields.issuelinks as unknown[]).length > 0);
  return { reader, issue: linked[at * 2] as RecordIssue };
});

describe.each(pairs)('$reader', ({ reader, issue }) => {
  let without: Site;
  beforeAll(async () => {
    without = await openSite(
      onlyThese(issues.filter(({ id }) => id !== issue.id).map(each => readable(reader, each))),
    );
  });

  test(`cannot tell that ${issue.key}, or comments of others, exist by any call`, async () => {
    const isOfIssues = ({ method, url }: Site['routes'][number]) =>
      method === 'GET' || (method !== 'HEAD' && method !== 'OPTIONS' && /\/issue\/:/.test(url));
    const calls = site.routes.filter(
      route => isOfIssues(route) && !/\/api\/(2|latest)\/|\/agile\/latest|\*/.test(route.url),
    );
    expect(calls.length).toBeGreaterThan(100);
    const body = { body: 'x', fields: {}, transition: { id: '1' } };
    for (const { method, url } of calls)
      for (const address of addresses(url, issue)) {
        const sent = method === 'GET' ? undefined : body;
        const [given, expected] = [
          await reply(site, reader, address, sent, method),
          await reply(without, reader, address, sent, method),
        ];
        expect(given, `${method} ${address}`).toEqual(expected);
      }
  });

  test(`cannot tell that ${issue.key}, or comments of others, exist by queries and bulk calls`, async () => {
    for (const [url, body] of probes(issue)) {
      const [given, expected] = [
        await reply(site, reader, url, body),
        await reply(without, reader, url, body),
      ];
      expect(given, `${url} ${JSON.stringify(body)}`).toEqual(expected);
    }
  });
});

test('somebody who may see the issue gets other replies', async () => {
  const issue = issues.find(each => maySee('u8', each) && !maySee('u9', each)) as RecordIssue;
  const url = `/rest/api/3/issue/${issue.key}`;
  expect((await reply(site, 'u8', url)).status).toBe(200);
  expect((await reply(site, 'u9', url)).status).toBe(404);
});

test('a revoked permission applies at once', async () => {
  const changed = await openSite(issues);
  const issue = issues.find(each => each.key.startsWith('TEAM') && maySee('u8', each));
  const url = `/rest/api/3/issue/${issue?.key}`;
  expect((await reply(changed, 'u8', url)).status).toBe(200);
  const value = { id: '1001', permissionScheme: '1', securityScheme: null, roles: {} };
  await changed.store.ingest([{ kind: 'projectAccess', value }]);
  expect((await reply(changed, 'u8', url)).status).toBe(404);
  expect((await reply(changed, 'u8', '/rest/api/3/project/TEAM')).status).toBe(404);
});
