/** The policy of figures on people at every door of a server, and who read them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '@tallyboard/engine/ask/answer-schema.ts';
import { type FigureData, unpackView } from '@tallyboard/engine/ask/figure-view.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type Server } from '../server.ts';
import { makeWebRoot } from '../testing/web-root.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-people-'));
const place = { file: join(folder, 'tallyboard.db') };
const SCOPE = 'addon:com.tallyboard.reports';
let webRoot: string;
let store: Store;
let server: Server;
let names: readonly string[];
let mara: string;
let tomas: string;

beforeAll(async () => {
  webRoot = await makeWebRoot(['/']);
  store = await openStore(place);
  await store.ingest(demoRecords({ seed: 5, asOf: now, size: 300 }));
  const users = await store.catalogue.all('user');
  names = users.map(({ name }) => name);
  const idOf = (name: string) => users.find(user => user.name.startsWith(name))?.id ?? '';
  [mara, tomas] = [idOf('Mara'), idOf('Tomás')];
  server = await createServer({
    store,
    place,
    webRoot,
    now: () => now,
    openAccess: () => ({ anyHost: false, actAs: true }),
    log: false,
  });
  await server.app.ready();
});
afterAll(async () => {
  await server.stop();
  for (const path of [webRoot, folder]) rmSync(path, { recursive: true });
});

async function ask(
  url: string,
  payload?: object,
  who = mara,
  accept = 'application/json, text/event-stream',
) {
  const reply = await server.app.inject({
    method: payload ? 'POST' : 'GET',
    url,
    ...(payload && { payload }),
    headers: {
      host: 'localhost',
      'x-replica-user': who,
      accept,
    },
  });
  return { status: reply.statusCode, text: reply.body, bytes: reply.rawPayload };
}

const setPolicy = (figuresOnPeople: string) =>
  store.properties.set(SCOPE, 'global-settings', { figuresOnPeople });

const EVERYTHING = 'created >= 1970-01-01';
const QUESTIONS = [
  { report: 'issues-by', settings: { field: 'assignee' } },
  { report: 'by-assignee', settings: {} },
  { report: 'timesheet', settings: { daySpan: 60 } },
  { report: 'breakdown', settings: { gType: 11 } },
  { report: 'estimation', settings: { gType: 1 } },
  { report: 'time-in-status', settings: { gType: 1 } },
  { report: 'velocity', settings: {} },
  { report: 'overview', settings: {} },
];
const BASE = '/rest/tallyboard/1';

const DOORS = [
  ...(['result', 'csv', 'rest', 'odata', 'metrics', 'mcp'] as const),
  ...(['xlsx', 'html', 'explain', 'reconcile'] as const),
] as const;
type Door = (typeof DOORS)[number];

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** All texts of a workbook. */
const inWorkbook = (bytes: Buffer): string =>
  Object.entries(unzipSync(bytes))
    .filter(([name]) => name.endsWith('.xml'))
    .map(([, part]) => strFromU8(part))
    .join('');

/** A page of figures without its list of issues, which has assignees as Jira has, and without the name of its reader. */
function inPage(html: string): string {
  const packed = /<script type="application\/json" id="figure">(.*?)<\/script>/s.exec(html)?.[1];
  if (packed === undefined) throw new Error('The page has no figures.');
  const { view, ...data } = JSON.parse(packed) as FigureData;
  const { rows, context, ...shown } = unpackView(view);
  expect(rows.length + Object.keys(context).length).toBeGreaterThan(0);
  const text = JSON.stringify(shown, (_, value) => (value instanceof Map ? [...value] : value));
  return html.replace(packed, '') + JSON.stringify(data) + text;
}

/** Why figures of two rows and of the total changed, and which ways to count give them. */
async function ofFigures(
  kind: 'explain' | 'reconcile',
  { report, settings }: { readonly report: string; readonly settings: object },
  rest: string,
  jql: string,
) {
  const keys = (JSON.parse(rest) as Answer).figures.map(({ key }) => key);
  const ofPeople = keys.filter(key => /:\w.*\/(count|issues|all)$/.test(key));
  const total = keys.find(key => !key.includes('/')) ?? '';
  const more = kind === 'explain' ? { since: '2026-05-20' } : { expected: 1 };
  const texts: string[] = [];
  for (const figure of [...ofPeople.slice(0, 2), total]) {
    const { status, text } = await ask(`${BASE}/${kind}/${report}`, {
      jql,
      settings,
      ...more,
      figure,
    });
    expect([report, figure, status, text.slice(0, 300)]).toEqual([
      report,
      figure,
      200,
      expect.anything(),
    ]);
    texts.push(text);
  }
  return texts.join();
}

