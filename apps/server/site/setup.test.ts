import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeJira, startFakeJira } from '../testing/fake-jira.ts';
import { type ProxyServer, startProxyServer, testToken } from '../testing/proxy-server.ts';
import type { Visitor } from '../testing/visitor.ts';

let jira: FakeJira;
let running: ProxyServer;
let visitor: Visitor;

async function restart(more: { setupCode?: string } = {}) {
  await running?.stop();
  running = await startProxyServer({ site: jira.address, credential: null, ...more });
  visitor = running.visitor();
}
beforeEach(async () => {
  jira = await startFakeJira();
  await restart();
});
afterEach(async () => {
  await running.stop();
  await jira.stop();
});

const setUp = async (fields: Record<string, string>) => {
  await visitor.open('/setup');
  return visitor.post('/setup', { email: '', secret: testToken, ...fields });
};

test('redirects every page to the set-up page; calls say so', async () => {
  expect((await visitor.ask('/reports')).headers.get('location')).toBe('/setup');
  expect((await visitor.ask('/rest/api/2/myself')).status).toBe(503);
});

test('stores a credential that Jira accepts, encrypted, and removes the page', async () => {
  const reply = await setUp({});
  expect([reply.status, reply.headers.get('location')]).toEqual([303, '/']);
  const stored = JSON.stringify(await running.store.properties.all('credential'));
  expect(stored).not.toContain(testToken);
  expect((await visitor.ask('/rest/api/2/myself')).status).toBe(200);
  expect((await visitor.ask('/setup')).headers.get('location')).toBe('/');
  const again = await visitor.post('/setup', { secret: 'mine' });
  expect(again.headers.get('location')).toBe('/');
  const [line] = await running.store.audit.newest(1);
  expect(line).toMatchObject({ action: 'set up', detail: 'token of Token Owner' });
  // The e-mail address means Cloud.
  expect((await visitor.open('/reports')).page).toContain('data-center');
});

test.each([
  ['a wrong token', { secret: 'wrong-token-of-the-test' }, 'does not accept this token'],
  ['a password', { secret: 'tr0ub4dor&3' }, '16 characters at least'],
  ['two words', { secret: 'a b' }, 'one word'],
  ['a line break', { secret: 'a\r\nX-Evil: 1' }, 'one word'],
  ['a malformed e-mail address', { email: 'ana' }, 'not an e-mail address'],
  ['an e-mail address with a colon', { email: 'a:b@c.d' }, 'not an e-mail address'],
  ['a wrong CSRF token', { token: 'x' }, 'has expired'],
])('does not store %s', async (_, fields, message) => {
  const reply = await setUp(fields);
  expect(reply.status).toBeGreaterThanOrEqual(400);
  const page = await reply.text();
  expect(page).toContain(message);
  expect(page).not.toContain(testToken);
  expect(await running.store.properties.all('credential')).toEqual([]);
});

test.each([
  ['does not answer like a Jira', 200, '<html>', 'does not answer like a Jira'],
  ['treats the token as anonymous', 200, '{"version":"10.3.0"}', 'anonymous'],
  [
    'refuses Basic authentication',
    403,
    '{"message":"Basic Authentication has been disabled on this instance."}',
    'use a personal access token',
  ],
  ['is broken', 500, '', 'does not answer like a Jira'],
])('explains a site that %s', async (_, status, body, message) => {
  jira.answer = (_request, reply) => {
    reply.writeHead(status, { 'content-type': 'application/json' }).end(body);
    return true;
  };
  expect(await (await setUp({})).text()).toContain(message);
});

test('over a network set-up requires the code', async () => {
  await restart({ setupCode: 'abcde-12345' });
  expect((await setUp({})).status).toBe(403);
  expect((await setUp({ code: 'abcde-12346' })).status).toBe(403);
  expect(jira.received).toEqual([]);
  expect((await setUp({ code: ' ABCDE-12345 ' })).status).toBe(303);
});
