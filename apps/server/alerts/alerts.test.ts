/** Alerts as calls, and the rounds of a server that tell them. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type Server } from '../server.ts';

const DAY = 86_400_000;
let clock = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-alerts-'));
const messages = join(folder, 'messages');
let store: Store;
let server: Server;
let address: string;

beforeAll(async () => {
  const place = { file: join(folder, 'tallyboard.db') };
  store = await openStore(place);
  await store.ingest([...demoRecords({ seed: 5, asOf: clock, size: 200 })]);
  const shares = [{ kind: 'everyone', name: '', edit: true }] as const;
  const own = { description: '', shares, version: 0, updatedMs: 1 };
  const view = { report: 'throughput', jql: '', settings: { lastDays: 90 } };
  await store.savedReports.save({ ...own, ownerId: 'ana', id: 'weeks', name: 'Weeks', view });
  server = await createServer({
    store,
    place,
    webRoot: join(import.meta.dirname, '../../web/public'),
    now: () => clock,
    openAccess: () => ({ anyHost: false, actAs: true }),
    delivery: { mail: null, webhookHosts: [], folder: messages },
    log: false,
  });
  address = `http://127.0.0.1:${await server.start({ port: 0, host: '127.0.0.1' })}`;
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function send(method: string, path: string, body?: object) {
  const reply = await fetch(`${address}/rest/tallyboard/1${path}`, {
    method,
    headers: {
      'X-Replica-User': 'ana',
      'X-Atlassian-Token': 'no-check',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: text === '' ? null : JSON.parse(text) };
}

test('an alert is told once when crossed, whatever rounds there are', async () => {
  const made = await send('POST', '/saved-reports/weeks/alerts', {
    figure: 'wip',
    above: 0,
    to: ['folder:alerts'],
  });
  expect([made.status, made.body]).toEqual([201, expect.objectContaining({ state: 'new' })]);
  const { id } = made.body;
  const state = async () => (await send('GET', `/alerts/${id}`)).body;
  await expect.poll(async () => (await state()).state).toBe('firing');
  const files = () => readdirSync(join(messages, 'alerts'));
  await expect.poll(() => files().length).toBeGreaterThan(0);
  const first = files();
  // A day later it is still above: nothing is told again.
  clock += DAY;
  await expect.poll(async () => (await state()).day).toBe('2026-06-17');
  expect(files()).toEqual(first);
  expect((await state()).events).toMatchObject([{ kind: 'crossed', day: '2026-06-16' }]);
  expect((await send('GET', '/alerts')).body.alerts).toHaveLength(1);
  expect((await send('DELETE', `/alerts/${id}`)).status).toBe(204);
  expect((await send('GET', `/alerts/${id}`)).status).toBe(404);
});

test('a back-test is a call, and says what cannot be', async () => {
  const test = await send('POST', '/saved-reports/weeks/alerts/back-test', {
    figure: 'finished',
    limits: true,
  });
  expect([test.status, test.body]).toEqual([
    200,
    expect.objectContaining({ text: expect.stringContaining('in the last year') }),
  ]);
  for (const [body, words] of [
    [{ figure: 'finished' }, 'Give one condition'],
    [{ figure: 'nothing', above: 1 }, "has no figure 'nothing'"],
    [{ figure: 'wip', above: 1, back: 2 }, 'is over at 1 or less'],
  ] as const) {
    const { status, body: reply } = await send('POST', '/saved-reports/weeks/alerts', body);
    expect([status, JSON.stringify(reply)]).toEqual([400, expect.stringContaining(words)]);
  }
});
