/** Pins of saved reports: who may make them, who is shown their numbers, and what is said where the past has changed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { AnswerFigure } from '@tallyboard/engine/ask/answer-schema.ts';
import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { MAX_PINS } from '@tallyboard/server-store/pins.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { MAX_NOTE } from '@tallyboard/service-kit/pins/pins.ts';
import { accessKeysIn, type KeyRequest } from '@tallyboard/service-kit/sign-in/access-keys.ts';
import { accountsIn } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { hashPassword } from '@tallyboard/service-kit/sign-in/password.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createServer, type Server } from '../server.ts';
import { PASSWORD_AUTH } from '../testing/password-auth.ts';
import { testPassword } from '../testing/proxy-server.ts';
import { makeWebRoot } from '../testing/web-root.ts';

const start = Date.parse('2026-06-17T12:00:00Z');
const DAY_MS = 86_400_000;
let now = start;
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-pins-'));
let webRoot: string;
let store: Store;
let server: Server;
let origin: string;

/** Mara sees all issues of the demo, from Tomás the schemes hide some. */
const PEOPLE = { mara: 'Mara', tomas: 'Tomás', eva: 'Eva' } as const;
type Person = keyof typeof PEOPLE;
const BASE = '/rest/tallyboard/1/saved-reports';

beforeAll(async () => {
  webRoot = await makeWebRoot(['/']);
  const place = { file: join(folder, 'tallyboard.db') };
  store = await openStore(place);
  await store.ingest(demoRecords({ seed: 5, asOf: start, size: 300 }));
  const users = await store.catalogue.all('user');
  for (const [account, name] of Object.entries(PEOPLE)) {
    await accountsIn(store).set(account, await hashPassword(testPassword, 10));
    const jiraAccountId = users.find(user => user.name.startsWith(name))?.id ?? null;
    await store.accounts.change(account, { role: 'editor', jiraAccountId });
  }
  const own = { ownerId: 'mara', description: '', version: 0, updatedMs: 1 };
  const everyone = [{ kind: 'everyone', name: '', edit: true }] as const;
  const reader = [{ kind: 'account', name: 'tomas', edit: false }] as const;
  const all = { report: 'overview', jql: 'created >= 1970-01-01' };
  const people = { report: 'by-assignee', jql: 'project = WEB' };
  for (const [id, shares, view] of [
    ['everybody', everyone, all],
    ['persons00', everyone, people],
    ['oftomas00', reader, all],
    ['private00', [], all],
  ] as const)
    await store.savedReports.save({ ...own, id, name: id, shares, view });
  server = await createServer({
    store,
    place,
    webRoot,
    now: () => now,
    log: false,
    auth: PASSWORD_AUTH,
  });
  origin = `http://127.0.0.1:${await server.start({ port: 0, host: '127.0.0.1' })}`;
});
afterAll(async () => {
  await server.stop();
  for (const path of [webRoot, folder]) rmSync(path, { recursive: true });
});
afterEach(() => {
  now = start;
});

async function keyOf(owner: Person, request: Partial<KeyRequest> = {}): Promise<string> {
  const asked = { name: 'Test', jqlFilter: null, aggregateOnly: false, days: 30, ...request };
  const scopes = request.scopes ?? ['figures', 'issues', 'mcp', 'admin'];
  return (await accessKeysIn(store.accessKeys, () => now).make({ ...asked, scopes, owner })).text;
}

const keys = new Map<Person, string>();

async function ask(who: Person | { readonly key: string }, path: string, init: RequestInit = {}) {
  if (typeof who === 'string' && !keys.has(who)) keys.set(who, await keyOf(who));
  const key = typeof who === 'string' ? keys.get(who) : who.key;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const reply = await fetch(origin + path, { ...init, headers });
  const text = await reply.text();
  return { status: reply.status, text, json: text === '' ? null : JSON.parse(text) };
}

const add = (who: Person, saved: string, note: unknown = 'before the re-estimate') =>
  ask(who, `${BASE}/${saved}/pins`, { method: 'POST', body: JSON.stringify({ note }) });

