import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { REPORT_PATH } from '@tallyboard/engine/queries/server-report.ts';
import { KEY_SCOPES } from '@tallyboard/replica/rest/call-rights.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { accessKeysIn, type KeyRequest } from '@tallyboard/service-kit/sign-in/access-keys.ts';
import { accountsIn } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { hashPassword } from '@tallyboard/service-kit/sign-in/password.ts';
import { sessionLife, sessionsIn } from '@tallyboard/service-kit/sign-in/sessions.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer, type Server } from '../server.ts';
import { PASSWORD_AUTH } from '../testing/password-auth.ts';
import { testPassword } from '../testing/proxy-server.ts';
import { routesOf } from '../testing/routes.ts';
import { signIn, startVisitor } from '../testing/visitor.ts';
import { makeWebRoot } from '../testing/web-root.ts';
import { MAX_CALLS } from './key-calls.ts';

const start = Date.parse('2026-06-17T12:00:00Z');
const day = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-keys-'));
const place = { file: join(folder, 'tallyboard.db') };

let now = start;
let webRoot: string;
let stores: Store[];
/** Two servers over one database. */
let servers: Server[];
let server: Server;
let store: Store;
let port: number;

async function serve(): Promise<Server> {
  const own = await openStore(place);
  stores.push(own);
  return createServer({
    store: own,
    place,
    webRoot,
    now: () => now,
    log: false,
    auth: PASSWORD_AUTH,
  });
}

beforeAll(async () => {
  webRoot = await makeWebRoot(['/']);
  stores = [];
  const first = await openStore(place);
  await first.ingest(demoRecords({ seed: 7, asOf: start, size: 300 }));
  const users = await first.catalogue.all('user');
  const jiraAccountId = users.find(({ name }) => name.startsWith('Mara'))?.id ?? null;
  const roles = { ana: 'admin', eve: 'editor', rob: 'reader' } as const;
  for (const [name, role] of Object.entries(roles)) {
    await accountsIn(first).set(name, await hashPassword(testPassword, 10));
    await first.accounts.change(name, { role, jiraAccountId });
  }
  await first.close();
  servers = [await serve(), await serve()];
  [server, store] = [servers[0] as Server, stores[0] as Store];
  port = await server.start({ port: 0, host: '127.0.0.1' });
  await servers[1]?.app.ready();
});
afterAll(async () => {
  for (const each of servers) await each.stop();
  for (const path of [webRoot, folder]) rmSync(path, { recursive: true });
});

const keys = () => accessKeysIn(store.accessKeys, () => now);

const makeKey = async (request: Partial<KeyRequest> = {}) =>
  keys().make({
    owner: 'ana',
    name: 'Test',
    scopes: ['figures'],
    jqlFilter: null,
    aggregateOnly: false,
    days: 30,
    ...request,
  });

interface Asked {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS';
  readonly payload?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly on?: Server | undefined;
}

async function ask(text: string, url: string, { method, payload, headers, on }: Asked = {}) {
  const reply = await (on ?? server).app.inject({
    method: method ?? (payload ? 'POST' : 'GET'),
    url,
    ...(payload && { payload }),
    headers: { host: 'localhost', authorization: `Bearer ${text}`, ...headers },
  });
  const json = reply.headers['content-type']?.includes('json') ? reply.json() : null;
  return { status: reply.statusCode, json, body: reply.body, headers: reply.headers };
}

const message = ({ json }: { json: { errorMessages: string[] } }) => json.errorMessages[0];
const report = (jql: string, id = 'overview') => ({ report: id, jql });

