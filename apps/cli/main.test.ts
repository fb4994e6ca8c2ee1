import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import type { RecordIssue } from '@tallyboard/replica/data/records.ts';
import { replica } from '@tallyboard/replica/rest/replica.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { keysOf } from '@tallyboard/report-kit/settings/unknown-keys.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { COMMANDS } from './command-list.ts';
import { sentenceOf } from './error-text.ts';
import { run } from './testing/run.ts';

const asOf = '2026-06-17T12:00:00Z';
let folder: string;
let issues: RecordIssue[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-cli-'));
  const records = [...demoRecords({ seed: 5, asOf: Date.parse(asOf), size: 400 })];
  issues = records.flatMap(record => (record.kind === 'issue' ? [record.value] : []));
  const store = await openStore({ file: join(folder, 'tallyboard.db') });
  await store.ingest(records);
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const onData = () => ['--data', folder];

test.each([0, 1, 2])(
  'the lists of each sprint report add up to velocity (estimation %i)',
  async estimationType => {
    const settings = JSON.stringify({ boardId: 1, sprintCount: 100, estimationType });
    const asked = ['--settings', settings, '--format', 'json', '--result', '--as-of', asOf];
    const { out } = await run('report', 'velocity', ...onData(), ...asked);
    const { periods } = JSON.parse(out).result;
    expect(periods.length).toBeGreaterThan(3);
    const seen = new Set<string>();
    for (const { measures, report } of periods) {
      const total = (id: string) => measures[id].value;
      expect([report.committed, report.scope]).toEqual([total('committed'), total('scope')]);
      for (const { id, total: sum, entries } of report.lists) {
        const amounts = entries.map((entry: { amount: number }) => entry.amount);
        const added = amounts.reduce((all: number, amount: number) => all + amount, 0);
        const figure = total(id === 'notCompleted' ? 'carriedOver' : id);
        expect([id, added, sum]).toEqual([id, figure, figure]);
        if (entries.length > 0) seen.add(id);
      }
    }
    expect([...seen]).toEqual(expect.arrayContaining(['completed', 'notCompleted', 'added']));
  },
);

describe('a report', () => {
  const ask = (...more: string[]) =>
    run('report', 'overview', '--jql', 'project = WEB', ...onData(), '--as-of', asOf, ...more);

  test('as JSON holds plain numbers, and keys behind each figure', async () => {
    const { code, out, err } = await ask(
      '--format',
      'json',
      '--result',
      '--time-zone',
      'Asia/Kolkata',
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const json = JSON.parse(out);
    expect(Object.keys(json)).toEqual([
      ...['report', 'title', 'settings', 'jql', 'asOf', 'timeZone', 'doneRule', 'coverage'],
      ...['complete', 'problems', 'headline', 'doubts', 'notes', 'definitions', 'table', 'figures'],
      'result',
    ]);
    const web = issues.filter(issue => issue.key.startsWith('WEB-'));
    expect(json).toMatchObject({
      report: 'overview',
      jql: 'project = WEB',
      asOf: '2026-06-17T12:00:00.000Z',
      timeZone: 'Asia/Kolkata',
      coverage: { complete: true, issues: { fetched: web.length, total: web.length } },
    });
    expect(json.result.total.value).toBe(web.length);
    expect([...json.result.total.issues].sort()).toEqual(web.map(({ key }) => key).sort());
    const isDone = ({ fields: { resolution, status } }: RecordIssue) =>
      resolution !== null || (status as { statusCategory: { id: number } }).statusCategory.id === 3;
    const resolved = web.filter(isDone);
    const line = json.result.lines.find(({ id }: { id: string }) => id === 'resolved');
    expect(line.part.issues).toHaveLength(resolved.length);
    expect(line.part.value).toBe(resolved.length);
  });

  test('as of a past day counts issues that were updated since, with a query without a clause', async () => {
    const day = '2026-03-01T12:00:00Z';
    const created = issues.filter(
      ({ fields }) => Date.parse(String(fields.created)) <= Date.parse(day),
    );
    const args = [...onData(), '--as-of', day, '--format', 'json', '--result'];
    const { out } = await run('report', 'overview', '--jql', 'order by key', ...args);
    expect(JSON.parse(out).result.total.value).toBe(created.length);
  });

  test('as a table is aligned, and as CSV is CSV', async () => {
    const table = await ask();
    const [head, rule, ...rows] = table.out.trimEnd().split('\n');
    expect(head).toMatch(/^Figure +Value/);
    expect(rule).toMatch(/^-+( +-+)+$/);
    expect(rows.length).toBeGreaterThan(5);
    const csv = await ask('--format', 'csv');
    expect(csv.out).toMatch(
      /^Figure,Value,Of,Percent,Last 30 days,Previous 30 days,Change \(%\)\r\nResolved,\d+,\d+,/,
    );
  });

  test.each(REPORTS)('$id answers with its default settings', async ({ id }) => {
    const args = [
      '--jql',
      'project = APP',
      ...onData(),
      '--as-of',
      asOf,
      '--format',
      'json',
      '--result',
    ];
    const { code, out } = await run('report', id, ...args);
    expect(code).toBe(0);
    const { report, result } = JSON.parse(out);
    expect(report).toBe(id);
    const repeated = (await findReport(id))?.repeated ?? [];
    for (const name of repeated) expect(Object.keys(result)).not.toContain(name);
    if (repeated.length > 0) expect(result).toHaveProperty('issues');
  });

  test.each(REPORTS.filter(({ id }) => id !== 'text'))(
    '$id has no figures before the first issue, but the reason',
    async ({ id }) => {
      for (const jql of ['project = WEB', '']) {
        const args = ['--jql', jql, ...onData(), '--as-of', '2001-02-03'];
        const { code, out } = await run('report', id, ...args, '--format', 'json', '--result');
        const { result, notes } = JSON.parse(out);
        expect([code, result]).toEqual([0, null]);
        const own = issues.filter(({ key }) => jql === '' || key.startsWith('WEB-'));
        const first = Math.min(...own.map(({ fields }) => Date.parse(String(fields.created))));
        const day = new Date(first).toLocaleDateString('en-US', { dateStyle: 'medium' });
        const text = `No issue existed on that day; the first is of ${day}.`;
        expect(notes).toEqual([{ code: 'no-issue-yet', text, issues: 0 }]);
        expect((await run('report', id, ...args)).out).toBe(`${text}\n`);
      }
    },
  );

  test.each(['burn', 'velocity'])('%s of a board has none before its first issue', async id => {
    const args = ['--settings', '{"boardId":1}', ...onData(), '--as-of', '2001-02-03'];
    const { out } = await run('report', id, ...args);
    expect(out).toMatch(/^No issue existed on that day; the first is of \w{3} \d+, \d{4}\.\n$/);
  });

  test('a question without issues has figures as of any past day', async () => {
    const args = ['--jql', 'key = WEB-1 AND key = WEB-2', ...onData(), '--as-of', '2001-02-03'];
    const { code, out } = await run('report', 'overview', ...args, '--format', 'json', '--result');
    expect([code, JSON.parse(out).result.total.value]).toEqual([0, 0]);
  });

  test('uses the shared settings, as the page does', async () => {
    const store = await openStore({ file: join(folder, 'tallyboard.db') });
    const share = (value: unknown) =>
      store.properties.set(`addon:${ADDON_KEYS.standard}`, 'global-settings', value);
    const weeklySettings = { statusResolution: false };
    await share({ commonSettings: { dateFormat: 'D.M.YYYY' }, weeklySettings });
    const byInterval = ['--settings', '{"periods":"interval"}', '--time-zone', 'UTC'];
    const velocity = ['report', 'velocity', '--jql', 'project = OPS', '--as-of', asOf];
    expect((await run(...velocity, ...onData(), ...byInterval)).out).toMatch(/^8\.6\.2026 – /m);
    const { out } = await ask('--format', 'json', '--result');
    expect(JSON.parse(out).settings.statusResolution).toBe(false);
    const own = await ask(
      '--format',
      'json',
      '--result',
      '--settings',
      '{"statusResolution":true}',
    );
    expect(JSON.parse(own.out).settings.statusResolution).toBe(true);
    const ofSite = { rule: 'resolution', text: 'resolution', own: false };
    await share({ doneRule: { rule: 'resolution' } });
    expect(JSON.parse((await ask('--format', 'json', '--result')).out).doneRule).toEqual(ofSite);
    const json = await run(...velocity, ...onData(), ...byInterval, '--format', 'json', '--result');
    expect(JSON.parse(json.out).doneRule).toEqual(ofSite);
    const kept = await ask(
      '--format',
      'json',
      '--result',
      '--settings',
      '{"statusResolution":true}',
    );
    expect(JSON.parse(kept.out).doneRule).toMatchObject({
      rule: 'resolution-or-category',
      own: true,
    });
    await share({ weeklySettings: { statusResolution: 'sideways' } });
    expect((await ask()).err).toMatch(/^Shared settings: statusResolution: /);
    await share({});
    await store.close();
  });

  test.each([
    ['burn', 'Filter burndown and Filter burnup need no sprint'],
    ['velocity', 'Include sprints of a board or group by date interval.'],
  ])('%s of issues without sprints says what is missing and what to do', async (id, words) => {
    const args = ['--jql', 'project = OPS', ...onData(), '--as-of', asOf];
    const { code, err } = await run('report', id, ...args);
    expect(code).toBe(0);
    expect(err).toMatch(/^No data: These issues are in no (started|completed) sprint/);
    expect(err).toContain(words);
  });

  test('reports invalid settings before anything is loaded, with the nearest name', async () => {
    const settings = ['--settings', '{"statusResolution":false,"eType":"poinst","grupBy":1}'];
    const { code, out, err } = await run(
      ...[
        'report',
        'breakdown',
        '--jql',
        'x',
        '--data',
        '/nowhere',
        '--format',
        'json',
        '--result',
      ],
      ...settings,
    );
    expect(code).toBe(2);
    expect(err).toMatch(/^grupBy: There is no such setting. Did you mean "groupBy"\?$/m);
    expect(err).toMatch(
      /^eType: "poinst" is none of count, points, time. Did you mean "points"\?/m,
    );
    expect(JSON.parse(out)).toMatchObject({
      report: 'breakdown',
      problems: [{ path: 'grupBy' }, { path: 'eType' }],
    });
  });

  test.each([
    ['velocity', '{"jqlFilter":"a = b order by c"}', 'jqlFilter'],
    ['velocity', '{"sprintCount":1900}', 'sprintCount'],
    ['age', '[1]', 'settings'],
    ['age', '"month"', 'settings'],
  ])('%s with %s is refused', async (id, settings, path) => {
    const { code, err } = await run('report', id, '--jql', 'x', '--settings', settings);
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`^${path}: `));
  });

  test.each(['overview', 'cycle-time'])('%s without a query is refused alike', async id => {
    const { code, out, err } = await run('report', id, ...onData(), '--format', 'json');
    const text = `The report '${id}' needs a query, such as project = KEY.`;
    expect({ code, err }).toEqual({ code: 2, err: `jql: ${text}\n` });
    expect(JSON.parse(out)).toEqual({ report: id, problems: [{ path: 'jql', text }] });
  });

  test('uses defaults with --lenient, and accepts names for keys and codes', async () => {
    const settings = '{"estimation":"Points","colour":1,"eTyp":2,"jql":"a = b"}';
    const { code, out, err } = await ask(
      '--format',
      'json',
      '--result',
      '--lenient',
      '--settings',
      settings,
    );
    expect(code).toBe(0);
    expect(JSON.parse(out).settings).toMatchObject({ eType: 1, gType: 0 });
    expect(JSON.parse(out).problems.map(({ path }: { path: string }) => path)).toEqual([
      'colour',
      'eTyp',
    ]);
    expect(err).toMatch(/^colour: /);
  });

  test('reports unknown keys of the shared settings', async () => {
    const store = await openStore({ file: join(folder, 'tallyboard.db') });
    const share = (value: unknown) =>
      store.properties.set(`addon:${ADDON_KEYS.standard}`, 'global-settings', value);
    await share({ weeklySettings: { showStatusBar: true, statusResolution: true } });
    const { code, out } = await ask('--format', 'json', '--result');
    expect(code).toBe(0);
    expect(JSON.parse(out).problems).toEqual([
      {
        source: 'shared',
        path: 'showStatusBar',
        text: 'There is no such setting. Did you mean "showStatusBars"?',
      },
    ]);
    await share({});
    await store.close();
  });

  test.each(REPORTS)('$id --help lists every key of its settings', async ({ id }) => {
    const { code, out } = await run('report', id, '--help');
    const { settings } = (await findReport(id)) ?? {};
    expect(code).toBe(0);
    for (const key of keysOf(settings?.list ?? []))
      expect(out).toMatch(new RegExp(`^  ${key}\\b`, 'm'));
    expect(out).not.toContain('undefined');
  });

  test('--help names codes, limits and defaults', async () => {
    const breakdown = (await run('report', 'breakdown', '--help')).out;
    expect(breakdown).toContain('  gType (groupBy): Gadget type\n      default assignee\n');
    expect(breakdown).toContain('        13, component: Component\n');
    const timesheet = (await run('report', 'timesheet', '--help')).out;
    expect(timesheet).toContain('a whole number from 1 to 366; default 14, in a gadget 7');
  });

  const SETTINGS: Readonly<Record<string, object>> = {
    velocity: { periods: 'interval' },
    'cumulative-flow': { lastDays: 730 },
  };
  test.each(REPORTS)('$id without issues names none', async ({ id }) => {
    const chosen = SETTINGS[id];
    const { code, out } = await run(
      ...['report', id, '--jql', 'project in (APP, WEB)', ...onData(), '--as-of', asOf],
      ...['--format', 'json', '--result', '--no-issues'],
      ...(chosen ? ['--settings', JSON.stringify(chosen)] : []),
    );
    expect(code).toBe(0);
    expect(JSON.stringify(JSON.parse(out).result)).not.toMatch(/"(APP|WEB)-\d+"/);
  });

  test('a field that the site lacks is noted', async () => {
    const read = async (field: string) => {
      const { out } = await run(
        ...['report', 'breakdown', '--jql', 'project = APP', ...onData(), '--as-of', asOf],
        ...['--format', 'json', '--result', '--settings', JSON.stringify({ groupBy: field })],
      );
      const { notes } = JSON.parse(out) as { notes: { code: string; text: string }[] };
      return notes.flatMap(({ code, text }) => (code === 'unknown-field' ? [text] : []));
    };
    expect(await read('customfield_99999')).toEqual([
      'The field customfield_99999 does not exist or you do not have permission to view it.',
    ]);
    expect(await read('customfield_10046')).toEqual([]);
  });

  test.each([
    ['throughput', 'periods'],
    ['throughput', 'xmr'],
    ['wip-age', 'pace'],
  ])('%s without issues has the same %s', async (id, member) => {
    const given = ['report', id, '--jql', 'project = APP', ...onData(), '--as-of', asOf];
    const read = async (...more: string[]) =>
      JSON.parse((await run(...given, '--format', 'json', '--result', ...more)).out).result[member];
    const all = await read();
    expect(all).toEqual(expect.anything());
    expect(await read('--no-issues')).toEqual(all);
  });

  test.each([
    ['overview', 'No data.\n'],
    ['breakdown', 'No data.\n'],
    ['timesheet', 'No logged time.\n'],
    ['time-in-status', 'No data.\n'],
  ])('%s of nothing says so in its table', async (id, text) => {
    const { code, out } = await run(
      'report',
      id,
      '--jql',
      'project = WEB AND created < 1970-01-01',
      ...onData(),
    );
    expect({ code, out }).toEqual({ code: 0, out: text });
  });

  test('a board that does not exist ends with the boards that there are', async () => {
    const { code, err } = await run(
      'report',
      'velocity',
      '--settings',
      '{"boardId":99}',
      ...onData(),
    );
    expect(code).toBe(2);
    expect(err).toMatch(
      /^boardId: There is no board '99' that you may see\. boardId is one of 1 \(/,
    );
  });

  test('a timesheet has hours to the second in CSV', async () => {
    const data = join(folder, 'minutes');
    const cases = fileURLToPath(new URL('../../fixtures/cases/', import.meta.url));
    await run('import', join(cases, 'timesheet-minutes-in-csv'), '--data', data);
    const week = JSON.stringify({ endDate: '2026-03-05', daySpan: 5 });
    const asked = ['report', 'timesheet', '--jql', 'project = CASE', '--time-zone', 'UTC'];
    const { out } = await run(...asked, '--data', data, '--format', 'csv', '--settings', week);
    const rows = out.trim().split(/\r?\n/).slice(1);
    expect(rows.map(row => row.split(',').slice(0, 7))).toEqual([
      ['Ann', '0', '0.333333', '0.333333', '0.333333', '0', '1'],
      ['Bob', '0', '0', '0', '0.166667', '0', '0.166667'],
      ['Total', '0', '0.333333', '0.333333', '0.5', '0', '1.166667'],
    ]);
  });

  test('a timesheet reports unknown authors', async () => {
    const settings = ['--settings', '{"authors":"\\"Nobody Here\\""}'];
    const args = ['--jql', 'project = WEB', ...onData(), '--as-of', asOf];
    const { err } = await run('report', 'timesheet', ...args, ...settings);
    expect(err).toContain('Note: No work logged by Nobody Here.\n');
  });

  test('issue age has the key of each instant', async () => {
    const args = [
      '--jql',
      'project = WEB',
      ...onData(),
      '--as-of',
      asOf,
      '--format',
      'json',
      '--result',
    ];
    const { since, rows } = JSON.parse((await run('report', 'age', ...args)).out).result;
    expect(rows).toHaveLength(since.length);
    const created = new Map(
      issues.map(({ key, fields }) => [key, Date.parse(String(fields.created))]),
    );
    expect(rows.map((key: string) => created.get(key))).toEqual(since);
  });
});

test.each(['cloud', 'data-center'] as const)(
  'a %s site by its address gives the same figures',
  async flavour => {
    const store = await openStore({ file: join(folder, 'tallyboard.db') });
    const app = fastify();
    await app.register(replica, { store, flavour, now: () => Date.parse(asOf) });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const ask = (...from: string[]) =>
      run(
        'report',
        'breakdown',
        '--jql',
        'project = PLAT',
        '--as-of',
        asOf,
        '--format',
        'json',
        ...from,
      );
    const [there, here] = [
      await ask('--url', url, '--token', 'any-token-will-do'),
      await ask(...onData()),
    ];
    expect({ code: there.code, err: there.err }).toEqual({ code: 0, err: here.err });
    expect(JSON.parse(there.out).result).toEqual(JSON.parse(here.out).result);
    await app.close();
    await store.close();
  },
);

describe('a query', () => {
  test('is counted', async () => {
    const { code, out } = await run('jql', 'project = HELP', '--count', ...onData());
    const wanted = issues.filter(({ key }) => key.startsWith('HELP-')).length;
    expect({ code, out }).toEqual({ code: 0, out: `${wanted}\n` });
  });

  test('is listed', async () => {
    const { out } = await run('jql', 'key = WEB-1', '--format', 'json', ...onData());
    expect(JSON.parse(out)).toMatchObject([{ key: 'WEB-1' }]);
  });

  test('that is invalid ends with 1 and the message of Jira', async () => {
    const { code, out, err } = await run('jql', 'project == WEB', ...onData());
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^Error in the JQL Query: .*\(line 1, character 10\)\n$/);
  });
});

