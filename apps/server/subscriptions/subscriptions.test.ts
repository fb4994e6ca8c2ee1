/** Subscriptions of a server: each recipient gets the figures that this recipient may see, once, and can leave. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { mailSink, parseMail } from '@tallyboard/service-kit/delivery/testing/mail-sink.ts';
import { accessKeysIn } from '@tallyboard/service-kit/sign-in/access-keys.ts';
import { accountsIn } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { hashPassword } from '@tallyboard/service-kit/sign-in/password.ts';
import type { RunJson } from '@tallyboard/service-kit/subscriptions/subscriptions.ts';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createServer, type Server } from '../server.ts';
import { PASSWORD_AUTH } from '../testing/password-auth.ts';
import { testPassword } from '../testing/proxy-server.ts';
import { makeWebRoot } from '../testing/web-root.ts';

const start = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-subscriptions-'));
const BASE = '/rest/tallyboard/1';
/** Mara sees all issues of the demo, from Tomás the schemes hide some. */
const PEOPLE = {
  'mara@example.com': { name: 'Mara', role: 'editor' },
  'tomas@example.com': { name: 'Tomás', role: 'reader' },
  'admin@example.com': { name: 'Eva', role: 'admin' },
} as const;
type Person = keyof typeof PEOPLE;
const MARA = 'mara@example.com';
const TOMAS = 'tomas@example.com';
const ADMIN = 'admin@example.com';

let now = start;
let webRoot: string;
let store: Store;
let servers: readonly Server[];
let origin: string;
let sink: Awaited<ReturnType<typeof mailSink>>;
const keys = new Map<string, string>();

beforeAll(async () => {
  webRoot = await makeWebRoot(['/']);
  // Its page would draw nothing.
  rmSync(join(webRoot, 'figure.html'));
  sink = await mailSink();
  const place = { file: join(folder, 'tallyboard.db') };
  store = await openStore(place);
  await store.ingest(demoRecords({ seed: 5, asOf: start, size: 300 }));
  const users = await store.catalogue.all('user');
  const access = accessKeysIn(store.accessKeys, () => now);
  for (const [account, { name, role }] of Object.entries(PEOPLE)) {
    await accountsIn(store).set(account, await hashPassword(testPassword, 10));
    const jiraAccountId = users.find(user => user.name.startsWith(name))?.id ?? null;
    await store.accounts.change(account, { role, jiraAccountId });
    const asked = {
      name: 'Test',
      jqlFilter: null,
      aggregateOnly: false,
      days: 300,
      owner: account,
    };
    const all = await access.make({ ...asked, scopes: ['figures', 'schedules', 'admin'] });
    keys.set(account, all.text);
    keys.set(`${account} figures`, (await access.make({ ...asked, scopes: ['figures'] })).text);
  }
  const view = { report: 'overview', jql: 'created >= 1970-01-01' };
  for (const id of ['weekly00', 'monthly0'])
    await store.savedReports.save({
      ownerId: MARA,
      description: '',
      version: 0,
      updatedMs: 1,
      id,
      view,
      name: id === 'weekly00' ? 'Weekly look' : 'Monthly look',
      shares: [{ kind: 'everyone', name: '', edit: false }],
    });
  const settings = {
    store,
    place,
    webRoot,
    now: () => now,
    log: 'error' as const,
    auth: PASSWORD_AUTH,
    delivery: { mail: sink.settings, webhookHosts: [], folder: null },
  };
  const second = await openStore(place);
  servers = [await createServer(settings), await createServer({ ...settings, store: second })];
  const [port] = await Promise.all(
    servers.map(server => server.start({ port: 0, host: '127.0.0.1' })),
  );
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await sink.close();
  for (const path of [webRoot, folder]) rmSync(path, { recursive: true });
});
beforeEach(async () => {
  for (const { id } of await store.subscriptions.all()) await store.subscriptions.remove(id);
  sink.mails.length = 0;
});

async function ask(who: string, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${keys.get(who)}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const reply = await fetch(`${origin}${BASE}${path}`, init);
  const text = await reply.text();
  return { status: reply.status, text, json: text.startsWith('{') ? JSON.parse(text) : null };
}

const add = (who: Person, to: readonly string[], more: object = {}, saved = 'weekly00') =>
  ask(who, 'POST', `/saved-reports/${saved}/subscriptions`, {
    cron: '0 8 * * MON',
    zone: 'Europe/Prague',
    to,
    ...more,
  });

async function added(...args: Parameters<typeof add>): Promise<string> {
  const { status, json, text } = await add(...args);
  expect([status, text]).toEqual([201, expect.any(String)]);
  return json.id;
}