/** A program against types that are made from the document; its last lines are mistakes that these find. */
const CLIENT = `
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';
const [baseUrl = '', key = '', old = ''] = process.argv.slice(2);
const { GET, POST, DELETE } = createClient<paths, 'application/json'>({ baseUrl, headers: { authorization: 'Bearer ' + key } });
const params = { path: { id: old } };
const report = { jql: 'project = WEB', groupBy: 'assignee', asOf: 'last-week' } as const;
const answer = await GET('/report/time-in-status', { params: { query: report } });
const columns: number | undefined = answer.data?.table?.columns?.length;
const asked = [
  ['/reports', 'get', await GET('/reports')],
  ['/report/time-in-status', 'get', answer],
  ['/report/age', 'post', await POST('/report/age', { body: { jql: 'project = WEB', table: true } })],
  ['/saved/{id}', 'get', await GET('/saved/{id}', { params: { path: { id: 'By client' } } })],
  ['/keys', 'get', await GET('/keys', { params: { query: { all: true } } })],
  ['/keys', 'post', await POST('/keys', { body: { name: 'More', scopes: ['figures'], days: 30 } })],
  ['/keys/{id}', 'delete', await DELETE('/keys/{id}', { params })],
  ['/keys/{id}', 'delete', await DELETE('/keys/{id}', { params })],
] as const;
const replies = asked.map(([path, method, { response, data, error }]) => [path, method, response.status, data ?? error]);
console.log(JSON.stringify({ columns, replies }));
// @ts-expect-error
GET('/report/time-in-status', { params: { query: { jql: '', measure: 3 } } });
// @ts-expect-error
GET('/report/time-in-status', { params: { query: { boardSet: 3 } } });
// @ts-expect-error
POST('/keys', { body: { name: 'More', scopes: ['everything'] } });
`.split('// @ts-expect-error');

test('a client that is generated from the OpenAPI document calls figures, saved reports and keys', async () => {
  const { text } = await makeKey({ scopes: ['figures', 'admin'] });
  const own = { ownerId: 'ana', description: '', shares: [], version: 0, updatedMs: 1 };
  const view = { report: 'overview', jql: 'project = WEB', settings: {} };
  await store.savedReports.save({ id: 'byclient', name: 'By client', view, ...own });
  const { json: document } = await ask(text, '/rest/tallyboard/1/openapi.json');
  const described = Object.entries(document.paths as Record<string, object>).flatMap(
    ([path, calls]) =>
      Object.keys(calls).map(method => `${method.toUpperCase()} /rest/tallyboard/1${path}`),
  );
  expect(document.paths['/keys'].get.security).toEqual([
    { bearer: ['admin'] },
    { basic: ['admin'] },
    {},
  ]);
  const routes = routesOf(server).filter(([, path]) =>
    /tallyboard\/1\/(keys|display-links)/.test(path),
  );
  expect(described).toEqual(
    expect.arrayContaining(
      routes.map(([method, path]) => `${method} ${path.replace(':id', '{id}')}`),
    ),
  );

  const [program = '', ...mistakes] = CLIENT;
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'api.ts'), astToString(await openapiTS(document)));
  writeFileSync(join(folder, 'client.mts'), program);
  writeFileSync(join(folder, 'checked.mts'), [program, ...mistakes].join('// @ts-expect-error'));
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, args, { cwd: folder }).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }) => `failed: ${stdout}${stderr}`,
    );
  const checks = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--types',
    'node',
  ];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const revoked = await makeKey({ name: 'Old' });
  const [errors, printed] = await Promise.all([
    run(tsc, ...checks, '--allowImportingTsExtensions', 'checked.mts'),
    run('client.mts', `http://127.0.0.1:${port}/rest/tallyboard/1`, text, `tb_${revoked.key.id}`),
  ]);
  expect(errors).toBe('');
  const { columns, replies } = JSON.parse(printed);
  expect(columns).toBeGreaterThan(0);
  expect(replies.map(([, , status]: [string, string, number]) => status)).toEqual([
    200, 200, 200, 200, 200, 403, 204, 404,
  ]);
  const { components } = document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const [path, method, status, body] of replies) {
    const { content = {} } = document.paths[path][method].responses[status];
    const schema = (content['application/json'] ?? content['application/problem+json'])?.schema;
    const validate = ajv.compile({ ...schema, components });
    validate(body);
    expect([path, status, validate.errors ?? []]).toEqual([path, status, []]);
  }
});