test.each([
  ['jql'],
  ['report', 'overview', '--jql'],
  // Narrowed to the days of the sheet.
  ['report', 'timesheet', '--jql'],
])('%s: a query that breaks off is told of as it was written', async (...command) => {
  const { code, err } = await run(...command, 'summary ~ ', ...onData());
  expect({ code, err }).toEqual({
    code: 1,
    err: 'Error in the JQL Query: Expecting either a value, list or function before the end of the query. (line 1, character 11)\n',
  });
});

test('an import prints its counts on stdout and its problems on stderr', async () => {
  const data = join(folder, 'imported');
  const file = join(folder, 'issues.jsonl');
  const lines = issues.slice(0, 20).map(issue => JSON.stringify(issue));
  writeFileSync(file, [...lines, '{"key":"WEB-1", oops'].join('\n'));
  const { code, out, err } = await run('import', file, '--data', data);
  expect({ code, out }).toEqual({ code: 0, out: '       20  issues\n        1  problems\n' });
  expect(err).toMatch(/issues\.jsonl:21: WEB-1: This is not JSON/);
  expect((await run('jql', 'created > 2000-01-01', '--count', '--data', data)).out).toBe('20\n');
});

describe('a command line', () => {
  test.each([
    [[], 'Usage: tallyboard COMMAND'],
    [['dance'], "no command 'dance'"],
    [['report'], 'The report is missing.'],
    [['report', 'nothing', '--jql', 'x'], "no report 'nothing'"],
    [['report', 'overview'], 'jql: The report'],
    [['report', 'overview', '--jql', 'x', '--format', 'xml'], '--format is table, json, csv'],
    [['report', 'overview', '--jql', 'x', '--as-of', 'tomorrow'], 'asOf: "tomorrow" is no day'],
    [['report', 'overview', '--jql', 'x', '--time-zone', 'Mars/Base'], 'is no time zone such as'],
    [['report', 'overview', '--jql', 'x', '--settings', '{'], '--settings is not JSON'],
    [['report', 'overview', '--jql', 'x', '--speed', '9'], "Unknown option '--speed'"],
    [['report', 'overview', '--jql', 'x', '--data', 'a', '--url', 'https://x'], 'not both'],
    [['report', 'overview', '--jql', 'x', '--url', 'x.example'], '--url is an address'],
    [['import'], 'The files are missing.'],
    [['serve', '--prot', '3'], "Unknown option '--prot'"],
    [['jql'], 'The query is missing.'],
    [['jql', 'project', '=', 'X'], 'quotation marks'],
    [['serve', '--port', '-1'], '--port has no value. One that begins with a dash is written'],
    [['mirror', '--every', '-1'], '--every has no value. One that begins with a dash is written'],
    [['report', '--jql'], "Option '--jql <value>' argument missing."],
    [['serve', '--data', ''], '--data is empty.'],
    [['import', 'x.json', '--data', ''], '--data is empty.'],
    [['publish', '--out='], '--out is empty.'],
    [['key', 'add', 'X', '--account', 'ana', '--jql-filter', ' '], '--jql-filter is empty.'],
    [['lake', ''], 'The folder of the lake is missing.'],
    [['audit', 'ana'], "Unexpected argument 'ana'."],
    [['account', 'ana', '--jira', ''], "--jira is an id of a user of Jira, or 'none', not ''."],
    [['account', 'ana', '--jira', 'Ana B'], "or 'none', not 'Ana B'."],
    [['demo', '100'], "Unexpected argument '100'."],
  ])('%j is explained with exit code 2', async (args, words) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(words);
  });

  test.each([
    [['backup', '/nowhere/at/all.gz'], "there is no folder '/nowhere/at'."],
    [['backup', import.meta.dirname, '--force'], 'it is a folder.'],
    [['restore', import.meta.dirname, '--force'], 'A file is needed, not a folder.'],
    [['account', 'link', '/nowhere/all.csv'], "there is no folder '/nowhere'."],
    [['account', 'link', `${import.meta.filename}.csv`], "There is no file '/"],
    [['account', 'link', import.meta.dirname], 'A file is needed, not a folder.'],
    [['lake', import.meta.filename], "main.test.ts' is no folder."],
  ])('%j names the path and what is wrong with it', async (args, words) => {
    const { code, out, err } = await run(...args, ...onData());
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(words);
    expect(err).not.toMatch(/Tallyboard failed|E[A-Z]{4}/);
  });

  test('help COMMAND is COMMAND --help', async () => {
    expect(await run('help', 'lake')).toEqual(await run('lake', '--help'));
    expect((await run('help', 'dance')).err).toContain("no command 'dance'");
  });

  test('a command that failed ends, whatever it has begun', () => {
    const main = join(import.meta.dirname, 'main.ts');
    const script = `setInterval(() => {}, 1000); import(${JSON.stringify(main)}).then(each => each.start())`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', script, '--', 'x', 'dance'], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "There is no command 'dance'. tallyboard --help lists the commands.\n",
    });
  });

  test.each(['mysql://db/x', 'db', 'localhost:5432/x'])('DATABASE_URL=%s is refused', async url => {
    vi.stubEnv('DATABASE_URL', url);
    const { code, err } = await run('jql', 'project = X');
    vi.unstubAllEnvs();
    expect({ code, err }).toEqual({
      code: 1,
      err: 'DATABASE_URL is the address of a PostgreSQL, such as postgres://user@host/database.\n',
    });
  });

  test('a path that belongs to another user is named', () => {
    const error = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    expect(sentenceOf(Object.assign(error, { path: '/root/a.json' }))).toBe(
      "This user may not read or write '/root/a.json'. Change its permissions, or name another.",
    );
  });

  test.each([
    [['jql', 'project = X', '--data', '/nowhere/at/all'], "There is no data in '/nowhere/at/all'"],
    [['import', '/nowhere/at/all.json'], "There is no file or folder '/nowhere/at/all.json'"],
    [
      ['import', fileURLToPath(import.meta.url), '--data', '/proc/x'],
      "The folder '/proc/x' cannot be created.",
    ],
    [['jql', 'x', '--url', 'http://127.0.0.1:9'], 'Jira does not answer'],
  ])('%j fails with exit code 1 and a sentence', async (args, words) => {
    const { code, err } = await run(...args);
    expect(code).toBe(1);
    expect(err).toContain(words);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  test.each([
    [
      ['--url', 'http://jira.example.com', '--token', 'token-of-the-test'],
      /Give the https address/,
    ],
    [['--url', 'https://jira.example.com', '--token', 'password'], /16 characters at least/],
    [['--url', 'jira.example.com'], /--url is an address such as/],
  ])('a Jira by %j is wrong usage', async (from, words) => {
    const { code, err } = await run('jql', 'x', ...from);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(words) });
  });

  test('--help lists every command', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    const listed = [...out.matchAll(/^ {2}([\w-]+) /gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(Object.keys(COMMANDS).sort());
  });

  test.each(['serve', 'import', 'report', 'jql'])('%s --help has examples', async name => {
    const { code, out } = await run(name, '--help');
    expect(code).toBe(0);
    expect(out).toContain(`Usage: tallyboard ${name}`);
    expect(out).toContain('Examples:');
  });
});