async function runsOf(id: string): Promise<readonly RunJson[]> {
  return (await ask(ADMIN, 'GET', `/subscriptions/${id}/history`)).json.runs;
}

/** Sends a subscription now, and returns what became of it. */
async function tested(id: string, body: object = {}): Promise<RunJson['messages']> {
  const { status, json } = await ask(ADMIN, 'POST', `/subscriptions/${id}/test`, body);
  expect(status).toBe(202);
  now += 1;
  const run = async () => (await runsOf(id)).find(({ due }) => due === json.due);
  await expect.poll(async () => (await run())?.finished ?? null).not.toBe(null);
  await expect
    .poll(async () => (await run())?.messages.filter(({ state }) => state === 'pending'))
    .toEqual([]);
  return (await run())?.messages ?? [];
}

async function mailTo(address: string) {
  const found = sink.mails.filter(({ to }) => to === address);
  expect(found).toHaveLength(1);
  return parseMail(found[0]!.raw);
}

/** The table of the text of a mail. */
const cellsOf = (text: string | undefined) => (text ?? '').match(/\S+/g) ?? [];

test('each recipient with an account gets the figures that they may see', async () => {
  const id = await added(MARA, [MARA, TOMAS], { file: 'csv' });
  expect((await tested(id)).map(({ to, state }) => [to, state]).sort()).toEqual([
    [MARA, 'sent'],
    [TOMAS, 'sent'],
  ]);
  const totals: unknown[] = [];
  for (const person of [MARA, TOMAS]) {
    const mail = await mailTo(person);
    const { text } = await ask(person, 'GET', '/saved/weekly00?format=csv');
    expect(String(mail.attachments[0]?.content)).toBe(text);
    const { json } = await ask(person, 'GET', '/saved/weekly00');
    for (const figure of json.headline.figures) {
      expect(mail.text).toContain(`${figure.label}: ${figure.text}`);
      totals.push(figure.text);
    }
    for (const row of json.table.rows)
      for (const cell of row)
        if (typeof cell === 'number') expect(cellsOf(mail.text)).toContain(String(cell));
    expect(mail.text).toContain(
      `${origin.replace('127.0.0.1', 'localhost')}/reports?saved=weekly00`,
    );
  }
  expect(new Set(totals).size).toBeGreaterThan(totals.length / 2);
});

test('an address without an account gets nothing until an administrator releases the report, then aggregates', async () => {
  const outside = 'boss@elsewhere.example';
  const id = await added(MARA, [outside], { file: 'csv' });
  const [refused] = await tested(id);
  expect(refused).toMatchObject({
    state: 'skipped',
    detail: expect.stringContaining('no administrator has released'),
  });
  expect((await ask(MARA, 'PUT', '/saved-reports/weekly00/release')).status).toBe(403);
  expect((await ask(ADMIN, 'PUT', '/saved-reports/weekly00/release')).status).toBe(204);
  expect(await tested(id)).toMatchObject([{ state: 'sent' }]);
  const mail = await mailTo(outside);
  expect(mail.text).not.toMatch(/\b[A-Z]{2,}-\d+\b/);
  expect(mail.text).not.toContain('/reports?');
  // Changed since: released is what was looked at.
  const saved = await store.savedReports.get('weekly00');
  await store.savedReports.save({ ...saved!, view: { report: 'overview', jql: 'project = WEB' } });
  expect(await tested(id)).toMatchObject([{ state: 'skipped' }]);
  await store.savedReports.save({ ...saved!, version: 2 });
});

test('a schedule sends once, of two servers, and a recipient leaves by one click', async () => {
  const id = await added(MARA, [MARA, TOMAS]);
  now = Date.parse('2026-06-22T06:00:30Z');
  await expect.poll(() => sink.mails).toHaveLength(2);
  const mail = await mailTo(TOMAS);
  const list = mail.headers.get('list') as unknown as { unsubscribe: { url: string } };
  const address = list.unsubscribe.url.replace(/^http:\/\/[^/]+/, origin);
  // Programs that follow links change nothing.
  expect((await fetch(address)).status).toBe(200);
  const left = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(left.status).toBe(200);
  expect((await fetch(`${address}x`, { method: 'POST' })).status).toBe(404);
  const { json } = await ask(MARA, 'GET', `/subscriptions/${id}`);
  expect(json.to).toEqual([
    { name: MARA, kind: 'account', unsubscribed: false },
    { name: TOMAS, kind: 'account', unsubscribed: true },
  ]);
  expect((await tested(id)).map(({ to }) => to)).toEqual([MARA]);
  const runs = await runsOf(id);
  expect(runs.filter(({ cause }) => cause === 'schedule').map(({ due }) => due)).toEqual([
    '2026-06-22T06:00:00.000Z',
  ]);
  await ask(MARA, 'DELETE', `/subscriptions/${id}`);
});