describe('a key', () => {
  test('is made on the account page, shown once, stored as a hash, and audited', async () => {
    const rob = startVisitor(`http://127.0.0.1:${port}`);
    await signIn(rob, 'rob', testPassword);
    await rob.open('/account');
    const form = { step: 'make', name: 'Sheet', 'scope-figures': 'true', days: '30' };
    const refused = await rob.post('/account/keys', { ...form, password: 'wrong' });
    expect(refused.status).toBe(401);
    const page = await (
      await rob.post('/account/keys', { ...form, password: testPassword })
    ).text();
    const text = /tb_[\w-]{57}/.exec(page)?.[0] ?? '';
    expect((await ask(text, REPORT_PATH, { payload: report('project = WEB') })).status).toBe(200);

    const account = (await rob.open('/account')).page;
    expect(account).toContain('Sheet');
    const address = await rob.ask('/account/keys');
    expect([address.status, address.headers.get('location')]).toEqual([303, '/account']);
    expect(account).not.toContain(text);
    const [stored] = await store.accessKeys.of('rob');
    expect(JSON.stringify(stored)).not.toContain(text.slice(11));
    const audit = await store.audit.newest(100);
    expect(audit.filter(({ account: by }) => by === 'rob').map(({ action }) => action)).toContain(
      'access key made',
    );
    expect(JSON.stringify(audit)).not.toContain(text.slice(11));
  });

  test.each([
    [{ 'scope-figures': '' }, 'The key may: one or more of Read figures of reports,'],
    [
      { 'scope-schedules': 'true', jqlFilter: 'project = WEB' },
      '&#39;Read and change subscriptions and alerts&#39; goes with neither &#39;Only issues matching this JQL&#39; nor',
    ],
    [{ jqlFilter: 'project = = WEB' }, '>Only issues matching this JQL: Error in the JQL Query'],
    [{ password: 'wrong' }, '>Wrong password.<'],
  ])(
    'that cannot be made says why in the words of the form, which keeps what was typed: %o',
    async (change, words) => {
      const rob = startVisitor(`http://127.0.0.1:${port}`);
      await signIn(rob, 'rob', testPassword);
      await rob.open('/account');
      const form = { step: 'make', name: 'Weekly', 'scope-figures': 'true', days: '30' };
      const reply = await rob.post('/account/keys', { ...form, password: testPassword, ...change });
      const page = await reply.text();
      expect(page).toContain(words);
      expect(page).toContain('value="Weekly"');
    },
  );

  test('is the password of any user where a program knows only that', async () => {
    const { text } = await makeKey();
    const basic = (user: string) => `Basic ${Buffer.from(`${user}:${text}`).toString('base64')}`;
    for (const user of ['anybody', 'rob', ''])
      expect(
        await ask('', REPORT_PATH, {
          payload: report('project = WEB'),
          headers: { authorization: basic(user) },
        }),
      ).toMatchObject({ status: 200 });
  });

  test('reads metrics by the address of one server, as Prometheus does, and nothing else there', async () => {
    const { text } = await makeKey();
    const headers = { host: '10.1.2.3:8080' };
    expect((await ask(text, '/metrics', { headers })).status).toBe(200);
    expect((await ask(text, '/odata', { headers })).status).toBe(421);
    expect((await ask(`${text}x`, '/metrics', { headers })).status).toBe(401);
    const other = { ...headers, authorization: 'x' };
    expect((await ask('', '/metrics', { headers: other })).status).toBe(421);
    const { statusCode } = await server.app.inject({ url: '/metrics', headers });
    expect(statusCode).toBe(421);
  });

  test('that is mistyped, unknown, revoked on the other server, or expired says which', async () => {
    const { text, key } = await makeKey({ name: 'Monday' });
    const asked = async (sent: string, on?: Server) => {
      const reply = await ask(sent, REPORT_PATH, { payload: report('project = WEB'), on });
      expect([reply.status, reply.headers['www-authenticate']]).toEqual([
        401,
        'Bearer realm="Tallyboard", error="invalid_token"',
      ]);
      return message(reply);
    };
    const other = text.slice(0, 20) + (text[20] === 'A' ? 'B' : 'A') + text.slice(21);
    expect(await asked(other)).toContain('not a whole access key');
    const { text: stranger, key: forgotten } = await makeKey();
    await store.accessKeys.removeExpiredBefore(forgotten.expiresMs + 1);
    expect(await asked(stranger)).toContain('is not known here');

    const again = await makeKey({ name: 'Monday' });
    const reply = await ask(again.text, REPORT_PATH, { payload: report('project = WEB') });
    expect(reply.status).toBe(200);
    await keys().revoke(again.key.id);
    expect(await asked(again.text, servers[1])).toBe(
      `The access key 'Monday' (tb_${again.key.id}) was revoked.`,
    );

    const short = await makeKey({ name: 'Short', days: 1 });
    now += day;
    expect(await asked(short.text)).toContain('expired on 2026-06-18');
    now = start;
    expect(key.id).toMatch(/^\w{8}$/);
  });

  test('has the rights of its owner at the time of use, and ends with the owner', async () => {
    await accountsIn(store).set('tim', await hashPassword(testPassword, 10));
    await store.accounts.change('tim', { role: 'admin' });
    const { text } = await makeKey({ owner: 'tim', scopes: ['admin'] });
    const change = () =>
      ask(text, '/plugins/servlet/tallyboard/settings?key=x', { method: 'PUT', payload: { a: 1 } });
    const before = await change();
    expect(before.status).toBe(200);
    await store.accounts.change('tim', { role: 'reader' });
    expect(message(await change())).toContain('role of its owner');
    await accountsIn(store).remove('tim');
    expect((await change()).status).toBe(401);
    // Whoever gets the name next.
    await accountsIn(store).set('tim', await hashPassword(testPassword, 10));
    expect(message(await change())).toContain('revoked');
    const audited = await store.audit.newest(100);
    expect(audited.map(({ action }) => action)).toContainEqual(
      expect.stringMatching(/^changed here by key tb_\w{8}$/),
    );
  });

  test('in an address is revoked; beside a cookie it is refused', async () => {
    const { text, key } = await makeKey();
    const exposed = await ask('none', `/rest/api/3/myself?token=${text}`);
    expect([exposed.status, message(exposed)]).toEqual([
      400,
      expect.stringContaining('seen in an address'),
    ]);
    expect((await keys().get(key.id))?.revokedMs).toBe(now);

    const other = await makeKey();
    const sessions = sessionsIn(store.sessions, () => now, sessionLife);
    const besideCookie = async (secret: string) =>
      ask(other.text, REPORT_PATH, {
        payload: report('project = WEB'),
        headers: { cookie: `tallyboard=${secret}` },
      });
    const beside = await besideCookie(await sessions.start('ana', 'Ana', 'password'));
    expect([beside.status, message(beside)]).toEqual([400, expect.stringContaining('not both')]);
    // A cookie of a page that was only looked at is no session.
    expect((await besideCookie('a'.repeat(43))).status).toBe(200);
  });

  test.each([
    '/icon.svg?k=KEY',
    '/health?k=KEY',
    '/assets/x.js?a=%zz&k=KEY',
    '/rest/x?k=tb%5fREST',
  ])('is revoked in %s', async path => {
    const { text, key } = await makeKey();
    const url = path.replace('KEY', text).replace('REST', text.slice(3));
    const { status } = await ask('none', url);
    expect([status, (await keys().get(key.id))?.revokedMs]).toEqual([400, now]);
  });

  test.each([
    ['/odata/Own/$value', 'figures'],
    ['/metrics/nothing?x=1', 'figures'],
    ['/replica/nothing', 'issues'],
    ['/plugins/nothing', 'issues'],
    ['/plugins?x=1', 'issues'],
    ['/rest/nothing', 'issues'],
    ['/rest/tallyboard/1/nothing', 'figures'],
    ['/mcp/nothing', 'mcp'],
  ] as const)('gets neither a page nor a cookie at %s', async (path, scope) => {
    const { text } = await makeKey({ scopes: [scope] });
    const { status, json, headers } = await ask(text, path);
    // Jira's own calls that are missing are 501.
    const missing = path === '/rest/nothing' ? 501 : 404;
    expect([status, headers['set-cookie']]).toEqual([missing, undefined]);
    expect(json.errorMessages).toHaveLength(1);
    expect((await ask(text, path, { method: 'POST', payload: {} })).json).not.toBeNull();
    expect((await ask(text, path, { headers: { accept: 'text/html' } })).json).not.toBeNull();
  });

  test('that is sent in another way is told how', async () => {
    const { text } = await makeKey();
    const sent = async (authorization: string) => {
      const reply = await ask('', '/odata', { headers: { authorization } });
      return [reply.status, reply.json.errorMessages?.[0]];
    };
    expect(await sent(`Bearer  ${text}`)).toEqual([200, undefined]);
    for (const form of [`Token ${text}`, text, `Bearer "${text}"`, `Bearer Bearer ${text}`])
      expect(await sent(form)).toEqual([401, expect.stringMatching(/^Send the access key as /)]);
    for (const pair of [`${text}:`, `${text}:x`])
      expect(await sent(`Basic ${btoa(pair)}`)).toEqual([
        401,
        'The access key is the password: give any text as the user.',
      ]);
    for (const method of ['PATCH', 'OPTIONS'] as const)
      expect((await ask(text, '/odata', { method })).status).toBe(405);
  });

  test('with a JQL filter that cannot be read gets the reason, never an empty list', async () => {
    const { text } = await makeKey({
      scopes: ['figures', 'issues', 'mcp'],
      jqlFilter: 'projekt = X',
    });
    const paths = [
      ...['/rest/api/3/issue/WEB-1', '/rest/api/3/project', '/rest/api/3/project/search'],
      ...['/rest/agile/1.0/board', '/rest/api/3/label', '/rest/api/2/myself', '/odata'],
    ];
    for (const path of paths) {
      const reply = await ask(text, path);
      expect([path, reply.status, reply.body]).toEqual([
        path,
        403,
        expect.stringContaining("Field 'projekt' does not exist"),
      ]);
    }
  });

  test('asks for one message of MCP at a time, and HEAD is no fault', async () => {
    const { text } = await makeKey({ scopes: ['mcp'] });
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const headers = { accept: 'application/json, text/event-stream' };
    const batch = await ask(text, '/mcp', { payload: [ping, ping], headers });
    expect([batch.status, message(batch)]).toEqual([400, expect.stringContaining('batches')]);
    expect((await ask(text, '/mcp', { payload: ping, headers })).status).toBe(200);
    expect((await ask(text, '/mcp', { method: 'HEAD' })).status).toBe(405);
  });

  test('reads by POST with the role of a reader', async () => {
    const { text } = await makeKey({ owner: 'rob', scopes: ['issues'] });
    const reply = await ask(text, '/rest/api/3/issue/WEB-1/changelog/list', {
      payload: { changelogIds: [] },
    });
    expect(reply.status).not.toBe(403);
  });

  test('that is junk does not hide from the audit what else is refused', async () => {
    const revoked = await makeKey({ name: 'Stolen' });
    await keys().revoke(revoked.key.id);
    const statuses = new Set<number>();
    for (let call = 0; call < 700; call++)
      statuses.add((await ask(`tb_${'A'.repeat(57)}`, '/odata')).status);
    for (let call = 0; call < 60; call++) await ask(revoked.text, '/odata');
    expect([...statuses]).toEqual([401, 429]);
    const refusedOf = async () =>
      (await store.audit.newest(1000)).filter(({ action }) => action === 'key refused');
    const before = await refusedOf();
    expect(before.some(({ account }) => account === 'tb_')).toBe(false);
    const stored = before.filter(({ account }) => account === `tb_${revoked.key.id}`);
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.length).toBeLessThan(55);
    const elsewhere = await server.app.inject({
      url: '/odata',
      remoteAddress: '10.9.9.9',
      headers: { host: 'localhost', authorization: `Bearer ${revoked.text}` },
    });
    expect(elsewhere.statusCode).toBe(401);
    expect((await refusedOf()).map(({ target }) => target)).toContain('10.9.9.9');
    now += 3_600_000;
    await ask(revoked.text, '/odata');
    expect((await refusedOf()).map(({ detail }) => detail)).toContainEqual(
      expect.stringMatching(/^\d+ more, only in the log$/),
    );
    now = start;
  });

  test('makes no keys, and its calls have a limit', async () => {
    const { text } = await makeKey({ scopes: [...KEY_SCOPES] });
    const made = await ask(text, '/rest/tallyboard/1/keys', {
      payload: { name: 'More', scopes: ['admin'], password: testPassword },
    });
    expect([made.status, message(made)]).toEqual([403, expect.stringContaining('keys make none')]);
    let status = 0;
    for (let call = 0; call <= MAX_CALLS && status !== 429; call++)
      ({ status } = await ask(text, '/rest/tallyboard/1/keys'));
    expect(status).toBe(429);
    now += 60_000;
    expect((await ask(text, '/rest/tallyboard/1/keys')).status).toBe(200);
    now = start;
  });

  test.each([
    [{ name: ' ' }, 'name:'],
    [{ name: 'x', scopes: ['everything'] }, 'scopes: one or more of figures'],
    [{ name: 'x', scopes: ['figures'], days: 400 }, 'days:'],
    [{ name: 'x', scopes: ['issues'], aggregateOnly: true }, "cannot have 'issues'"],
    [{ name: 'x', scopes: ['admin'], jqlFilter: 'project = WEB' }, "'admin' goes with neither"],
    [
      { name: 'x', scopes: ['figures'], jqlFilter: 'projekt = WEB' },
      "Field 'projekt' does not exist",
    ],
    // The earlier name.
    [{ name: 'x', scopes: ['figures'], fence: 'projekt = WEB' }, "Field 'projekt' does not exist"],
  ])('%j is refused with the reason', async (given, why) => {
    const ana = startVisitor(`http://127.0.0.1:${port}`);
    await signIn(ana, 'ana', testPassword);
    const reply = await ana.ask('/rest/tallyboard/1/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...given, password: testPassword }),
    });
    expect(reply.status).toBe(400);
    expect((await reply.json()).errorMessages[0]).toContain(why);
  });
});