/** Reports whose rows are people; each explanation takes seconds. */
const EXPLAINED = ['issues-by', 'by-assignee'];

/** Each question at REST, as a file, by OData, for Prometheus, by the tool of an assistant, and what explains its figures. */
async function answers(jql = EVERYTHING): Promise<Readonly<Record<Door, string>>> {
  const texts = Object.fromEntries(DOORS.map(door => [door, ''])) as Record<Door, string>;
  for (const { report, settings } of QUESTIONS) {
    const id = `people-${report}`;
    const own = { id, ownerId: mara, name: id, description: '', shares: [], updatedMs: now };
    const view = { report, jql, settings };
    const version = (await store.savedReports.get(id))?.version ?? 0;
    await store.savedReports.save({ ...own, view, version });
    const question = { report, jql, settings };
    const params = { name: 'report', arguments: question };
    const asked = {
      result: await ask(`${BASE}/report?result=true`, question),
      csv: await ask(`${BASE}/report`, question, mara, 'text/csv'),
      rest: await ask(`${BASE}/report`, question),
      odata: await ask(`/odata/${id}`),
      metrics: await ask(`/metrics/saved?report=${id}`),
      mcp: await ask('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      xlsx: await ask(`${BASE}/report`, question, mara, XLSX),
      html: await ask(`${BASE}/report`, question, mara, 'text/html'),
    };
    const rest = asked.rest.text;
    for (const kind of ['explain', 'reconcile'] as const)
      if (EXPLAINED.includes(report)) texts[kind] += await ofFigures(kind, question, rest, jql);
    for (const [door, { status, text, bytes }] of Object.entries(asked)) {
      expect(status, `${door} ${report}: ${text.slice(0, 300)}`).toBe(200);
      texts[door as Door] +=
        door === 'xlsx' ? inWorkbook(bytes) : door === 'html' ? inPage(text) : text;
    }
  }
  return texts;
}

const namesIn = (texts: readonly string[]) =>
  names.filter(name =>
    texts.some(text => text.includes(name) || text.includes(JSON.stringify(name).slice(1, -1))),
  );

test('without a policy each door names people', async () => {
  const texts = await answers();
  // Of the figures of two people alone.
  const few: readonly Door[] = ['explain', 'reconcile'];
  for (const door of DOORS)
    expect(namesIn([texts[door]]).length, door).toBeGreaterThan(few.includes(door) ? 0 : 5);
});

test('own-and-groups: the reader alone, also for those who share a cache', async () => {
  await setPolicy('own-and-groups');
  const texts = await answers();
  for (const door of DOORS)
    expect([door, namesIn([texts[door]]).filter(name => !name.startsWith('Mara'))]).toEqual([
      door,
      [],
    ]);
  expect(namesIn(Object.values(texts))).toEqual([expect.stringMatching(/^Mara/)]);
  const question = { report: 'issues-by', jql: EVERYTHING, settings: { field: 'assignee' } };
  const own = await ask(`${BASE}/report`, question, tomas);
  expect(namesIn([own.text])).toEqual(
    names.filter(name => name.startsWith('Tomás') && own.text.includes(name)),
  );
});

test('groups: nobody', async () => {
  await setPolicy('groups-of:5');
  const texts = await answers();
  for (const door of DOORS) expect([door, namesIn([texts[door]])]).toEqual([door, []]);
  const open = { sharePermissions: [{ type: 'global' }] };
  await store.ingest([
    {
      kind: 'filter',
      value: { id: '990', name: 'Just one', ...open, jql: `assignee = "${tomas}"` },
    },
    {
      kind: 'filter',
      value: { id: '991', name: 'Nested', ...open, jql: 'filter = 990 AND status = Done' },
    },
    { kind: 'filter', value: { id: '992', name: 'Plain', ...open, jql: 'project = WEB' } },
  ]);
  const overview = (query: string) => ask(`${BASE}/report`, { report: 'overview', jql: query });
  for (const query of [
    `assignee = "${tomas}"`,
    'filter = 990',
    'filter = "just one"',
    'filter in (991)',
  ]) {
    const refused = await overview(query);
    expect([query, refused.status]).toEqual([query, 400]);
    expect(refused.text).toContain("in 'assignee' name at least 5 people");
  }
  expect((await overview('filter = 992')).status).toBe(200);
});

const exceptionOf = (who: string, until: string) => ({ who, until, reason: 'Agreement 12' });
const setException = (who: string, until: string) =>
  store.properties.set(SCOPE, 'global-settings', {
    figuresOnPeople: 'groups-of:5',
    figuresOnPeopleExceptions: [exceptionOf(who, until)],
  });
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

test('an exception: its group at every door, nobody else, and all are told', async () => {
  const user = (await store.catalogue.all('user')).find(({ id }) => id === mara);
  if (!user) throw new Error('Mara is no user.');
  await store.ingest([
    {
      kind: 'filter',
      value: {
        id: '993',
        name: 'Tomas',
        sharePermissions: [{ type: 'global' }],
        jql: `assignee = "${tomas}"`,
      },
    },
    {
      kind: 'user',
      value: {
        ...user.document,
        accountId: mara,
        displayName: user.name,
        groups: ['works-council'],
      },
    },
  ]);
  await setException('group:works-council', dayOf(Date.now()));
  const texts = await answers();
  const few: readonly Door[] = ['explain', 'reconcile'];
  for (const door of DOORS)
    expect(namesIn([texts[door]]).length, door).toBeGreaterThan(few.includes(door) ? 0 : 5);
  const question = { report: 'issues-by', jql: EVERYTHING, settings: { field: 'assignee' } };
  for (const [who, isExcepted] of [
    [mara, true],
    [tomas, false],
  ] as const) {
    const { text } = await ask(`${BASE}/report`, question, who);
    expect(text).toMatch(/Members of 'works-council' see .* until [^"]*: Agreement 12\./);
    expect(namesIn([text]).length > 5).toBe(isExcepted);
    const one = { report: 'overview', jql: `assignee = "${tomas}"` };
    expect((await ask(`${BASE}/report`, one, who)).status).toBe(isExcepted ? 200 : 400);
    const saved = { report: 'overview', jql: 'filter = 993' };
    expect((await ask(`${BASE}/report`, saved, who)).status).toBe(isExcepted ? 200 : 400);
  }
});

test('an exception by project role holds for figures of projects in all of which the reader has it', async () => {
  const projects = await store.catalogue.all('project');
  const access = await store.catalogue.all('projectAccess');
  const membersOf = (id: string | undefined) =>
    JSON.stringify(Object(access.find(each => each.id === id)?.document.roles)['10003'] ?? []);
  const own = projects.filter(({ id }) => membersOf(id).includes(`"${mara}"`));
  const keyOf = (project: (typeof own)[number] | undefined) => String(project?.document.key);
  // She leaves the last of her projects.
  const other = own.pop();
  const roles = { '10003': JSON.parse(membersOf(other?.id).replaceAll(mara, tomas)) };
  const value = { id: String(other?.id), permissionScheme: '0', securityScheme: null, roles };
  await store.ingest([{ kind: 'projectAccess', value }]);
  await setException('project-role:Members', dayOf(Date.now()));
  const texts = await answers(`project = ${keyOf(own[0])}`);
  for (const door of DOORS) expect(namesIn([texts[door]]).length, door).toBeGreaterThan(0);
  const ofProjects = async (keys: readonly string[], who = mara) => {
    const question = { report: 'issues-by', settings: { field: 'assignee' } };
    const query = `project in (${keys.join()})`;
    const { status, text } = await ask(`${BASE}/report`, { ...question, jql: query }, who);
    expect([status, text]).toEqual([
      200,
      expect.stringContaining("the project role 'Members' in every project of a figure"),
    ]);
    return namesIn([text]).length;
  };
  expect(own.length).toBeGreaterThan(0);
  expect(await ofProjects(own.map(keyOf))).toBeGreaterThan(0);
  // One more project, and all are put together.
  expect(await ofProjects([keyOf(own[0]), keyOf(other)])).toBe(0);
  expect(await ofProjects([keyOf(other)], tomas)).toBeGreaterThan(0);
  expect(await ofProjects([keyOf(other)])).toBe(0);
  const all = await answers();
  for (const door of DOORS) expect([door, namesIn([all[door]])]).toEqual([door, []]);
  for (const who of ['project-role:members', 'project-role:10003', 'project-role:constructor']) {
    await setException(who, dayOf(Date.now()));
    const question = { report: 'issues-by', settings: { field: 'assignee' } };
    const { text } = await ask(`${BASE}/report`, {
      ...question,
      jql: `project = ${keyOf(own[0])}`,
    });
    expect([who, namesIn([text])]).toEqual([who, []]);
  }
});

test('an exception that is over, of another group, or of a role without sign-in is none', async () => {
  for (const [who, until] of [
    ['group:works-council', dayOf(Date.now() - 86_400_000)],
    ['group:Works-Council', '2999-12-31'],
    ['group:works-council', 'some day'],
    ['role:admin', '2999-12-31'],
    ['role:editor', '2999-12-31'],
  ] as const) {
    await setException(who, until);
    const question = { report: 'issues-by', jql: EVERYTHING, settings: { field: 'assignee' } };
    for (const asOf of [undefined, '2026-05-20']) {
      const { status, text } = await ask(`${BASE}/report`, { ...question, ...(asOf && { asOf }) });
      expect([who, until, status, namesIn([text])]).toEqual([who, until, 200, []]);
    }
  }
  await setException('group:works-council', dayOf(Date.now() - 86_400_000));
  const texts = await answers();
  for (const door of DOORS) expect([door, namesIn([texts[door]])]).toEqual([door, []]);
});

test('groups: the figure of one person is neither explained nor reconciled', async () => {
  await setPolicy('groups-of:5');
  const question = {
    jql: EVERYTHING,
    settings: { field: 'assignee' },
    figure: `assignee:${tomas}/count`,
  };
  const explained = { ...question, since: '2026-05-20' };
  for (const [kind, asked] of [
    ['explain', explained],
    ['reconcile', { ...question, expected: 3 }],
  ] as const) {
    await setPolicy('all');
    expect((await ask(`${BASE}/${kind}/issues-by`, asked)).status).toBe(200);
    await setPolicy('groups-of:5');
    const { status, text } = await ask(`${BASE}/${kind}/issues-by`, asked);
    expect([kind, status]).toEqual([kind, 400]);
    expect(namesIn([text])).toEqual([]);
  }
});

test('who reads figures on people is in the audit, once an hour for the same', async () => {
  await setPolicy('all');
  const question = {
    report: 'issues-by',
    jql: 'project is not EMPTY',
    settings: { field: 'assignee' },
  };
  await ask(`${BASE}/report`, question);
  await ask(`${BASE}/report`, question);
  await ask(`${BASE}/report`, { ...question, settings: { field: 'priority' } });
  const reads = (await store.audit.newest(99)).filter(({ detail }) =>
    detail.includes('is not EMPTY'),
  );
  expect(reads).toEqual([
    {
      atMs: now,
      account: mara,
      action: 'figures on people read',
      target: 'issues-by',
      detail: JSON.stringify({ jql: 'project is not EMPTY', settings: { field: 'assignee' } }),
    },
  ]);
});

test('a page tells which figures on people it shows; what is no such call is refused', async () => {
  const path = `${BASE}/figure-reads`;
  const told = { report: 'velocity', jql: 'told by a page', settings: { boardId: 1 } };
  expect((await ask(path, told)).status).toBe(204);
  const reads = (await store.audit.newest(99)).filter(({ detail }) => detail.includes('told by'));
  expect(reads).toEqual([
    expect.objectContaining({
      account: mara,
      target: 'velocity',
      detail: JSON.stringify({ jql: 'told by a page', settings: { boardId: 1 } }),
    }),
  ]);
  for (const wrong of [{}, { ...told, report: 'x' }, { ...told, jql: 1 }, { ...told, asOf: 7 }]) {
    const refused = await ask(path, wrong);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Give 'report'");
  }
});
