/** The OpenAPI document says what the server does. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type Server } from '../server.ts';
import { routesOf } from '../testing/routes.ts';
import { makeWebRoot } from '../testing/web-root.ts';
import type { openApi } from './openapi.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-openapi-'));
const place = { file: join(folder, 'tallyboard.db') };
const base = '/rest/tallyboard/1';
const origin = 'https://wiki.example.com';
let webRoot: string;
let server: Server;
let document: Awaited<ReturnType<typeof openApi>>;

const ask = (method: 'GET' | 'POST' | 'OPTIONS', url: string, more: object = {}) =>
  server.app.inject({ method, url: base + url, headers: { host: 'localhost' }, ...more });

beforeAll(async () => {
  webRoot = await makeWebRoot(['/']);
  const store = await openStore(place);
  await store.ingest(demoRecords({ seed: 6, asOf: now, size: 200 }));
  server = await createServer({
    store,
    place,
    webRoot,
    now: () => now,
    corsOrigins: [origin],
    log: false,
  });
  await server.app.ready();
  document = (await ask('GET', '/openapi.json')).json();
});
afterAll(async () => {
  await server.stop();
  for (const path of [webRoot, folder]) rmSync(path, { recursive: true });
});

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >;
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Values of a parameter as texts. */
function valuesOf(name: string, schema: Schema): fc.Arbitrary<string> {
  if (name === 'jql')
    return fc.constantFrom('project = WEB', 'created >= 1970-01-01', 'key = WEB-1', 'project = (');
  if (name === 'asOf') return fc.constantFrom('2026-03-31', 'last-week', 'last-sprint', 'never');
  if (name === 'timeZone') return fc.constantFrom('Asia/Kolkata', 'Mars');
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(each => valuesOf(name, each)));
  if (schema.type === 'boolean') return fc.constantFrom('true', 'false');
  if (schema.type === 'integer')
    return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 9 }).map(String);
  if (schema.items)
    return fc.subarray([...(schema.items.enum ?? [])], { minLength: 1 }).map(all => all.join(','));
  return fc.constantFrom('1', 'To Do', '2026-03-01', '{}', '[1]', "'", '');
}

/** The same each time. */
const seed = 45;

const isPlain = ({ type, enum: names, items }: Schema) =>
  names !== undefined || items !== undefined || type === 'boolean' || type === 'integer';