describe('a key with a JQL filter', () => {
  test('has the figures of its query alone, whatever is asked', async () => {
    const whole = await makeKey({ scopes: ['figures', 'issues'] });
    const filtered = await makeKey({ scopes: ['figures', 'issues'], jqlFilter: 'project = WEB' });
    const figures = async (text: string, jql: string, id: string) => {
      const reply = await ask(text, REPORT_PATH, { payload: report(jql, id) });
      expect([id, reply.status]).toEqual([id, 200]);
      return reply.json.result;
    };
    for (const id of ['overview', 'age', 'time-in-status', 'created-resolved'])
      expect(await figures(filtered.text, 'created > "2000-01-01"', id)).toEqual(
        await figures(whole.text, 'project = WEB', id),
      );
  });

  test('does not tell an issue that its filter hides from one that does not exist', async () => {
    const { text } = await makeKey({ scopes: ['issues', 'columns'], jqlFilter: 'project = WEB' });
    const { text: whole } = await makeKey({ scopes: ['issues'] });
    const found = await ask(whole, '/rest/api/3/search/jql', {
      payload: { jql: 'project = APP', fields: ['key'], maxResults: 1 },
    });
    const { key, id } = found.json.issues[0];
    const same = (one: string) =>
      one
        .replaceAll(key, 'KEY')
        .replaceAll(id, 'ID')
        .replaceAll('APP-99999', 'KEY')
        .replaceAll('99999999', 'ID');
    const asked = async (name: string, number: string) => {
      const replies = [
        await ask(text, `/rest/api/3/issue/${name}`),
        await ask(text, `/rest/api/3/issue/${number}`),
        await ask(text, `/rest/api/3/issue/${name}/worklog`),
        await ask(text, `/rest/api/3/issue/${name}/changelog`),
        await ask(text, '/rest/api/3/search/jql', { payload: { jql: `key = ${name}` } }),
        await ask(text, '/rest/api/3/search/approximate-count', {
          payload: { jql: `id = ${number}` },
        }),
        await ask(text, '/rest/api/3/issue/bulkfetch', {
          payload: { issueIdsOrKeys: [name, number] },
        }),
      ];
      return replies.map(({ status, body }) => [status, same(body)]);
    };
    expect(await asked(key, id)).toEqual(await asked('APP-99999', '99999999'));
    const columns = await ask(text, '/rest/tallyboard/1/columns', {
      payload: { jql: 'project in (WEB, APP)', fields: [] },
    });
    expect(columns.body).not.toContain(key);
  });

  test('whose query can no longer be read sees nothing, and says why', async () => {
    const { text } = await makeKey({ scopes: ['issues'], jqlFilter: 'project = GONE' });
    const reply = await ask(text, '/rest/api/3/search/jql', { payload: { jql: 'project = WEB' } });
    expect([reply.status, message(reply)]).toEqual([
      403,
      expect.stringContaining('The JQL filter of this access key cannot be read'),
    ]);
  });
});