const removeOf = (who: Person, saved: string, pin: string) =>
  ask(who, `${BASE}/${saved}/pins/${pin}`, { method: 'DELETE' });

async function withAssistant<Told>(
  who: Person,
  use: (client: Client) => Promise<Told>,
): Promise<Told> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  );
  const requestInit = { headers: { authorization: `Bearer ${await keyOf(who)}` } };
  const url = new URL(`${origin}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const readPin = (who: Person, pin: string): Promise<string> =>
  withAssistant(who, async client => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(`tallyboard://pin/${pin}`);
    const { contents } = await client.readResource({ uri: `tallyboard://pin/${pin}` });
    return String((contents[0] as { text?: string }).text);
  });

const figuresOf = async (who: Person | { readonly key: string }, saved: string) =>
  (await ask(who, `/rest/tallyboard/1/saved/${saved}`)).json.figures as readonly AnswerFigure[];

test('a pin has the figures of its report, and is listed, compared and removed', async () => {
  const made = await add('mara', 'everybody');
  expect(made.status).toBe(201);
  const { id, figures, headline, asOf, hash } = made.json;
  const report = await figuresOf('mara', 'everybody');
  expect(figures.length).toBeGreaterThan(20);
  expect(figures).toEqual(
    report.map(({ key, value, unit }) => ({ key, value, ...(unit && { unit }) })),
  );
  expect(made.json).toMatchObject({ note: 'before the re-estimate', shown: true, mine: true });
  expect([asOf, headline[0].label, hash.length]).toEqual([
    new Date(start).toISOString(),
    'Resolved',
    43,
  ]);
  expect((await ask('mara', `${BASE}/everybody/pins`)).json.pins).toEqual([made.json]);
  expect((await ask('mara', '/replica/saved-reports/everybody')).json.pins).toEqual({
    count: 1,
    latest: asOf,
  });
  now += 3 * DAY_MS;
  const compared = (await ask('mara', `${BASE}/everybody/pins/${id}`)).json;
  expect(compared).toMatchObject({ now: new Date(now).toISOString(), differs: null, doubts: [] });
  for (const { key, pinned, replayed } of compared.figures)
    expect([key, replayed]).toEqual([key, pinned]);
  expect((await removeOf('mara', 'everybody', id)).status).toBe(204);
  expect((await ask('mara', `${BASE}/everybody/pins/${id}`)).status).toBe(404);
});

test('who sees not every issue gets no number of a pin through any door', async () => {
  const { id, figures } = (await add('mara', 'everybody')).json;
  const list = await ask('tomas', `${BASE}/everybody/pins`);
  const one = await ask('tomas', `${BASE}/everybody/pins/${id}`);
  const numbers = ['figures', 'headline', 'hash', 'issues', 'complete'];
  for (const pin of [list.json.pins[0], one.json]) {
    expect(pin).toMatchObject({ shown: false, why: 'pinned with other rights', author: 'mara' });
    for (const member of numbers) expect(pin).not.toHaveProperty(member);
  }
  const large = figures.find(({ key }: AnswerFigure) => key === 'measure:resolved/whole').value;
  expect(large).toBe(300);
  const own = await readPin('mara', id);
  const other = await readPin('tomas', id);
  expect(own).toContain(String(large));
  expect(own).not.toContain('pinned with other rights');
  for (const text of [list.text, one.text, other]) {
    expect(text).toContain('pinned with other rights');
    expect(text).not.toContain('measure:');
    expect(text).not.toContain(String(large));
  }
  now += DAY_MS;
  const asked = { figure: 'measure:resolved/whole', since: `pin:${id}` };
  const body = JSON.stringify(asked);
  const explained = (who: Person) =>
    ask(who, '/rest/tallyboard/1/explain/overview', { method: 'POST', body });
  expect((await explained('mara')).json).toMatchObject({ before: large, after: large });
  const refused = await explained('tomas');
  expect([refused.status, refused.json.errorMessages]).toEqual([
    403,
    [`The pin '${id}' was pinned with other rights.`],
  ]);
  const told = (who: Person) =>
    withAssistant(who, client => client.callTool({ name: 'explain', arguments: asked }));
  expect(JSON.stringify(await told('mara'))).toContain(`${large} and ${large}`);
  expect(await told('tomas')).toMatchObject({
    isError: true,
    content: [{ text: `The pin '${id}' was pinned with other rights.` }],
  });
  await removeOf('mara', 'everybody', id);
});

