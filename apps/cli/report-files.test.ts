/** The files of `tallyboard report`, read back by a few lines of their own. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DashboardData, unpackView } from '@tallyboard/engine/ask/figure-view.ts';
import { findBrowser } from '@tallyboard/service-kit/browser/find-browser.ts';
import { openStoreSource } from '@tallyboard/service-kit/columns/store-source.ts';
import { dashboardMessage } from '@tallyboard/service-kit/delivery/dashboard-message.ts';
import {
  dashboardSubject,
  findSubject,
  gadgetsFor,
} from '@tallyboard/service-kit/subscriptions/subject.ts';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { withFolder } from './data-folder.ts';
import { figurePage } from './figure-page.ts';
import { run } from './testing/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const data = join(folder, 'data');

beforeAll(async () => {
  expect((await run('demo', '--size', '200', '--data', data)).code).toBe(0);
});

const place = (name: string) => join(folder, name);
const ask = (report: string, ...more: string[]) =>
  run('report', report, '--jql', 'project = WEB', '--data', data, ...more);

/** The sheets of a workbook: their rows, whose cells are numbers or texts. */
function sheetsIn(file: string): Map<string, (string | number)[][]> {
  const files = unzipSync(readFileSync(file));
  const part = (name: string) => strFromU8(files[`xl/${name}.xml`] ?? new Uint8Array());
  const plain = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  const strings = [...part('sharedStrings').matchAll(/<si>(.*?)<\/si>/gs)].map(([, text = '']) =>
    plain(text.replace(/<[^>]+>/g, '')),
  );
  const names = [...part('workbook').matchAll(/<sheet name="(.*?)"/g)].map(([, name = '']) => name);
  return new Map(
    names.map((name, at) => [
      name,
      [...part(`worksheets/sheet${at + 1}`).matchAll(/<row .*?<\/row>/gs)].map(([row]) =>
        [...row.matchAll(/<c r="[A-Z]+\d+"(.*?)>(?:<v>(.*?)<\/v>)?/g)].map(
          ([, kind = '', value = '']) =>
            kind.includes('t="s"') ? (strings[Number(value)] ?? '') : Number(value),
        ),
      ),
    ]),
  );
}

test('a workbook has the table of the CSV, the issues, and how figures are computed', async () => {
  const file = place('assignees.xlsx');
  expect(await ask('by-assignee', '--format', 'xlsx', '--out', file)).toMatchObject({
    code: 0,
    out: '',
  });
  const csv = (await ask('by-assignee', '--format', 'csv')).out.trim().split('\r\n');
  const sheets = sheetsIn(file);
  expect([...sheets.keys()]).toEqual(['Report', 'Issues', 'How computed']);
  const report = sheets.get('Report') ?? [];
  expect(report[0]?.join()).toBe(csv[0]);
  expect(report.map(([name]) => name)).toEqual(csv.map(line => line.split(',')[0]));
  expect(report.slice(1).map(row => row[1])).toEqual(
    csv.slice(1).map(line => Number(line.split(',')[1])),
  );
  const count = await run('jql', 'project = WEB', '--count', '--data', data);
  const keys = (sheets.get('Issues') ?? []).slice(1).map(([key]) => String(key));
  expect(keys).toHaveLength(Number(count.out));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every(key => key.startsWith('WEB-'))).toBe(true);
  expect((sheets.get('How computed') ?? []).flat().join()).toContain('Query: project = WEB');
  const without = place('without.xlsx');
  await ask('by-assignee', '--format', 'xlsx', '--no-issues', '--out', without);
  expect([...sheetsIn(without).keys()]).toEqual(['Report', 'How computed']);
});

test('files appear when they are complete, and say why they cannot be written', async () => {
  const text = (await ask('overview', '--format', 'csv')).out;
  expect(await ask('overview', '--format', 'csv', '--out', place('a.csv'))).toMatchObject({
    code: 0,
    out: '',
  });
  expect(readFileSync(place('a.csv'), 'utf8')).toBe(text);
  expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([]);
  writeFileSync(place('file'), '');
  for (const [out, why] of [
    [place('missing/a.csv'), 'there is no folder'],
    [place('file/a.csv'), 'is no folder'],
    [folder, 'it is a folder'],
  ] as const) {
    const { code, err } = await ask('overview', '--format', 'csv', '--out', out);
    expect([code, err]).toEqual([1, expect.stringContaining(why)]);
  }
});