describe('a key with aggregateOnly', () => {
  test('gets tables without issues and without groups of one or two', async () => {
    const { text } = await makeKey({ aggregateOnly: true });
    const { text: whole } = await makeKey({ scopes: ['issues'] });
    const list = await ask(whole, '/rest/api/3/search/jql', {
      payload: { jql: 'project = WEB', fields: ['key', 'summary'], maxResults: 5000 },
    });
    const names = list.json.issues.flatMap(
      ({ key, fields }: { key: string; fields: { summary: string } }) => [
        `"${key}`,
        fields.summary,
      ],
    );
    for (const { id } of REPORTS) {
      const reply = await ask(text, REPORT_PATH, { payload: report('project = WEB', id) });
      expect([id, reply.status]).toEqual([id, 200]);
      expect(names.filter((name: string) => reply.body.includes(name))).toEqual([]);
    }
    const sheet = await ask(text, `${REPORT_PATH}/overview?jql=project%20%3D%20WEB&format=csv`);
    const { json } = await ask(text, REPORT_PATH, { payload: report('project = WEB') });
    expect(sheet.body).toBe(csvText(json.table));
    const one = await ask(text, REPORT_PATH, { payload: report('key = WEB-1') });
    expect(one.json.table.rows).toEqual([]);
  });

  test('gets no keys behind a figure, no issues and no columns', async () => {
    const { text } = await makeKey({ aggregateOnly: true });
    const drill = await ask(text, REPORT_PATH, {
      payload: { ...report('project = WEB'), keys: { of: '/result/lines/1/part' } },
    });
    expect(drill.status).toBe(403);
    const { text: figures } = await makeKey();
    const lacking = await ask(figures, REPORT_PATH, {
      payload: { ...report('project = WEB'), keys: { of: '/result/lines/1/part' } },
    });
    expect(message(lacking)).toContain("lacks the scope 'issues'");
  });
});