test.each([['--version'], ['version'], ['serve', '--version']])('%s %s', async (...args) => {
  const { code, out } = await run(...args);
  expect(code).toBe(0);
  expect(out).toMatch(/^Tallyboard \d+\.\d+\.\d+ \(Node 24\.\d+\.\d+\)\n$/);
});

test('the command runs on the installed Node and returns the exit code', () => {
  const bin = fileURLToPath(new URL('bin/tallyboard.mjs', import.meta.url));
  const help = spawnSync('node', [bin, 'report', '--help'], { encoding: 'utf8' });
  expect(help.stderr).not.toMatch(/Error/);
  expect(help.stdout).toContain('Usage: tallyboard report');
  expect(spawnSync('node', [bin, 'dance']).status).toBe(2);
});

test('output that cannot be written is said in a sentence', ({ skip }) => {
  skip(!existsSync('/dev/full'), 'There is no /dev/full here.');
  const bin = fileURLToPath(new URL('./bin/tallyboard.mjs', import.meta.url));
  const out = openSync('/dev/full', 'w');
  const help = spawnSync('node', [bin, '--help'], { stdio: ['ignore', out, 'pipe'] });
  closeSync(out);
  expect(help.stderr.toString()).toBe('The disk is full.\n');
  expect(help.status).toBe(1);
});