test.each([
  [['--format', 'pdf'], '--out FILE'],
  [['--format', 'csv', '--chart', '2'], '--chart is for the formats png and svg'],
  [['--format', 'svg', '--chart', '0'], "not '0'"],
  [['--format', 'docx'], 'docx'],
])('%j is wrong usage', async (more, why) => {
  const { code, out, err } = await ask('overview', ...more);
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(why)]);
});

test('without a browser it says what is missing', async () => {
  vi.stubEnv('TALLYBOARD_BROWSER', place('no-browser'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const { code, err } = await ask('overview', '--format', 'pdf', '--out', place('no.pdf'));
  expect([code, err]).toEqual([1, expect.stringContaining('PDF and pictures need Chromium')]);
});

test('saved reports are published as pages with an index, which says what could not be written', async () => {
  const view = { report: 'overview', jql: 'project = WEB', asOf: null, settings: {} };
  const saved = { ownerId: '', description: '', shares: [], version: 0, updatedMs: Date.now() };
  await withFolder(data, async store => {
    await store.savedReports.save({ ...saved, id: 'a1', name: 'Week <1>', view });
    await store.savedReports.save({ ...saved, id: 'a2', name: 'week 1', view });
    await store.savedReports.save({
      ...saved,
      id: 'a3',
      name: 'Gone',
      view: { ...view, report: 'of-later' },
    });
  });
  const out = place('public');
  const { code, err, out: told } = await run('publish', '--data', data, '--out', out);
  expect([code, told.split(':')[0]]).toEqual([1, '2 of 3 saved reports']);
  expect(err).toContain('Not written: Gone.');
  expect(readdirSync(out).sort()).toEqual(['index.html', 'week-1-2.html', 'week-1.html']);
  const index = readFileSync(join(out, 'index.html'), 'utf8');
  expect(index).toContain('<a href="week-1.html" dir="auto">Week &lt;1&gt;</a>');
  expect(index).toMatch(/\d+ created and \d+ resolved in the last 30 days/);
  expect(index).toContain('is not in this version');
  expect(readFileSync(join(out, 'week-1.html'), 'utf8')).toContain('id="figure">{');
  expect((await run('publish', 'Nothing', '--data', data, '--out', out)).code).toBe(2);
  expect((await run('publish', '--data', data)).code).toBe(2);
});

function hasBrowser(): boolean {
  try {
    return findBrowser() !== '';
  } catch {
    return false;
  }
}

test('a browser makes PDF, and pictures of each chart', async ({ skip }) => {
  skip(!hasBrowser(), 'There is no Chromium on the path here.');
  const settings = JSON.stringify({ field: 'status' });
  const json = (await ask('issues-by', '--settings', settings, '--format', 'json')).out;
  const { table } = JSON.parse(json) as {
    table: { rows: (string | number)[][]; columns: string[] };
  };
  const counts = table.rows.slice(0, -1).map(row => Number(row[table.columns.indexOf('Issues')]));
  const svg = place('status.svg');
  expect(
    (await ask('issues-by', '--settings', settings, '--format', 'svg', '--out', svg)).code,
  ).toBe(0);
  const drawing = readFileSync(svg, 'utf8');
  const widths = [...drawing.matchAll(/<rect[^>]*?\bwidth="([\d.]+)"/g)].map(([, width]) =>
    Number(width),
  );
  // Lengths of bars are as their values.
  const longest = Math.max(...counts);
  const isBar = (width: number, count: number, scale: number) =>
    Math.abs(width - count * scale) < 1;
  const scales = widths.map(width => width / longest);
  expect(
    scales.some(scale => counts.every(count => widths.some(width => isBar(width, count, scale)))),
  ).toBe(true);
  const png = place('status.png');
  await ask('issues-by', '--settings', settings, '--format', 'png', '--out', png);
  expect(readFileSync(png).subarray(1, 4).toString()).toBe('PNG');
  const pdf = place('status.pdf');
  await ask('issues-by', '--settings', settings, '--format', 'pdf', '--out', pdf);
  expect(readFileSync(pdf).subarray(0, 5).toString()).toBe('%PDF-');
  const none = await ask(
    'issues-by',
    '--settings',
    settings,
    '--format',
    'png',
    '--chart',
    '7',
    '--out',
    place('none.png'),
  );
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('There is no chart 7')]);
});

