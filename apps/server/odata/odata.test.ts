import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OData } from '@odata/client';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { accessKeysIn } from '@tallyboard/service-kit/sign-in/access-keys.ts';
import { accountsIn } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { hashPassword } from '@tallyboard/service-kit/sign-in/password.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type Server } from '../server.ts';
import { PASSWORD_AUTH } from '../testing/password-auth.ts';
import { testPassword } from '../testing/proxy-server.ts';
import { makeWebRoot } from '../testing/web-root.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-odata-'));
const place = { file: join(folder, 'tallyboard.db') };
let webRoot: string;
let store: Store;
let server: Server;
let base: string;
let key: string;

const save = (ownerId: string, name: string, view: object) =>
  store.savedReports.save({
    id: `id${name.toLowerCase().replace(/[^a-z\d]/g, '')}`.padEnd(8, '0'),
    ownerId,
    name,
    description: '',
    view: view as Record<string, unknown>,
    shares: [],
    version: 0,
    updatedMs: now,
  });

beforeAll(async () => {
  webRoot = await makeWebRoot(['/']);
  store = await openStore(place);
  await store.ingest(demoRecords({ seed: 7, asOf: now, size: 300 }));
  const users = await store.catalogue.all('user');
  const jiraAccountId = users.find(({ name }) => name.startsWith('Mara'))?.id ?? null;
  for (const name of ['ana', 'bob']) {
    await accountsIn(store).set(name, await hashPassword(testPassword, 10));
    await store.accounts.change(name, { role: 'reader', jiraAccountId });
  }
  await save('ana', 'Who has what?', {
    report: 'issues-by',
    jql: 'project = WEB',
    settings: { field: 'assignee' },
  });
  await save('ana', 'Broken', { report: 'issues-by', jql: 'projekt = WEB', settings: {} });
  await save('ana', 'Pace', {
    report: 'velocity',
    jql: '',
    settings: { boardId: (await store.catalogue.all('board'))[0]?.id },
  });
  for (const asOf of ['2001-01-01', '2026-07-01'])
    await save('ana', `Of ${asOf.slice(0, 4)}`, {
      report: 'overview',
      jql: 'project = WEB',
      settings: {},
      asOf,
    });
  await save('ana', 'Gone', { report: 'velocity', jql: '', settings: { boardId: 99 } });
  await save('bob', 'Private', { report: 'overview', jql: 'project = WEB', settings: {} });
  server = await createServer({
    store,
    place,
    webRoot,
    now: () => now,
    log: false,
    auth: PASSWORD_AUTH,
  });
  base = `http://127.0.0.1:${await server.start({ port: 0, host: '127.0.0.1' })}`;
  key = (
    await accessKeysIn(store.accessKeys, () => now).make({
      owner: 'ana',
      name: 'Excel',
      scopes: ['figures', 'issues'],
      jqlFilter: null,
      aggregateOnly: false,
      days: 30,
    })
  ).text;
});
afterAll(async () => {
  await server.stop();
  for (const path of [webRoot, folder]) rmSync(path, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(base + path, { headers: { authorization: `Bearer ${key}`, ...headers } });

const countOf = async (jql: string): Promise<number> => {
  const reply = await fetch(`${base}/rest/api/3/search/approximate-count`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ jql }),
  });
  return (await reply.json()).count;
};

test("another maker's client reads the feed, and its numbers are those of JQL", async () => {
  const client = OData.New4({
    serviceEndpoint: `${base}/odata/`,
    credential: { username: 'any', password: key },
  } as never);
  const set = client.getEntitySet<{ value: string; count: number }>('Who_has_what');
  const all = (await set.query(client.newParam().count(true))) as never as {
    value: string;
    count: number;
  }[];
  expect(all.length).toBeGreaterThan(3);
  for (const { value, count } of all.slice(0, 4)) {
    const who =
      value === 'Unassigned'
        ? 'assignee is EMPTY'
        : `assignee = "${value.replace(' (inactive)', '')}"`;
    expect([value, count]).toEqual([value, await countOf(`project = WEB AND ${who}`)]);
  }
  const most = all.filter(({ count }) => count > 5).map(({ value }) => value);
  const filtered = await set.query(
    client.newParam().filter(client.newFilter().property('count').gt(5)),
  );
  expect((filtered as never as typeof all).map(({ value }) => value)).toEqual(most);
});