test('keys need the scope, readers send to nobody else, and strangers see nothing', async () => {
  const { status } = await ask(`${MARA} figures`, 'GET', '/subscriptions');
  expect(status).toBe(403);
  expect((await add(TOMAS, [MARA])).status).toBe(403);
  const own = await added(TOMAS, [TOMAS]);
  expect((await ask(MARA, 'GET', `/subscriptions/${own}`)).status).toBe(404);
  expect((await ask(MARA, 'DELETE', `/subscriptions/${own}`)).status).toBe(404);
  expect((await ask(MARA, 'GET', '/subscriptions?all=true')).status).toBe(403);
  const all = (await ask(ADMIN, 'GET', '/subscriptions?all=true')).json.subscriptions;
  expect(all.map((each: { id: string }) => each.id)).toContain(own);
  for (const [more, path] of [
    [{ cron: 'monday' }, 'cron'],
    [{ zone: 'Europe/Nowhere' }, 'zone'],
    [{ to: [] }, 'to'],
    [{ to: ['nobody'] }, 'to'],
    [{ file: 'exe' }, 'file'],
  ] as const) {
    const wrong = await add(MARA, [MARA], more);
    expect(wrong).toMatchObject({ status: 400, json: { errors: { [path]: expect.any(String) } } });
  }
});

test('it pauses, goes on, and ends with its report, which its recipients hear once', async () => {
  const id = await added(MARA, [MARA], {}, 'monthly0');
  const paused = await ask(MARA, 'PUT', `/subscriptions/${id}`, { state: 'paused' });
  expect(paused.json).toMatchObject({ state: 'paused', next: null });
  now = Date.parse('2026-06-29T07:00:00Z');
  const active = await ask(MARA, 'PUT', `/subscriptions/${id}`, { state: 'active' });
  // What was due in the pause is not sent.
  expect(active.json.next).toBe('2026-07-06T06:00:00.000Z');
  await store.savedReports.remove('monthly0');
  now = Date.parse('2026-07-06T06:00:10Z');
  const ended = () => sink.mails.filter(({ raw }) => String(raw).includes('Subject: Ended'));
  await expect.poll(ended).toHaveLength(1);
  now = Date.parse('2026-07-13T06:00:10Z');
  const { json } = await ask(MARA, 'GET', `/subscriptions/${id}`);
  expect(json).toMatchObject({ state: 'ended', why: 'The saved report was deleted.' });
  expect(ended()).toHaveLength(1);
});

test('the release of a dashboard ends with a change of the saved report that a gadget shows', async () => {
  const outside = 'boss@elsewhere.example';
  const { id } = await store.dashboards.create({ name: 'Small wall', ownerId: MARA, at: now });
  const saved = { id: 'weekly00', name: 'Weekly look' };
  const settings = { version: 1, jql: 'project = OPS', saved };
  const item = { moduleKey: 'com.tallyboard:status', title: 'Where we are' };
  await store.dashboards.addItem(id, { ...item, properties: { settings } }, now);
  const shares = [{ kind: 'account' as const, name: ADMIN, edit: false }];
  await store.dashboards.change(id, { shares }, now);
  const given = { cron: '0 8 * * MON', zone: 'UTC', to: [outside] };
  const { json } = await ask(MARA, 'POST', `/dashboards/${id}/subscriptions`, given);
  expect(await tested(json.id)).toMatchObject([{ state: 'skipped' }]);
  expect((await ask(MARA, 'PUT', `/dashboards/${id}/release`)).status).toBe(403);
  expect((await ask(ADMIN, 'PUT', `/dashboards/${id}/release`)).status).toBe(204);
  expect(await tested(json.id)).toMatchObject([{ state: 'sent' }]);
  const { text = '' } = await mailTo(outside);
  expect(text).toContain('1 gadget of the dashboard Small wall.');
  expect(text).not.toMatch(/\b[A-Z]{2,}-\d+\b|created >=|OPS/);
  const report = await store.savedReports.get('weekly00');
  await store.savedReports.save({ ...report!, view: { report: 'overview', jql: 'project = WEB' } });
  expect(await tested(json.id)).toMatchObject([{ state: 'skipped' }]);
  await store.savedReports.save({ ...report!, version: report!.version + 1 });
  await store.dashboards.delete(id);
});