test('who sees every issue of it gets the numbers of a pin that somebody else made', async () => {
  const { id, figures } = (await add('tomas', 'everybody')).json;
  const { json } = await ask('mara', `${BASE}/everybody/pins`);
  expect(json.pins).toMatchObject([{ id, shown: true, mine: false, figures }]);
  await removeOf('mara', 'everybody', id);
});

test('a key that sees less than its owner gets no number of the pins of its owner', async () => {
  const { id } = (await add('mara', 'everybody')).json;
  const key = await keyOf('mara', { scopes: ['figures'], jqlFilter: 'project = WEB' });
  const { json, text } = await ask({ key }, `${BASE}/everybody/pins`);
  expect(json.pins).toMatchObject([{ id, shown: false, why: 'pinned with other rights' }]);
  expect(text).not.toContain('measure:');
  await removeOf('mara', 'everybody', id);
});

test('a policy of figures on people holds for what was pinned before it, and by others', async () => {
  const policy = (figuresOnPeople: string) =>
    store.properties.set(`addon:${ADDON_KEYS.standard}`, 'global-settings', { figuresOnPeople });
  const shownTo = async (who: Person, pin: string) =>
    (await ask(who, `${BASE}/persons00/pins`)).json.pins.find(
      ({ id }: { id: string }) => id === pin,
    ).shown;
  const earlier = (await add('mara', 'persons00')).json.id;
  const plain = (await add('mara', 'everybody')).json.id;
  await policy('own-and-groups');
  const own = (await add('mara', 'persons00')).json.id;
  expect([await shownTo('mara', earlier), await shownTo('mara', own)]).toEqual([false, true]);
  await policy('groups-of:5');
  const grouped = (await add('mara', 'persons00')).json.id;
  expect([await shownTo('mara', own), await shownTo('mara', grouped)]).toEqual([false, true]);
  const { json } = await ask('mara', `${BASE}/everybody/pins`);
  expect(json.pins).toMatchObject([{ id: plain, shown: true }]);
  await policy('all');
  expect(await shownTo('mara', earlier)).toBe(true);
  for (const pin of [earlier, own, grouped]) await removeOf('mara', 'persons00', pin);
  await removeOf('mara', 'everybody', plain);
});

test('no door gives an id or a key of an issue', async () => {
  const { id } = (await add('mara', 'persons00')).json;
  const ids = (await ask('mara', '/rest/api/3/search/jql?jql=project%20%3D%20WEB&maxResults=100'))
    .json.issues as { id: string; key: string }[];
  expect(ids.length).toBeGreaterThan(30);
  const texts = [
    (await ask('mara', `${BASE}/persons00/pins`)).text,
    (await ask('mara', `${BASE}/persons00/pins/${id}`)).text,
    await readPin('mara', id),
  ];
  for (const text of texts)
    for (const issue of ids) {
      expect(text).not.toContain(`"${issue.id}"`);
      expect(text).not.toMatch(new RegExp(`\\b${issue.key}\\b`));
    }
  await removeOf('mara', 'persons00', id);
});

test('a key with aggregated figures only gets those of the report, and no words of people', async () => {
  const { id } = (await add('mara', 'persons00', 'Tomás was on leave')).json;
  const key = await keyOf('mara', { scopes: ['figures'], aggregateOnly: true });
  const [report, whole] = [
    await figuresOf({ key }, 'persons00'),
    await figuresOf('mara', 'persons00'),
  ];
  expect(report.length).toBeLessThan(whole.length);
  const list = await ask({ key }, `${BASE}/persons00/pins`);
  const one = await ask({ key }, `${BASE}/persons00/pins/${id}`);
  const byKey = (all: readonly { key: string }[]) => all.map(each => each.key).sort();
  for (const { text, json } of [list, one]) {
    const pin = json.pins?.[0] ?? json;
    expect(byKey(pin.figures)).toEqual(byKey(report));
    expect(pin.author).toBeNull();
    for (const member of ['note', 'hash', 'issues']) expect(pin).not.toHaveProperty(member);
    expect(text).not.toContain('leave');
  }
  for (const { key: name, value } of report)
    expect(one.json.figures).toContainEqual(
      expect.objectContaining({ key: name, pinned: value, replayed: value }),
    );
  await removeOf('mara', 'persons00', id);
});