test('any parameters are answered as the document says', async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  const of = (path: string, ...more: string[]) =>
    ['paths', path, 'get', 'responses', ...more]
      .map(part => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
  for (const [path, calls] of Object.entries(document.paths)) {
    if (!path.startsWith('/report/') || !('get' in calls)) continue;
    const { parameters, responses } = calls.get as unknown as Operation;
    const known = parameters.filter(({ name }) => name !== 'format');
    const required = known.filter(each => each.required).map(({ name }) => name);
    const query = fc.record(
      Object.fromEntries(known.map(({ name, schema }) => [name, valuesOf(name, schema)])),
      { requiredKeys: required },
    );
    const check = async (asked: object) => {
      const url = `${path}?${new URLSearchParams(Object.entries(asked))}`;
      const reply = await ask('GET', url);
      expect([url, Object.keys(responses)]).toEqual([
        url,
        expect.arrayContaining([String(reply.statusCode)]),
      ]);
      expect([url, reply.statusCode]).not.toEqual([url, 503]);
      const [type = ''] = String(reply.headers['content-type']).split(';');
      const validate = ajv.compile({
        $ref: `api#/${of(path, String(reply.statusCode), 'content', type, 'schema')}`,
      });
      validate(reply.json());
      expect([url, validate.errors ?? []]).toEqual([url, []]);
      return { url, reply };
    };
    await fc.assert(
      fc.asyncProperty(query, async asked => void (await check(asked))),
      {
        seed,
        numRuns: 5,
        endOnFailure: true,
      },
    );
    // Names and numbers within the limits are no reason to refuse.
    const plain = known.filter(({ schema }) => isPlain(schema));
    const maxLength = Math.min(4, plain.length);
    const [some = []] = fc.sample(fc.shuffledSubarray(plain, { maxLength }), { seed, numRuns: 1 });
    for (const { name, schema } of some) {
      const [value] = fc.sample(valuesOf(name, schema), { seed, numRuns: 1 });
      const { url, reply } = await check({ jql: 'project = WEB', [name]: value });
      expect([url, reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([
        url,
        200,
        '',
      ]);
    }
  }
});

test('each call has the scope that a key needs', () => {
  for (const operations of Object.values(document.paths))
    for (const operation of Object.values(operations)) {
      const { operationId, tags } = operation as {
        operationId: string;
        tags?: readonly string[];
      };
      const isSent = tags?.some(tag => tag === 'alerts' || tag === 'subscriptions');
      const ofOthers = isSent ? 'schedules' : 'figures';
      const isOfAdmin = /^((add|remove)-pin|release-.+|end-(dashboard-)?release)$/.test(
        operationId,
      );
      const scope = isOfAdmin ? 'admin' : ofOthers;
      expect(operation).toMatchObject({ security: [{ bearer: [scope] }, { basic: [scope] }, {}] });
    }
});

test('each route for figures is in it', async () => {
  const { reports } = (await ask('GET', '/reports')).json();
  const found = routesOf(server)
    .map(([method, path]) => `${method} ${path}`)
    .filter(route => /\/rest\/tallyboard\/1\/(?!columns|figure-reads)/.test(route));
  expect(found.sort()).toEqual(
    [
      ...['GET /reports', 'GET /openapi.json', 'GET /saved/:id', 'POST /report'],
      ...['GET /report/:id', 'POST /report/:id'],
      ...['GET /explain/:id', 'POST /explain/:id', 'GET /reconcile/:id', 'POST /reconcile/:id'],
      ...['GET /saved-reports/:id/pins', 'POST /saved-reports/:id/pins'],
      ...['GET /saved-reports/:id/pins/:pin', 'DELETE /saved-reports/:id/pins/:pin'],
      ...['GET /saved-reports/:id/subscriptions', 'POST /saved-reports/:id/subscriptions'],
      ...['PUT /saved-reports/:id/release', 'DELETE /saved-reports/:id/release'],
      'GET /dashboards/:id/file',
      ...['GET /dashboards/:id/subscriptions', 'POST /dashboards/:id/subscriptions'],
      ...['PUT /dashboards/:id/release', 'DELETE /dashboards/:id/release'],
      ...['GET /subscriptions', 'GET /subscriptions/:subscription'],
      ...['PUT /subscriptions/:subscription', 'DELETE /subscriptions/:subscription'],
      ...['POST /subscriptions/:subscription/test', 'GET /subscriptions/:subscription/history'],
      'DELETE /subscriptions/:subscription/me',
      ...['GET /saved-reports/:id/alerts', 'POST /saved-reports/:id/alerts'],
      ...['POST /saved-reports/:id/alerts/back-test', 'GET /alerts'],
      ...['GET /alerts/:alert', 'DELETE /alerts/:alert'],
    ]
      .map(route => route.replace('/', `${base}/`))
      .sort(),
  );
  expect(Object.keys(document.paths).sort()).toEqual(
    [
      '/reports',
      ...reports.map(({ id }: { id: string }) => `/report/${id}`),
      '/explain/{id}',
      '/reconcile/{id}',
      '/saved/{id}',
      '/saved-reports/{id}/pins',
      '/saved-reports/{id}/pins/{pin}',
      '/openapi.json',
      '/saved-reports/{id}/subscriptions',
      '/saved-reports/{id}/alerts',
      '/saved-reports/{id}/alerts/back-test',
      '/alerts',
      '/alerts/{alert}',
      '/saved-reports/{id}/release',
      '/dashboards/{id}/file',
      '/dashboards/{id}/subscriptions',
      '/dashboards/{id}/release',
      '/subscriptions',
      '/subscriptions/{subscription}',
      '/subscriptions/{subscription}/test',
      '/subscriptions/{subscription}/history',
      '/subscriptions/{subscription}/me',
    ].sort(),
  );
});

test('pages of the configured origins may ask, without cookies', async () => {
  const asked = async (from: string, path: string) => {
    const headers = { host: 'localhost', origin: from, 'access-control-request-method': 'GET' };
    const url = path === '/odata' ? path : base + path;
    const { statusCode, headers: got } = await server.app.inject({
      method: 'OPTIONS',
      url,
      headers,
    });
    expect(got).not.toHaveProperty('access-control-allow-credentials');
    return [statusCode < 300, got['access-control-allow-origin']];
  };
  expect(await asked(origin, '/reports')).toEqual([true, origin]);
  expect(await asked('https://evil.example.com', '/reports')).toEqual([false, undefined]);
  expect(await asked(origin, '/odata')).toEqual([true, origin]);
  expect(await asked('https://evil.example.com', '/odata')).toEqual([false, undefined]);
  expect(await asked(origin, '/columns')).toEqual([false, undefined]);
  const post = (more: object) =>
    ask('POST', '/report/age', {
      headers: { host: 'localhost', origin, ...more },
      payload: { jql: 'project = WEB' },
    });
  expect((await post({ authorization: 'Bearer tb_x' })).statusCode).toBe(200);
  expect((await post({})).json().errorMessages).toEqual(['XSRF check failed']);
  const reply = await ask('GET', '/reports', { headers: { host: 'localhost', origin } });
  expect([reply.statusCode, reply.headers['access-control-allow-origin']]).toEqual([200, origin]);
});