test('rows are selected, filtered, ordered, counted and paged', async () => {
  const ask = async (query: string) =>
    (await get(`/odata/Who_has_what?${query.replaceAll(' ', '%20')}`)).json();
  const { value: all, ...facts } = await ask('$count=true');
  expect(facts).toMatchObject({
    '@odata.count': all.length,
    '@tallyboard.asOf': new Date(now).toISOString(),
  });
  const byCount = await ask('$orderby=count desc,value&$top=2&$select=value,count');
  const sorted = all.toSorted(
    (a: { count: number; value: string }, b: { count: number; value: string }) =>
      b.count - a.count || (a.value < b.value ? -1 : 1),
  );
  expect(byCount.value).toEqual(
    sorted
      .slice(0, 2)
      .map(({ value, count }: { value: string; count: number }) => ({ value, count })),
  );
  const named = await ask("$filter=contains(tolower(value),'a') and not (count lt 2)&$skip=1");
  expect(named.value).toEqual(
    all
      .filter(
        ({ value, count }: { value: string; count: number }) => /a/i.test(value) && count >= 2,
      )
      .slice(1),
  );
  const ampersand = await ask("$filter=value eq 'R%26D 100%25' or count add null gt 0");
  expect(ampersand.value).toEqual([]);
  const one = await (await get('/odata/Who_has_what(2)')).json();
  expect(one).toMatchObject(all[1]);
  expect(await (await get('/odata/Who_has_what/$count')).text()).toBe(String(all.length));
});

test('the metadata has types, and a report that cannot be computed takes no other along', async () => {
  const reply = await get('/odata/$metadata');
  const text = await reply.text();
  expect(reply.headers.get('content-type')).toContain('application/xml');
  expect(reply.headers.get('odata-version')).toBe('4.01');
  expect(text).toContain('<Property Name="count" Type="Edm.Double"/>');
  expect(text).toContain('<EntitySet Name="Broken"');
  // Another's report, which is not shared.
  expect(text).not.toContain('Private');
});

test.each([
  [
    '/odata/Nothing',
    404,
    "There is no saved report 'Nothing' for you. There are Broken, Gone, Of_2001, Of_2026, Pace, Who_has_what.",
  ],
  ['/odata/Private', 404, "There is no saved report 'Private'"],
  ['/odata/Peace', 404, 'Did you mean "Pace"?'],
  ['/odata/Gone', 400, "There is no board '99' that you may see. boardId is one of 1 ("],
  ['/odata/Broken', 400, "Field 'projekt' does not exist"],
  [
    '/odata/Who_has_what?$filter=Nothing%20eq%201',
    400,
    "There is no property 'Nothing'. There are Row, ",
  ],
  ['/odata/Who_has_what/$count?$filter=Nothing%20eq%201', 400, "There is no property 'Nothing'."],
  ["/odata/Who_has_what('x')", 404, "There is no saved report 'Who_has_what('x')'"],
  ['/odata/Who_has_what?$filter=count%20gt', 400, 'The query options cannot be read.'],
  ['/odata/Who_has_what?$expand=x', 501, '$expand is not supported.'],
  [
    "/odata/Who_has_what?$filter=substringof('a',value)",
    501,
    'The function substringof is not supported.',
  ],
  ['/odata/Who_has_what?$top=-1', 400, '$top'],
  ['/odata/Who_has_what?$skiptoken=-5', 400, '$skiptoken'],
  ['/odata/Who_has_what?$skiptoken=abc', 400, '$skiptoken'],
  ['/odata/Who_has_what?$format=xml', 406, 'JSON alone'],
  ['/odata/$metadata?$format=json', 406, 'XML alone'],
  ['/odata/Who_has_what?$filter=value/length%20eq%203', 501, "'value' has no parts"],
  ['/odata/Who_has_what?$orderby=value/$count', 501, "'value' has no parts"],
  ['/odata/Who_has_what?$select=value/length', 501, "'value' has no parts"],
])('%s is refused as OData says it', async (path, status, message) => {
  const reply = await get(path);
  expect(reply.status).toBe(status);
  expect((await reply.json()).error.message).toContain(message);
});

test('a program without a key is asked for a user and a password', async () => {
  const reply = await fetch(`${base}/odata`);
  expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
    401,
    'Basic realm="Tallyboard"',
  ]);
});