test('a browser that is started by a script ends with it', async ({ skip }) => {
  skip(!hasBrowser() || process.platform === 'win32', 'There is no Chromium on the path here.');
  const [script, pid] = [place('browser.sh'), place('browser.pid')];
  writeFileSync(script, `#!/bin/sh\n"${findBrowser()}" "$@" &\necho $! > ${pid}\nwait\n`);
  chmodSync(script, 0o755);
  vi.stubEnv('TALLYBOARD_BROWSER', script);
  const png = place('by-script.png');
  const settings = JSON.stringify({ field: 'status' });
  await ask('issues-by', '--settings', settings, '--format', 'png', '--out', png);
  expect(readFileSync(png).subarray(1, 4).toString()).toBe('PNG');
  const isAlive = () => {
    try {
      return process.kill(Number(readFileSync(pid, 'utf8')), 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isAlive).toBe(false);
});

test('a dashboard is written as a workbook with a sheet for each gadget', async () => {
  const name = 'Both';
  const id = await withFolder(data, async store => {
    const { id } = await store.dashboards.create({ name, ownerId: 'ana', at: Date.now() });
    for (const field of ['status', 'priority'])
      await store.dashboards.addItem(
        id,
        {
          moduleKey: 'com.tallyboard:issues-by',
          title: `By ${field}`,
          properties: { settings: { version: 1, jql: 'project = WEB', field } },
        },
        Date.now(),
      );
    return id;
  });
  const out = place('both.xlsx');
  const write = (...more: string[]) => run('dashboard', ...more, '--data', data, '--out', out);
  expect(await write(name, '--format', 'xlsx')).toMatchObject({ code: 0, err: '' });
  const sheets = sheetsIn(out);
  expect([...sheets.keys()]).toEqual(['By status', 'By priority', 'How computed']);
  const own = place('by-status.xlsx');
  const asked = ['--settings', '{"field":"status"}', '--format', 'xlsx', '--out', own];
  expect((await ask('issues-by', ...asked)).code).toBe(0);
  const [first] = sheetsIn(own).values();
  expect(sheets.get('By status')).toEqual(first);
  for (const [args, text] of [
    [['Bot', '--format', 'xlsx'], "There is no dashboard 'Bot'"],
    [[name], '--format is missing: xlsx, html, pdf.'],
    [[name, '--format', 'csv'], '--format'],
    [[], 'Name one dashboard'],
  ] as const) {
    const { code, err } = await write(...args);
    expect([code, err]).toEqual([2, expect.stringContaining(text)]);
  }
  await withFolder(data, store => store.dashboards.delete(id));
});

test('a browser makes a page, a PDF and a picture of each gadget of a dashboard', async ({
  skip,
}) => {
  skip(!hasBrowser(), 'There is no Chromium on the path here.');
  const page = await figurePage();
  const now = Date.now();
  await withFolder(data, async store => {
    const { id } = await store.dashboards.create({ name: 'Wall', ownerId: 'ana', at: now });
    for (const [module, title, settings] of [
      ['text', 'Read this', { version: 1, htmlContent: '<p>Sales & <b>support</b></p>' }],
      ['created-resolved', 'In and out', { version: 1, jql: 'project = WEB' }],
      ['velocity', 'Nobody chose a board', undefined],
      ['issues-by', 'By status', { version: 1, jql: 'project = WEB', field: 'status' }],
    ] as const)
      await store.dashboards.addItem(
        id,
        {
          moduleKey: `com.tallyboard:${module}`,
          title,
          ...(settings && { properties: { settings } }),
        },
        now,
      );
    const subject = await findSubject(store, dashboardSubject(id));
    const gadgets = await gadgetsFor(store, subject!, null);
    const openSource = () =>
      openStoreSource({
        store,
        view: () => ({ store, why: null }),
        actAs: () => false,
        now: () => now,
      });
    const options = { name: 'Wall', aggregate: false, page, link: null, jira: null, now };
    const made = async (file: 'html' | 'pdf') =>
      (await dashboardMessage(openSource, gadgets, { ...options, file })).message;
    const { sections = [], files, notes } = await made('pdf');
    expect(notes).toEqual([]);
    const pictures = sections.map(({ picture }) => Buffer.from(picture ?? '', 'base64'));
    expect(pictures.map(bytes => bytes.subarray(1, 4).toString())).toEqual(['', 'PNG', '', 'PNG']);
    expect(pictures[1]?.equals(pictures[3]!)).toBe(false);
    const bytes = (file: { data: string } | undefined) => Buffer.from(file?.data ?? '', 'base64');
    expect(files.map(({ name }) => name)).toEqual(['Wall.pdf']);
    expect(bytes(files[0]).subarray(0, 5).toString()).toBe('%PDF-');
    const html = bytes((await made('html')).files[0]).toString();
    const packed = /<script type="application\/json" id="figure">(.*?)<\/script>/s.exec(html)?.[1];
    const shown = (JSON.parse(packed ?? '') as DashboardData).gadgets;
    expect(
      shown.map(({ title, text, view }) => [title, text, view && unpackView(view).report]),
    ).toEqual([
      ['Read this', 'Sales & support', null],
      ['In and out', expect.any(String), 'created-resolved'],
      ['Nobody chose a board', expect.stringMatching(/^Not configured yet\./), null],
      ['By status', expect.any(String), 'issues-by'],
    ]);
    // Issues are named: recipients without an account get neither.
    for (const file of ['html', 'pdf'] as const) {
      const { message } = await dashboardMessage(openSource, gadgets, {
        ...options,
        file,
        aggregate: true,
      });
      expect(message.files).toEqual([]);
      expect(message.notes).toContain(
        `No ${file.toUpperCase()} is attached: it names issues, and goes to accounts alone.`,
      );
      expect(message.sections?.every(({ picture }) => picture === null)).toBe(true);
    }
    await store.dashboards.delete(id);
  });
});

test('published pages and files keep to the policy for figures on people', async () => {
  const site = place('people');
  expect((await run('demo', '--size', '100', '--data', site)).code).toBe(0);
  const names = await withFolder(site, async store => {
    const own = { ownerId: 'ana', description: '', shares: [], version: 0, updatedMs: 1 };
    const jql = 'project is not EMPTY';
    for (const [id, view] of Object.entries({
      people01: { report: 'issues-by', settings: { field: 'assignee' } },
      people02: { report: 'by-assignee', settings: {} },
    }))
      await store.savedReports.save({ id, name: id, ...own, view: { jql, ...view } });
    return (await store.catalogue.all('user')).map(({ name }) => name);
  });
  const namesIn = (text: string) => names.filter(name => text.includes(name));
  /** Of each page without its list of issues, and of a workbook without it. */
  const told = async (policy: string) => {
    expect((await run('person', 'policy', policy, '--data', site)).code).toBe(0);
    const out = place(`public-${policy.replace(':', '-')}`);
    expect((await run('publish', '--data', site, '--out', out)).code).toBe(0);
    const pages = readdirSync(out).map(name => {
      const html = readFileSync(join(out, name), 'utf8');
      const packed = /<script type="application\/json" id="figure">(.*?)<\/script>/s.exec(
        html,
      )?.[1];
      if (packed === undefined) return html;
      // The context has the reader of the command, who is no figure.
      const { rows, context, ...shown } = unpackView(JSON.parse(packed).view);
      expect([rows.length > 0, context.zone !== '']).toEqual([true, true]);
      const isMap = (_: string, value: unknown) => (value instanceof Map ? [...value] : value);
      return html.replace(packed, '') + JSON.stringify(shown, isMap);
    });
    expect(pages).toHaveLength(3);
    const file = place('people.xlsx');
    const asked = ['people01', '--data', site, '--format', 'xlsx', '--no-issues', '--out', file];
    expect((await run('report', ...asked)).code).toBe(0);
    const book = JSON.stringify([...sheetsIn(file).values()]);
    return [pages.join('\n'), book].map(text => namesIn(text).length);
  };
  for (const count of await told('all')) expect(count).toBeGreaterThan(5);
  // Nobody in particular reads a published folder: the demo's user is the reader of the command.
  for (const count of await told('own-and-groups')) expect(count).toBeLessThanOrEqual(1);
  expect(await told('groups-of:5')).toEqual([0, 0]);
});