test('a report that is not shared has no pins for others, a shared one is pinned by who may change it', async () => {
  const { id } = (await add('mara', 'private00')).json;
  for (const path of [`${BASE}/private00/pins`, `${BASE}/private00/pins/${id}`])
    expect((await ask('tomas', path)).status).toBe(404);
  // By another report that he sees.
  expect((await ask('tomas', `${BASE}/everybody/pins/${id}`)).status).toBe(404);
  expect((await removeOf('tomas', 'everybody', id)).status).toBe(404);
  expect((await add('tomas', 'oftomas00')).status).toBe(403);
  const own = (await add('mara', 'oftomas00')).json.id;
  expect((await removeOf('tomas', 'oftomas00', own)).status).toBe(403);
  const others = (await add('eva', 'everybody')).json.id;
  expect((await removeOf('tomas', 'everybody', others)).status).toBe(403);
  for (const [saved, pin] of [
    ['private00', id],
    ['oftomas00', own],
    ['everybody', others],
  ] as const)
    expect((await removeOf('mara', saved, pin)).status).toBe(204);
});

test.each([
  [null, 'note'],
  ['  ', 'note'],
  [7, 'note'],
  ['x'.repeat(MAX_NOTE + 1), `longer than ${MAX_NOTE} characters`],
])('the note %# is refused', async (note, message) => {
  const { status, json } = await add('mara', 'private00', note);
  expect([status, json.errorMessages[0]]).toEqual([400, expect.stringContaining(message)]);
});

test('a note of any script is kept as it was written, up to its limit', async () => {
  const note = '😀'.repeat(MAX_NOTE - 20) + ' قبل إعادة التقدير'.padEnd(20, '.');
  const { json } = await add('mara', 'private00', note);
  expect(json.note).toBe(note);
  await removeOf('mara', 'private00', json.id);
});

test('a report has a limit of pins, and loses them with itself', async () => {
  const statuses = [];
  for (let made = 0; made <= MAX_PINS; made++)
    statuses.push((await add('mara', 'private00')).status);
  expect(statuses).toEqual([...Array.from({ length: MAX_PINS }, () => 201), 409]);
  const { pins } = (await ask('mara', `${BASE}/private00/pins`)).json;
  expect(pins).toHaveLength(MAX_PINS);
  await store.savedReports.remove('private00');
  expect(await store.pins.ofReport('private00')).toEqual([]);
  expect(await store.pins.get(pins[0].id)).toBeNull();
});

test('an account that is gone is the author of nothing', async () => {
  const { id } = (await add('eva', 'everybody')).json;
  await accountsIn(store).remove('eva');
  expect((await store.pins.get(id))?.owner).toBeNull();
  await removeOf('mara', 'everybody', id);
});

test('a deleted issue is told at the numbers that lack it, to the author alone', async () => {
  const { id } = (await add('mara', 'persons00')).json;
  const { id: byTomas } = (await add('tomas', 'persons00')).json;
  await store.issues.delete(['WEB-1']);
  now += DAY_MS;
  const one = (await ask('mara', `${BASE}/persons00/pins/${id}`)).json;
  expect(one.differs).toBe(
    'differs from what was pinned: deleted, no longer visible or changed in the past',
  );
  const { pinned, replayed } = one.figures.find(({ key }: AnswerFigure) => key === 'created');
  expect(replayed).toBe(pinned - 1);
  const other = (await ask('mara', `${BASE}/persons00/pins/${byTomas}`)).json;
  expect(other).toMatchObject({ shown: false, why: 'pinned with other rights' });
});