test('of a dashboard each recipient gets the figures of its gadgets that they may see, in its order and with its filter', async () => {
  const { id } = await store.dashboards.create({ name: 'Team wall', ownerId: MARA, at: now });
  const module = (name: string) => `com.tallyboard:${name}`;
  for (const [name, title, settings] of [
    ['text', 'Read this', { version: 1, htmlContent: '<p>Sales & <b>support</b></p>' }],
    ['status', 'Where we are', { version: 1, jql: 'created >= 1970-01-01' }],
    ['velocity', 'Nobody chose a board', undefined],
    ['unknown', 'Not ours', {}],
  ] as const)
    await store.dashboards.addItem(
      id,
      { moduleKey: module(name), title, ...(settings && { properties: { settings } }) },
      now,
    );
  await store.dashboards.change(
    id,
    { filter: 'project=OPS', shares: [{ kind: 'account', name: TOMAS, edit: false }] },
    now,
  );
  const path = `/dashboards/${id}/subscriptions`;
  const given = { cron: '0 8 * * MON', zone: 'UTC', to: [MARA, TOMAS] };
  expect(
    (await ask(TOMAS, 'POST', path, { ...given, to: [TOMAS], file: 'csv' })).json,
  ).toMatchObject({ errors: { file: "'csv' is none of xlsx, html, pdf, none." } });
  const made = await ask(MARA, 'POST', path, { ...given, file: 'xlsx' });
  expect(made.json).toMatchObject({ savedReport: null, dashboard: id, name: 'Team wall' });
  expect(await tested(made.json.id)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);

  for (const person of [MARA, TOMAS]) {
    const mail = await mailTo(person);
    const text = mail.text ?? '';
    const at = ['Read this\n', 'Where we are\n', 'Nobody chose a board\n'].map(title =>
      text.indexOf(title),
    );
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(at[0]).toBeGreaterThan(0);
    expect(text).toContain('\nSales & support\n');
    expect(text).not.toContain('Not ours');
    expect(text).toContain('Not configured yet.');
    const asked = 'jql=project%20%3D%20OPS';
    const { json } = await ask(person, 'GET', `/report/overview?${asked}`);
    // For Tomás there is no such project.
    expect(json.headline === undefined).toBe(person === TOMAS);
    for (const { label, text: value } of json.headline?.figures ?? [])
      expect(text.slice(at[1])).toContain(`${label}: ${value}`);
    const missing = "The value 'OPS' does not exist for the field 'project'.";
    expect(text.slice(at[1]).includes(missing)).toBe(person === TOMAS);
    expect(mail.subject).toBe('Test: Team wall');
    expect(text).toContain(`/dashboards/${id}`);
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['Team wall.xlsx']);
  }

  // The same as a file, by the rights of who asks.
  const fileFor = async (who: string, query: string) => {
    const headers = { authorization: `Bearer ${keys.get(who)}` };
    return fetch(`${origin}${BASE}/dashboards/${id}/file${query}`, { headers });
  };
  for (const person of [MARA, TOMAS]) {
    const reply = await fileFor(person, '?format=xlsx');
    expect([reply.status, reply.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="dashboard-${id}-${new Date(now).toISOString().slice(0, 10)}.xlsx"`,
    ]);
    const files = unzipSync(new Uint8Array(await reply.arrayBuffer()));
    const part = (name: string) => strFromU8(files[`xl/${name}.xml`] ?? new Uint8Array());
    const names = [...part('workbook').matchAll(/<sheet name="(.*?)"/g)].map(([, name]) => name);
    // For Tomás there is no such project.
    expect(names).toEqual([...(person === TOMAS ? [] : ['Where we are']), 'How computed']);
    expect(part('sharedStrings')).toContain('Sales &amp; support');
  }
  expect((await fileFor(MARA, '?format=pdf')).status).toBe(403);
  const wrong = await fileFor(MARA, '?format=csv');
  expect([wrong.status, await wrong.text()]).toEqual([
    400,
    expect.stringContaining(
      'Give the format of the file: ?format=xlsx, ?format=html, ?format=pdf.',
    ),
  ]);
  expect((await fileFor(ADMIN, '?format=xlsx')).status).toBe(404);

  // Who no longer sees the dashboard gets no link; when it is deleted, that is said once.
  await store.dashboards.delete(id);
  sink.mails.length = 0;
  now = Date.parse('2026-07-20T08:00:10Z');
  const ended = () => sink.mails.filter(({ raw }) => String(raw).includes('Subject: Ended'));
  await expect.poll(ended).toHaveLength(2);
  const { json } = await ask(MARA, 'GET', `/subscriptions/${made.json.id}`);
  expect(json).toMatchObject({ state: 'ended', why: 'The dashboard was deleted.' });
});