test('/metrics counts calls by route and status, and has the numbers of saved reports', async () => {
  await get('/odata/Nothing');
  await get('/odata/Who_has_what');
  const text = await (await get('/metrics')).text();
  expect(text).toContain('tallyboard_ready 1');
  expect(text).toMatch(
    /tallyboard_call_seconds_count\{method="GET",route="\/odata\/:set",status="404"\} \d+/,
  );
  expect(text).toMatch(/tallyboard_report_seconds_count\{report="issues-by"\} \d+/);
  const saved = await (await get('/metrics/saved?report=Who%20has%20what%3F')).text();
  const count = await countOf('project = WEB AND assignee is EMPTY');
  expect(saved).toContain(
    `tallyboard_figure{saved="Who has what?",row="Unassigned",column="count"} ${count}`,
  );
  expect(saved).toContain('tallyboard_figures_complete{saved="Who has what?"} 1');
  // Sprints and the people in them are rows of their own.
  const people = await (await get('/metrics/saved?report=Pace')).text();
  const table = await (await get('/rest/tallyboard/1/saved/Pace?format=csv')).text();
  const numbers = people.split('\n').filter(line => line.includes('column="completed"'));
  expect(numbers.length).toBe(table.trim().split('\r\n').length - 1);
});

test('/metrics/saved tells the keys of numbers on request, and leaves their series as they are', async () => {
  const plain = await (await get('/metrics/saved?report=Pace')).text();
  expect(plain).not.toContain('tallyboard_figure_info');
  const keyed = await (await get('/metrics/saved?report=Pace&keys=true')).text();
  const linesOf = (text: string) =>
    text.split('\n').filter(line => line.startsWith('tallyboard_figure{'));
  expect(linesOf(keyed)).toEqual(linesOf(plain));
  const keys = [...keyed.matchAll(/^tallyboard_figure_info\{.*,key="(.*)"\} 1$/gm)];
  expect(keys).toHaveLength(linesOf(plain).length);
  const { figures } = await (await get('/rest/tallyboard/1/saved/Pace')).json();
  const known = new Set(figures.map(({ key }: { key: string }) => key));
  expect(keys.flatMap(([, key = '']) => (known.has(key) ? [] : key))).toEqual([]);
});

test('one report that fails takes no other out of a scrape', async () => {
  const asked = ['Nothing', 'Broken', 'Gone', 'Of 2026', 'Pace'];
  const query = asked.map(name => `report=${encodeURIComponent(name)}`).join('&');
  const reply = await get(`/metrics/saved?${query}`);
  const text = await reply.text();
  expect(reply.status).toBe(200);
  expect(text).toContain('tallyboard_figures_complete{saved="Pace"} 1');
  const failed = [...text.matchAll(/^tallyboard_figures_error\{saved="(.+?)",reason=".+"\} 1$/gm)];
  expect(failed.map(([, name]) => name).sort()).toEqual(['Broken', 'Gone', 'Nothing', 'Of 2026']);
  expect(text).toContain("There is no saved report 'Nothing', or it is not shared with you.");
});

test('the service root ends with a slash or not', async () => {
  const reply = await get('/odata/?$format=json');
  expect([reply.status, await reply.json()]).toEqual([200, await (await get('/odata')).json()]);
});

test('what others share takes neither the name nor the place of an own report', async () => {
  const view = { report: 'overview', jql: 'project = WEB', settings: {} };
  const shares = [{ kind: 'everyone', name: '', edit: false }] as const;
  const share = (id: string, name: string) =>
    store.savedReports.save({
      id,
      name,
      view,
      shares,
      ownerId: 'bob',
      description: '',
      version: 0,
      updatedMs: now,
    });
  await share('sharedpace', 'Pace');
  for (let n = 0; n < 100; n++) await share(`manyofbob${n}`, `A ${n}`);
  const { value } = await (await get('/odata')).json();
  expect(value).toHaveLength(100);
  expect(value.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Broken', 'Pace', 'Who_has_what']),
  );
  const own = await (await get('/odata/Pace')).json();
  expect(Object.keys(own.value[0])).toContain('committed');
  for (const path of [
    ...['/odata/Pace_sharedpace', '/odata/sharedpace', '/odata/manyofbob99', '/odata/A_99'],
    ...['/rest/tallyboard/1/saved/Pace', '/rest/tallyboard/1/saved/sharedpace'],
  ])
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  const scraped = await (await get('/metrics/saved?report=Pace')).text();
  expect(scraped).toContain('column="committed"');
});

test('before the first issue there are no figures but the reason, and a day to come is refused', async () => {
  const none = /^No issue existed on that day; the first is of \w{3} \d+, \d{4}\.$/;
  const feed = await (await get('/odata/Of_2001')).json();
  expect(feed).toMatchObject({ value: [], '@tallyboard.note': expect.stringMatching(none) });
  const refused = await get('/odata/Of_2026');
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('This time is in the future.');
  const metrics = async (name: string) => get(`/metrics/saved?report=${name}`);
  expect(await (await metrics('Of%202001')).text()).toContain(feed['@tallyboard.note']);
  expect(await (await metrics('Of%202026')).text()).toContain('This time is in the future.');
});
