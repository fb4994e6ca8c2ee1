import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackView } from '@tallyboard/engine/ask/figure-view.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { tableFromIPC } from 'apache-arrow';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { createServer, type Server } from '../server.ts';
import { makeWebRoot } from '../testing/web-root.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-rest-'));
const place = { file: join(folder, 'tallyboard.db') };
let webRoot: string;
let store: Store;
let server: Server;
/** From Tomás the schemes hide issues. */
let people: Record<'mara' | 'tomas', string>;

beforeAll(async () => {
  webRoot = await makeWebRoot(['/']);
  store = await openStore(place);
  await store.ingest(demoRecords({ seed: 5, asOf: now, size: 300 }));
  const users = await store.catalogue.all('user');
  const idOf = (name: string) => users.find(user => user.name.startsWith(name))?.id ?? '';
  people = { mara: idOf('Mara'), tomas: idOf('Tomás') };
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

const base = '/rest/tallyboard/1';
const all = `jql=${encodeURIComponent('created >= 1970-01-01')}`;

interface Asked {
  readonly who?: keyof typeof people;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: object;
}

async function ask(path: string, { who = 'mara', headers, payload }: Asked = {}) {
  const reply = await server.app.inject({
    method: payload ? 'POST' : 'GET',
    url: base + path,
    ...(payload && { payload }),
    headers: { host: 'localhost', 'x-replica-user': people[who], ...headers },
  });
  const type = String(reply.headers['content-type']);
  const json = type.includes('json') ? reply.json() : null;
  return { status: reply.statusCode, type, json, reply };
}

describe('a report by its address', () => {
  it('has no figures before the first issue, but the reason', async () => {
    const first = /^No issue existed on that day; the first is of \w{3} \d+, \d{4}\.$/;
    const query = `${all}&table=true&asOf=2001-01-01`;
    const { status, json } = await ask(`/report/overview?${query}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      figures: [],
      notes: [{ code: 'no-issue-yet', text: expect.stringMatching(first) }],
      table: { rows: [] },
    });
    expect(json).not.toHaveProperty('headline');
    const none = await ask(`/report/overview?jql=created+%3C+1970-01-01&asOf=2001-01-01`);
    expect(none.json.figures).toContainEqual(
      expect.objectContaining({ key: 'measure:resolved/whole', value: 0 }),
    );
  });

  it('is that of a body with the same settings', async () => {
    const settings = { groupBy: 'assignee' };
    const more = { asOf: 'last-week', timeZone: 'Asia/Kolkata', locale: 'de-DE', table: true };
    const payload = { report: 'time-in-status', jql: 'project = WEB', settings, ...more };
    const { report, jql } = payload;
    const query = new URLSearchParams({ jql, ...more, table: 'true', ...settings });
    const byAddress = await ask(`/report/${report}?${query}`);
    expect(byAddress.status).toBe(200);
    expect(byAddress.json).toEqual((await ask('/report', { payload })).json);
    const { report: _, ...body } = payload;
    expect((await ask(`/report/${report}`, { payload: body })).json).toEqual(
      (await ask('/report', { payload })).json,
    );
  });
});

it('has the weeks of the site, whatever the locale', async () => {
  const at = (locale: string) =>
    ask(`/report/throughput?${all}&result=true&asOf=2026-06-14&locale=${locale}`);
  const [first, ...others] = await Promise.all(['en-US', 'en-GB', 'de-DE', 'ar-EG'].map(at));
  // A Monday.
  expect(new Date(first?.json.result.periods[1].start).getUTCDay()).toBe(1);
  for (const { json } of others) expect(json).toEqual(first?.json);
});

it.each([
  ['wip-age', 'goal=1', { state: 'missed', text: 'Goal 1: not met' }],
  [
    'cycle-time',
    'lastDays=0&targetDays=365&targetPercent=50',
    { state: 'met', text: 'Goal 50%: met' },
  ],
  ['age', 'goal=1', { state: 'missed', text: 'Goal 1: not met' }],
])('has the goal of %s with its figure', async (id, settings, goal) => {
  const { json } = await ask(`/report/${id}?${all}&table=true&${settings}`);
  const { figures } = json.headline;
  expect(figures.filter((each: object) => 'goal' in each)).toMatchObject([{ goal }]);
  const without = (await ask(`/report/${id}?${all}&table=true`)).json.headline;
  expect(without?.figures.some((each: object) => 'goal' in each)).not.toBe(true);
});

const tableOf = async (path: string) => (await ask(`${path}&table=true`)).json.table;

describe('formats', () => {
  it('are chosen by Accept or by the address, each with an ETag of its own', async () => {
    const { json, reply } = await ask(`/report/overview?${all}&table=true`);
    const csv = await ask(`/report/overview?${all}`, { headers: { accept: 'text/csv' } });
    expect(csv.type).toBe('text/csv; charset=utf-8');
    expect(csv.reply.body).toBe(csvText(json.table));
    expect(csv.reply.headers['content-disposition']).toBe(
      'attachment; filename="overview-2026-06-17.csv"',
    );
    const again = await ask(`/report/overview?${all}&format=csv`, {
      headers: { 'if-none-match': String(csv.reply.headers.etag) },
    });
    expect(again.status).toBe(304);
    expect(csv.reply.headers.etag).not.toBe(reply.headers.etag);
    const any = await ask(`/report/overview?${all}`, { headers: { accept: '*/*' } });
    expect(any.type).toContain('application/json');
  });

  it('of browsers are one page with the view and the issues of the reader, without their session', async () => {
    const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const totals = await Promise.all(
      (['mara', 'tomas'] as const).map(async who => {
        const { reply, type } = await ask(`/report/overview?${all}`, {
          who,
          headers: { accept: browser },
        });
        expect(type).toBe('text/html; charset=utf-8');
        expect(reply.headers['content-security-policy']).toMatch(/^sandbox .*default-src 'none'/);
        const [, text = ''] = /id="figure">(.*)<\/script>/s.exec(reply.body) ?? [];
        const { view, jira, page } = JSON.parse(text);
        expect([jira, page]).toEqual([
          'http://localhost',
          expect.stringContaining('http://localhost/reports?'),
        ]);
        const { rows, loaded } = unpackView(view);
        expect(rows).toHaveLength(loaded.issueCount);
        return rows.length;
      }),
    );
    expect(totals).toEqual([300, 255]);
  });

  it('that there are not are 406 with those that there are', async () => {
    for (const [query, accept, text] of [
      ['&format=docx', '*/*', "There is no format 'docx'. There are: json (application/json), csv"],
      ['', 'image/gif', "There is no format for 'Accept: image/gif'."],
      ['&format=html', '*/*', "There is no format 'html'."],
    ] as const) {
      const report = query.includes('html') ? 'text' : 'overview';
      const refused = await ask(`/report/${report}?${all}${query}`, { headers: { accept } });
      expect([refused.status, refused.json.detail]).toEqual([406, expect.stringContaining(text)]);
    }
  });

  it('that a browser draws are refused with what to do where there is none', async () => {
    vi.stubEnv('TALLYBOARD_BROWSER', '/no/such/browser');
    for (const format of ['pdf', 'png', 'svg'])
      expect((await ask(`/report/overview?${all}&format=${format}`)).json).toMatchObject({
        status: 501,
        detail: expect.stringContaining('PDF and pictures need Chromium, Chrome or Edge'),
      });
    const chart = await ask(`/report/overview?${all}&format=png&chartNumber=0`);
    expect(chart.json).toMatchObject({
      status: 400,
      detail: expect.stringMatching(/^'chartNumber' is/),
    });
  });

  it('of spreadsheets have numbers as numbers, days as days, and no formulas', async () => {
    const path = '/report/burn?boardId=1';
    const { columns, rows } = await tableOf(path);
    const { reply } = await ask(`${path}&format=xlsx`);
    const files = unzipSync(reply.rawPayload);
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).toContain('<pane ySplit="1"');
    expect(sheet).not.toContain('<f>');
    const cells = sheet.match(/<row r="2".*?<\/row>/)?.[0] ?? '';
    const values = [...cells.matchAll(/<v>(.*?)<\/v>/g)].map(([, value]) => Number(value));
    const epoch = Date.UTC(1899, 11, 30);
    const [day, ...numbers] = rows[0];
    expect(columns[0]).toBe('Day');
    expect(values[0]).toBe((Date.parse(day) - epoch) / 86_400_000);
    expect(values.slice(1)).toEqual(numbers.filter((each: unknown) => typeof each === 'number'));
  });

  it('of Arrow have the names and types for programs', async () => {
    const path = `/report/overview?${all}`;
    const { fields, rows, columns } = await tableOf(path);
    const { reply } = await ask(`${path}&format=arrow`);
    const table = tableFromIPC(reply.rawPayload);
    expect(table.schema.fields.map(({ name }) => name)).toEqual(
      fields.map(({ name }: { name: string }) => name),
    );
    expect(table.schema.fields[0]?.metadata.get('title')).toBe(columns[0]);
    expect(table.toArray().map(row => Object.values(row.toJSON()))).toEqual(rows);
  });

  it('have hours in full, in CSV to six decimals', async () => {
    const path = `/report/timesheet?${all}&timeZone=UTC&result=true`;
    const { result } = (await ask(path)).json;
    const hours = [...result.rows, result.total].map(({ total }) => total.value / 3600);
    const { rows, columns } = await tableOf(path);
    const at = columns.indexOf('Total (Hours)');
    const totals = (table: readonly (readonly unknown[])[]) => table.map(row => row[at]);
    expect(totals(rows)).toEqual(hours);
    const arrow = tableFromIPC((await ask(`${path}&format=arrow`)).reply.rawPayload);
    expect(totals(arrow.toArray().map(row => Object.values(row.toJSON())))).toEqual(hours);
    const csv = (await ask(`${path}&format=csv`)).reply.payload.trim().split('\r\n').slice(1);
    expect(totals(csv.map(line => line.split(',')))).toEqual(
      hours.map(each => String(Number(each.toFixed(6)))),
    );
    const files = unzipSync((await ask(`${path}&format=xlsx`)).reply.rawPayload);
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    for (const each of hours) expect(sheet).toContain(`<v>${each / 24}</v>`);
    expect(strFromU8(files['xl/styles.xml'] ?? new Uint8Array())).toContain('[h]:mm');
  });

  test('chances of a forecast are numbers', async () => {
    const { fields } = await tableOf(`/report/forecast?${all}`);
    expect(fields[0]).toMatchObject({ name: 'chance', type: 'number' });
  });

  test.each(REPORTS)('$id comes in each', async ({ id }) => {
    for (const format of ['csv', 'xlsx', 'arrow']) {
      const { status } = await ask(`/report/${id}?${all}&format=${format}`);
      expect([format, status]).toEqual([format, 200]);
    }
  });
});

describe('saved reports', () => {
  const view = { report: 'overview', jql: 'created >= 1970-01-01', asOf: null, settings: {} };
  const save = (report: object) =>
    store.savedReports.save({
      id: 'weekly01',
      ownerId: people.mara,
      name: 'Weekly',
      description: '',
      view,
      shares: [],
      version: 0,
      updatedMs: now,
      ...report,
    });

  it('are asked for by id or name, by those who may see them, with their own rights', async () => {
    await save({ shares: [{ kind: 'account', name: people.tomas, edit: false }] });
    for (const name of ['weekly01', 'weekly']) {
      const total = async (who: keyof typeof people) =>
        (await ask(`/saved/${name}`, { who })).json.coverage.issues.total;
      expect([await total('mara'), await total('tomas')]).toEqual([300, 255]);
    }
    const csv = await ask('/saved/weekly?format=csv', { who: 'tomas' });
    expect(csv.status).toBe(200);
    await save({ id: 'private1', name: 'Mine' });
    const refused = await ask('/saved/mine', { who: 'tomas' });
    expect([refused.status, refused.json.detail]).toEqual([
      404,
      "There is no saved report 'mine', or it is not shared with you.",
    ]);
    await save({ id: 'private2', name: 'Mine' });
    expect((await ask('/saved/Mine')).json.detail).toContain('Give the id: private1, private2.');
  });
});

test('errors have the members of problems and those of Jira', async () => {
  const wrong = await ask('/report/overviw');
  expect(wrong.type).toBe('application/problem+json; charset=utf-8');
  const detail = expect.stringMatching(/^There is no report 'overviw'\. Did you mean "overview"\?/);
  expect(wrong.json).toEqual({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail,
    errorMessages: [detail],
    errors: { report: detail },
  });
  const setting = await ask(`/report/time-in-status?${all}&groupBy=asignee&colour=red`);
  expect(setting.status).toBe(400);
  expect(Object.values(setting.json.errors).join(' ')).toContain('Did you mean "assignee"?');
  const old = await ask('/report', { payload: { report: 'none' } });
  expect(old.type).toContain('application/json');
  const asked = await ask('/report', {
    payload: { report: 'none' },
    headers: { accept: 'application/problem+json' },
  });
  expect(asked.json.title).toBe('Bad Request');
});

test('a title names a custom field as the site does', async () => {
  const { json } = await ask(`/report/issues-by?field=customfield_10040&${all}`);
  expect(json.title).toBe('Issues by Severity');
  const file = await ask(`/report/issues-by?field=customfield_10040&format=html&${all}`);
  expect(file.reply.body).toContain('"title":"Issues by Severity"');
});

test('rows of single issues come where they are asked for', async () => {
  const table = async (more: string) =>
    (await ask(`/report/time-in-status?${all}${more}`)).json.table;
  expect((await table('')).rows).toEqual([]);
  const whole = await table('&issues=true');
  expect(whole.rows.length).toBeGreaterThan(200);
  expect(whole.keys[0]).toMatch(/^issue:\d+$/);
  expect((await ask(`/report/age?${all}&issues=1`)).status).toBe(400);
});
