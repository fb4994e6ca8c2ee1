import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { errorReports } from './error-reports.ts';
import { parseDsn, parseOrigins } from './report.ts';

const REPORT = {
  type: 'TypeError',
  text: 'Cannot read … of undefined',
  frames: [
    { file: 'view-B.js', place: 'draw', line: 2, column: 3 },
    { file: 'index-A.js', place: '', line: 10, column: 2 },
  ],
  tags: { screen: 'burn-dashboard', flavour: 'cloud', xdm_e: 'https://lumen.atlassian.net' },
};
const APP = 'https://1f0a.cdn.prod.atlassian-dev.net';
const OWN = { host: 'tally.example', origin: 'https://tally.example' };

interface Taken {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly lines: readonly Record<string, unknown>[];
}

let service: Server;
afterEach(() => void service?.close());

/** A service that accepts envelopes like Sentry. */
async function setUp(status = 200, hasEmbedded = false) {
  const taken: Taken[] = [];
  service = createServer((request, reply) => {
    let text = '';
    request.on('data', part => {
      text += part;
    });
    request.on('end', () => {
      const lines = text.split('\n').map(line => JSON.parse(line));
      taken.push({ url: request.url, headers: request.headers, lines });
      reply.writeHead(status, { location: 'https://elsewhere.example/' }).end('{}');
    });
  });
  await new Promise<void>(resolve => void service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  const app = fastify();
  const target = parseDsn(`http://k3y@127.0.0.1:${port}/1`);
  const embedded = hasEmbedded ? parseDsn(`http://emb3d@127.0.0.1:${port}/2`) : undefined;
  const now = () => 1_795_000_000_000;
  await errorReports(app, { target, embedded, origins: [APP], now, release: '0.1.0' });
  const send = async (payload: unknown, headers: Record<string, string> = OWN) =>
    (
      await app.inject({
        method: 'POST',
        url: '/error-reports',
        headers,
        payload: payload as object,
      })
    ).statusCode;
  return { taken, send, app };
}

test('forwards a report as an envelope with the key of the project', async () => {
  const { taken, send } = await setUp();
  expect(await send(REPORT)).toBe(204);
  await expect.poll(() => taken).toHaveLength(1);
  expect(taken[0]).toMatchObject({
    url: '/api/1/envelope/',
    headers: { 'x-sentry-auth': expect.stringContaining('sentry_key=k3y') },
    lines: [
      { event_id: expect.stringMatching(/^[0-9a-f]{32}$/), sent_at: '2026-11-18T11:06:40.000Z' },
      { type: 'event' },
      {
        timestamp: 1_795_000_000,
        release: '0.1.0',
        user: { username: 'lumen' },
        tags: REPORT.tags,
        exception: {
          values: [
            {
              type: 'TypeError',
              stacktrace: {
                frames: [
                  { filename: 'app:///index-A.js', lineno: 10 },
                  { filename: 'app:///view-B.js', function: 'draw' },
                ],
              },
            },
          ],
        },
      },
    ],
  });
});

test('pages inside a Jira have a project of their own', async () => {
  const { taken, send } = await setUp(200, true);
  expect(await send(REPORT)).toBe(204);
  expect(await send({ ...REPORT, tags: { screen: 'docs' } })).toBe(204);
  await expect.poll(() => taken).toHaveLength(2);
  expect(taken.map(({ url }) => url).sort()).toEqual(['/api/1/envelope/', '/api/2/envelope/']);
  const own = taken.find(({ url }) => url === '/api/2/envelope/');
  expect(own?.headers['x-sentry-auth']).toContain('sentry_key=emb3d');
  expect(own?.lines[2]).toMatchObject({ tags: { xdm_e: 'https://lumen.atlassian.net' } });
});

test('the Forge app reports from its own origin, after a preflight and without cookies', async () => {
  const { taken, send, app } = await setUp(200, true);
  const ask = (origin: string) =>
    app.inject({ method: 'OPTIONS', url: '/error-reports', headers: { ...OWN, origin } });
  const preflight = await ask(APP);
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': APP,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'content-type',
    vary: 'Origin',
  });
  expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials');
  const other = await ask('https://2e0b.cdn.prod.atlassian-dev.net');
  expect(other.statusCode).toBe(403);
  expect(other.headers).not.toHaveProperty('access-control-allow-origin');

  expect(await send({ ...REPORT, tags: {} }, { ...OWN, origin: APP })).toBe(204);
  await expect.poll(() => taken).toHaveLength(1);
  expect(taken[0]?.url).toBe('/api/2/envelope/');
});

test('drops everything that does not belong to a report', async () => {
  const { taken, send } = await setUp();
  const text = `Failed on 98765 for 'Ana Roy'`;
  const tags = { ...REPORT.tags, jql: 'assignee = ana', xdm_e: 'https://x.example/?jql=secret' };
  const frames = [{ ...REPORT.frames[0], vars: { name: 'Ana' } }, { file: '/etc/passwd' }];
  expect(await send({ ...REPORT, text, tags, frames, request: { url: 'secret' } })).toBe(204);
  await expect.poll(() => taken).toHaveLength(1);
  const sent = JSON.stringify(taken[0]?.lines);
  for (const word of ['Ana', 'secret', 'assignee', 'passwd', '98765'])
    expect(sent).not.toContain(word);
});

test.each([
  [
    'a page of another origin',
    REPORT,
    { host: 'tally.example', origin: 'https://evil.example' },
    403,
  ],
  ['nobody', REPORT, { host: 'tally.example' }, 403],
  ['no report', { type: '<script>' }, OWN, 400],
  ['a text that is too long', { ...REPORT, text: 'x'.repeat(201) }, OWN, 400],
  ['a body that is too long', { ...REPORT, more: 'x'.repeat(20_000) }, OWN, 413],
])('%s is refused', async (_, payload, headers, status) => {
  const { taken, send } = await setUp();
  expect(await send(payload, headers as Record<string, string>)).toBe(status);
  expect(taken).toEqual([]);
});

test('forwards at most thirty reports a minute and follows no redirect of the service', async () => {
  const { taken, send } = await setUp(302);
  expect(await send(REPORT, { host: 'tally.example', origin: 'https://evil.example' })).toBe(403);
  for (let count = 0; count < 40; count++) expect(await send(REPORT)).toBe(count < 30 ? 204 : 429);
  await expect.poll(() => taken).toHaveLength(30);
});

test('origins of the Forge app have no path, and https', () => {
  expect(parseOrigins(` ${APP}, http://localhost:8000`, 'ORIGINS')).toEqual([
    APP,
    'http://localhost:8000',
  ]);
  for (const wrong of [`${APP}/`, 'http://tally.example', '*', 'null'])
    expect(() => parseOrigins(wrong, 'ORIGINS')).toThrow('ORIGINS has origins');
});

test.each([
  'nonsense',
  'https://sentry.example/1',
  'http://k@sentry.example/1',
  'https://k@sentry.example/',
])('%s is not a valid DSN', text =>
  expect(() => parseDsn(text)).toThrow('TALLYBOARD_ERROR_REPORTS'),
);
