import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_SOURCE } from '../data/entity.ts';
import { demoRecords } from '../seed/demo.ts';
import type { Store } from '../store/store.ts';
import { openStore } from '../store/testing/open-store.ts';
import {
  type ImportProblem,
  type ImportProgress,
  type ImportRepair,
  importFiles,
} from './import-files.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-import-'));
  store = await openStore({ memory: true });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function put(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const issue = (n: number, summary = `Issue ${n}`) => ({
  id: String(500 + n),
  key: `IMP-${n}`,
  fields: {
    summary,
    created: '2026-01-05T09:00:00.000+0100',
    updated: '2026-01-06T09:00:00.000+0100',
    status: { id: '1', name: 'Open', statusCategory: { id: 2, key: 'new', name: 'To Do' } },
    issuetype: { id: '1', name: 'Bug', subtask: false },
    project: { id: '900', key: 'IMP', name: 'Imported' },
  },
  changelog: {
    histories: [
      {
        id: `9${n}`,
        created: '2026-01-06T09:00:00.000+0100',
        items: [
          {
            field: 'summary',
            fieldtype: 'jira',
            from: null,
            fromString: 'a',
            to: null,
            toString: 'b',
          },
        ],
      },
    ],
  },
});
const three = [1, 2, 3].map(n => issue(n));

async function run(...paths: string[]) {
  const problems: ImportProblem[] = [];
  const repairs: ImportRepair[] = [];
  const result = await importFiles(store, paths, {
    onProblem: problem => problems.push(problem),
    onRepair: repair => repairs.push(repair),
  });
  return { ...result, told: problems, repaired: repairs };
}

const lines = three.map(one => JSON.stringify(one)).join('\n');
describe.each([
  ['a search reply', JSON.stringify({ startAt: 0, total: 3, issues: three, names: {} })],
  ['a pretty search reply', JSON.stringify({ issues: three, total: 3 }, null, 2)],
  ['a reply with an issue a line', `{"total":3,"issues":[\n${lines.replaceAll('\n', ',\n')}\n]}`],
  ['an array', JSON.stringify(three)],
  ['JSON lines', lines],
  ['JSON lines with an end', `${lines}\n`],
  ['a crawled array', JSON.stringify(three.map(data => ({ params: {}, input: null, data })))],
])('%s', (_, text) => {
  test.each([
    ['plain', (content: string) => content],
    ['gzipped', (content: string) => gzipSync(content)],
  ])('%s', async (_, pack) => {
    const { counts, told } = await run(put('export.data', pack(text)));
    expect(told).toEqual([]);
    expect(counts).toEqual({ issue: 3 });
    expect(await store.issues.count()).toBe(3);
    expect((await store.histories.page({ issueIds: ['502'] })).total).toBe(1);
  });
});

test('importing again updates', async () => {
  await run(put('one.json', JSON.stringify(three)));
  await run(put('two.json', JSON.stringify([issue(2, 'Changed')])));
  expect(await store.issues.count()).toBe(3);
  expect((await store.issues.byKeyOrId('IMP-2'))?.fields.summary).toBe('Changed');
  expect((await store.histories.page({ issueIds: ['502'] })).total).toBe(1);
});

describe('a broken record is reported with file and line, and the others are imported', () => {
  test.each([
    [
      'a line that is no JSON',
      `${JSON.stringify(three[0])}\n{"key":"IMP-2", oops\n${JSON.stringify(three[2])}`,
      2,
      'IMP-2',
    ],
    [
      'an element that is no JSON',
      `[${JSON.stringify(three[0])},\n\n{"key":"IMP-2", oops},\n${JSON.stringify(three[2])}]`,
      3,
      'IMP-2',
    ],
    [
      'an issue without a creation date',
      `[${JSON.stringify(three[0])},\n{"key":"IMP-2","fields":{}},${JSON.stringify(three[2])}]`,
      2,
      'IMP-2',
    ],
    [
      'an issue without a key',
      `[${JSON.stringify(three[0])},\n${JSON.stringify(three[2])},\n{"id":"7","fields":{}}]`,
      3,
      '7',
    ],
    [
      'something else',
      `[${JSON.stringify(three[0])},\n${JSON.stringify(three[2])},\n{"id":"7","what":1}]`,
      3,
      '7',
    ],
    ['a bare word', `[${JSON.stringify(three[0])},\n${JSON.stringify(three[2])},\n17]`, 3, '?'],
    [
      'an end in the middle',
      `[${JSON.stringify(three[0])},\n${JSON.stringify(three[2])},\n{"id":`,
      3,
      '?',
    ],
  ])('%s', async (_, text, line, record) => {
    const file = put('broken.json', text);
    const { told, counts } = await run(file);
    expect(told.map(({ message, ...place }) => place)).toEqual([{ file, line, record }]);
    expect(told[0]?.message).not.toBe('');
    expect(counts).toEqual({ issue: 2 });
    expect(await store.issues.count()).toBe(2);
  });

  test('a truncated gzip file', async () => {
    const many = Array.from({ length: 4000 }, (_, n) => JSON.stringify(issue(n + 1))).join('\n');
    const packed = gzipSync(many);
    const file = put('cut.jsonl.gz', packed.subarray(0, Math.floor(packed.length * 0.7)));
    const { told } = await run(file);
    expect(told.at(-1)).toMatchObject({ file, line: 0 });
    expect(await store.issues.count()).toBeGreaterThan(1000);
  });

  test('a file without Jira data is a problem if it is named, and ignored in a folder', async () => {
    const file = put('notes.json', '{"hello":"world"}');
    expect((await run(file)).told).toMatchObject([{ file, line: 0 }]);
    expect(await run(folder)).toMatchObject({
      told: [],
      ignored: [{ file, why: expect.stringContaining('no records of Jira') }],
    });
  });
});

describe('an unreadable field is reported, and the issue is imported', () => {
  const entry = { id: '1', started: '2026-01-06T09:00:00.000+0100', timeSpentSeconds: 60 };
  test.each<[string, unknown, string, unknown]>([
    ['timespent', 'abc', 'is not a number, left empty', null],
    ['timespent', '60', 'is a text, taken as a number', 60],
    ['labels', 'notalist', 'is not a list, left empty', []],
    ['labels', ['a', 1], 'has an element that cannot be read, left out of the list', ['a']],
    ['duedate', '2026-02-30', 'is not a calendar date, left empty', null],
    ['resolutiondate', 'soon', 'is not a timestamp, left empty', null],
    ['resolutiondate', 1000, 'is not a timestamp, left empty', null],
    ['resolutiondate', '2026-01-05T09:00', 'has no time zone, taken as UTC', '2026-01-05T09:00Z'],
    [
      'resolutiondate',
      '2026-01-05',
      'is a day without a time, kept as that day',
      '2026-01-05T10:30:00.001+0000',
    ],
    ['created', 1_767_600_000, 'is a number, taken as seconds', '2026-01-05T08:00:00.000+0000'],
    [
      'created',
      1_767_600_000_000,
      'is a number, taken as milliseconds',
      '2026-01-05T08:00:00.000+0000',
    ],
    [
      'updated',
      undefined,
      'is missing, taken from the last change, else from created',
      '2026-01-06T09:00:00.000+0100',
    ],
    ['priority', 7, 'cannot be read, left empty', null],
    ['resolution', 'Fixed', 'is a text, taken as its name', { id: '900000', name: 'Fixed' }],
    ['project', null, 'is missing, made from the key', { id: '900000', key: 'IMP', name: 'IMP' }],
    ['parent', {}, 'cannot be read, left empty', null],
    ['issuelinks', [{}], 'has an element that cannot be read, left out of the list', []],
    [
      'assignee',
      'Ana',
      'is a text, taken as a display name',
      { displayName: 'Ana', accountId: 'Ana' },
    ],
  ])('%s %j', async (field, value, words, taken) => {
    const one = issue(1);
    const file = put(
      'one.json',
      JSON.stringify([{ ...one, fields: { ...one.fields, [field]: value } }]),
    );
    const { told, repaired, counts } = await run(file);
    expect(told).toEqual([]);
    expect(
      repaired.map(({ what, done, isLoss: _, ...place }) => ({
        ...place,
        words: `${what}, ${done}`,
      })),
    ).toEqual([{ file, line: 1, record: 'IMP-1', field, words }]);
    expect(counts).toEqual({ issue: 1 });
    expect((await store.issues.byKeyOrId('IMP-1'))?.fields[field]).toEqual(taken);
  });

  test('an omitted entry of a list still counts in its total', async () => {
    const one = issue(1);
    const worklog = { worklogs: [entry, { ...entry, id: '2', started: '2026-02-30T09:00:00Z' }] };
    const histories = [...one.changelog.histories, { id: '8', created: 'never', items: [] }];
    const fields = { ...one.fields, worklog };
    const { repaired } = await run(
      put('one.json', JSON.stringify([{ ...one, fields, changelog: { histories } }])),
    );
    expect(repaired.map(({ field }) => field)).toEqual(['changelog', 'worklog']);
    expect(await store.issues.byKeyOrId('IMP-1')).toMatchObject({
      historyCount: 1,
      historyTotal: 2,
      worklogCount: 1,
      worklogTotal: 2,
    });
  });

  test('a repeated key is reported, and its last issue is imported', async () => {
    const file = put(
      'two.json',
      [issue(1), issue(1, 'Later')].map(one => JSON.stringify(one)).join('\n'),
    );
    const { repaired } = await run(file);
    expect(repaired).toMatchObject([{ file, line: 2, record: 'IMP-1', field: 'key' }]);
    expect((await store.issues.byKeyOrId('IMP-1'))?.fields.summary).toBe('Later');
  });
});

test.each([
  ['status', null, 'status is missing.'],
  ['issuetype', 7, 'issuetype cannot be read.'],
  ['created', '2026-02-30T09:00:00.000+0100', 'created is not a calendar date'],
])('an issue whose %s is %j is refused', async (field, value, words) => {
  const one = issue(1);
  const { told, counts } = await run(
    put(
      'one.json',
      JSON.stringify([{ ...one, fields: { ...one.fields, [field]: value } }, issue(2)]),
    ),
  );
  expect(told).toMatchObject([
    { line: 1, record: 'IMP-1', message: expect.stringContaining(words) },
  ]);
  expect(counts).toEqual({ issue: 1 });
});

test('permission schemes decide who sees the imported issues', async () => {
  const holder = { type: 'user', parameter: 'ana' };
  const permissions = [{ id: 1, holder, permission: 'BROWSE_PROJECTS' }];
  const scheme = { id: 0, name: 'Default', permissions };
  const level = { id: '5', name: 'Staff', members: [] };
  put('schemes.json', JSON.stringify({ permissionSchemes: [scheme] }));
  put('security.json', JSON.stringify({ id: 7, name: 'Levels', levels: [level] }));
  put('roles.json', JSON.stringify([{ id: 8, name: 'Members' }]));
  put('access.json', JSON.stringify({ id: '900', permissionScheme: '0', roles: {} }));
  // Accounts that no list of users has see nothing.
  put('users.json', JSON.stringify([{ accountId: 'ana', displayName: 'Ana', active: true }]));
  put('issues.json', JSON.stringify(three));
  const { counts } = await run(folder);
  expect(counts).toMatchObject({
    permissionScheme: 1,
    securityScheme: 1,
    role: 1,
    projectAccess: 1,
  });
  expect(await store.as('ana').issues.count()).toBe(3);
  expect(await store.as('ben').issues.count()).toBe(0);
});

test('projects without schemes of their own are open beside those of another source that have some', async () => {
  const asOf = Date.parse('2026-03-01T09:00:00Z');
  await store.ingest(demoRecords({ seed: 1, asOf, size: 50 }), { source: DEMO_SOURCE });
  put('issues.json', JSON.stringify(three));
  await run(folder);
  const [user] = await store.catalogue.all('user');
  expect(await store.as(String(user?.id)).issues.count('900')).toBe(3);
  expect(await store.as(null).issues.count('900')).toBe(0);
  expect(await store.as('nobody').issues.count('900')).toBe(0);
});

test('a scheme that no project has hides nothing', async () => {
  const holder = { type: 'group', parameter: 'staff' };
  const permissions = [{ id: 1, holder, permission: 'BROWSE_PROJECTS' }];
  put('scheme.json', JSON.stringify({ id: 4, name: 'Staff alone', permissions }));
  put('issues.json', JSON.stringify(three));
  await run(folder);
  expect(await store.as(null).issues.count()).toBe(3);
});

test('missing histories, worklogs and dates of issues are counted', async () => {
  const { changelog: _, ...bare } = issue(1);
  const withFields = (n: number, fields: object) => {
    const one = issue(n);
    return { ...one, fields: { ...one.fields, ...fields } };
  };
  const done = { resolution: { name: 'Fixed' }, status: { name: 'Over' } };
  const cut = { worklog: { total: 25, worklogs: [] } };
  const part = { ...issue(4), changelog: { total: 9, histories: issue(4).changelog.histories } };
  await run(put('a.json', JSON.stringify([bare, withFields(2, done), withFields(3, cut), part])));
  expect(await store.issues.gaps()).toEqual({
    issues: 4,
    noHistory: 1,
    partOfHistory: 1,
    noWorklogs: 0,
    partOfWorklogs: 1,
    noResolutionDate: 1,
    noStatusCategory: 1,
  });
});

test('progress grows to the size of all files', async () => {
  const many = Array.from({ length: 1200 }, (_, n) => JSON.stringify(issue(n + 1))).join('\n');
  put('a.jsonl', many);
  put('b.json.gz', gzipSync(JSON.stringify(three)));
  const seen: ImportProgress[] = [];
  await importFiles(store, [folder], { onProgress: progress => seen.push(progress) });
  const bytes = seen.map(progress => progress.bytes);
  expect(bytes).toEqual([...bytes].sort((a, b) => a - b));
  expect(seen.at(-1)).toMatchObject({ bytes: seen[0]?.totalBytes, records: 1203 });
});

test('entries that come twice count once', async () => {
  const [first, second] = [issue(1), issue(2)];
  const [history] = first.changelog.histories;
  if (!history) throw new Error('No history.');
  first.changelog.histories.push(history);
  // Two that differ, without ids of their own.
  second.changelog.histories = [
    { ...history, id: '' },
    { ...history, id: '', items: [] },
    { ...history, id: '' },
  ];
  const { counts, told, repaired } = await run(put('a.json', JSON.stringify([first, second])));
  expect([counts, told]).toEqual([{ issue: 2 }, []]);
  expect(repaired.map(({ record, field, what }) => `${record} ${field} ${what}`)).toEqual([
    'IMP-1 changelog has an entry twice',
    'IMP-2 changelog has an entry twice',
  ]);
  expect(await store.issues.byKeyOrId('IMP-1')).toMatchObject({ historyCount: 1, historyTotal: 1 });
  expect(await store.issues.byKeyOrId('IMP-2')).toMatchObject({ historyCount: 2, historyTotal: 2 });
});

test.each([
  ['jira.csv', 'Summary,Issue key\nOne,IMP-1\n', 'a CSV export'],
  ['SearchRequest.xml', '<?xml version="1.0"?><rss></rss>', 'an XML export'],
  ['login.json', '<!DOCTYPE html><html></html>', 'a web page'],
  ['dict.json', "{'issues': [{'key': 'IMP-1'}]}", 'a text of Python'],
  ['wide.json', Buffer.from('\uFEFF{"issues":[]}', 'utf16le'), 'UTF-16'],
  ['all.zip', Buffer.from('504b0304140000000800', 'hex'), 'a zip archive'],
  ['none.json', '{"errorMessages":["The value is wrong."]}', 'Jira: The value is wrong.'],
])('%s is named, with the reason', async (name, content, why) => {
  const file = put(name, content);
  expect((await run(folder)).ignored).toEqual([{ file, why: expect.stringContaining(why) }]);
});

test('a list of pages is read, with the fields that they name', async () => {
  const names = { customfield_10050: 'Story Points' };
  const schema = { customfield_10050: { type: 'number' } };
  const [first, ...others] = three;
  const withPoints = { ...first, fields: { ...first?.fields, customfield_10050: '5,5' } };
  const file = put('pages.json', JSON.stringify([{ issues: others }, [[first]]]));
  expect((await run(file)).counts).toEqual({ issue: 3 });
  const reply = put('reply.json', JSON.stringify({ issues: [withPoints], names, schema }));
  const { repaired, unnamedFields } = await run(reply);
  expect(repaired).toMatchObject([{ field: 'Story Points', done: 'taken as a number' }]);
  expect(unnamedFields).toBe(0);
  expect((await store.issues.byKeyOrId('IMP-1'))?.fields.customfield_10050).toBe(5.5);
});

test('a missing path fails before anything is written', async () => {
  const good = put('a.jsonl', lines);
  await expect(run(good, join(folder, 'missing.json'))).rejects.toThrow('ENOENT');
  expect(await store.issues.count()).toBe(0);
});

test('histories and worklogs of separate files are attached to the issues of their own site', async () => {
  const self = 'https://one.example/rest/api/2/issue/501';
  put('issues.json', JSON.stringify([{ ...issue(1), self }]));
  const history = { id: '77', created: '2026-02-01T10:00:00.000+0100', items: [] };
  const input = { issue_id: 501 };
  put(
    'logs.json',
    JSON.stringify([
      { params: {}, input, data: { self, ...history } },
      {
        params: {},
        input: null,
        data: {
          self,
          id: '5',
          issueId: '501',
          started: '2026-02-01T09:00:00.000+0100',
          timeSpentSeconds: 900,
        },
      },
      { params: {}, input: { issue_id: 999 }, data: { self, ...history } },
    ]),
  );
  const { told } = await run(folder);
  expect(told).toMatchObject([{ record: '999', line: 1 }]);
  expect((await store.histories.page({ issueIds: ['501'] })).items.map(({ id }) => id)).toEqual([
    '91',
    '77',
  ]);
  expect((await store.worklogs.page({ issueId: '501' })).total).toBe(1);
});

const fixtures = fileURLToPath(new URL('../../../fixtures/data/', import.meta.url));

/** Raw reading, on purpose without anything of the importer. */
function raw(path: string): unknown {
  const bytes = readFileSync(join(fixtures, path));
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return path.includes('.jsonl')
    ? text
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
    : JSON.parse(text);
}
interface RawIssue {
  key: string;
  changelog?: { histories: unknown[] };
}
const unwrap = (list: unknown) => (list as { data: RawIssue }[]).map(({ data }) => data);
const inFolder = (path: string) =>
  readdirSync(join(fixtures, path))
    .filter(name => /^SP-/.test(name))
    .map(name => raw(join(path, name)) as RawIssue);

describe('real data', () => {
  test.each([
    [
      'tidev',
      () => ['ALOY', 'DAEMON', 'MOD'].flatMap(key => raw(`tidev/${key}.jsonl.gz`) as RawIssue[]),
    ],
    ['aerogear', () => (raw('aerogear/aerogear200.json') as { issues: RawIssue[] }).issues],
    ['aea', () => (raw('aea/aea2024.search.json.gz') as { issues: RawIssue[] }).issues],
    [
      'devlake',
      () =>
        ['external_epics', 'issue_relationships', 'issues', 'issues_for_due_date'].flatMap(name =>
          unwrap(raw(`devlake/${name}.json`)),
        ),
    ],
    [
      'jirametrics',
      () => [
        ...inFolder('jirametrics/complete_sample/sample_issues'),
        ...inFolder('jirametrics/testdata'),
      ],
    ],
    [
      'jira-agile-metrics-e2e',
      () => raw('jira-agile-metrics-e2e/jira/search_issues.json') as RawIssue[],
    ],
  ])('%s is imported completely', async (name, read) => {
    const wanted = new Map(read().map(one => [one.key, one.changelog?.histories.length ?? 0]));
    await run(join(fixtures, name));
    expect(await store.issues.count()).toBe(wanted.size);
    const ids = await store.issues.ids([...wanted.keys()]);
    const histories = await store.histories.page({ issueIds: ids.flatMap(id => id ?? []) });
    expect(histories.total).toBe([...wanted.values()].reduce((sum, count) => sum + count, 0));
  });

  test('each folder is a site of its own', async () => {
    const { told, counts } = await run(fixtures);
    // Histories and worklogs of issues that the folder does not have, and nothing else.
    const rest = told.filter(({ file }) => !/(issue_changelogs|worklogs)\.json$/.test(file));
    expect(rest).toEqual([]);
    const fields = raw('aerogear/jiraFields.json') as unknown[];
    const plain = raw('jira-agile-metrics-e2e/jira/fields.json') as unknown[];
    expect(counts.field).toBe(fields.length + plain.length + 2);
    const projects = raw('tidev/projects.json') as Record<string, { versions: []; components: [] }>;
    const sum = (part: 'versions' | 'components') =>
      Object.values(projects).reduce((total, project) => total + project[part].length, 0);
    expect(counts.version).toBe(sum('versions'));
    expect(counts.component).toBe(sum('components'));
    expect(counts.sprint).toBe(unwrap(raw('devlake/sprints.json')).length);
    const worklogs = unwrap(raw('devlake/worklogs.json')) as unknown as { issueId: string }[];
    const ids = new Set(
      (unwrap(raw('devlake/issues.json')) as unknown as { id: string }[]).map(({ id }) => id),
    );
    const known = worklogs.filter(({ issueId }) => ids.has(issueId)).length;
    expect(known).toBeGreaterThan(0);
    const keys = (unwrap(raw('devlake/issues.json')) as RawIssue[]).map(({ key }) => key);
    const stored = await store.issues.ids(keys);
    const logs = await Promise.all(
      stored.map(async id =>
        id === null ? 0 : (await store.worklogs.page({ issueId: id })).total,
      ),
    );
    expect(logs.reduce((total, count) => total + count, 0)).toBe(known);
    const sprints = await store.catalogue.all('sprint');
    expect(sprints.find(({ name }) => name === '2016 Sprint 04 Tooling')).toBeDefined();
    const statuses = await store.catalogue.all('status');
    expect(statuses.find(({ name }) => name === 'Writing Report (Part C)')).toBeDefined();
  });
});

test('symbolic links out of a folder are not followed, and names in records are not paths', async () => {
  const outside = put('outside.json', JSON.stringify([issue(9)]));
  const inside = join(folder, 'inside');
  mkdirSync(inside);
  const escaping = { ...issue(1), self: 'file:///etc/passwd' };
  const named = { ...escaping, fields: { ...escaping.fields, summary: '../../outside.json' } };
  writeFileSync(join(inside, 'issues.json'), JSON.stringify([named]));
  symlinkSync(outside, join(inside, 'link.json'));
  symlinkSync(folder, join(inside, 'up'));
  const { counts, told } = await run(inside);
  expect([counts.issue, told]).toEqual([1, []]);
  expect(readdirSync(folder).sort()).toEqual(['inside', 'outside.json']);
});

test.each([
  ['a.json', 'b.json'],
  ['b.json', 'a.json'],
])('a board merges its list entry and its configuration, in either order', async (one, other) => {
  put(one, JSON.stringify({ values: [{ id: 7, name: 'Team', type: 'scrum' }] }));
  put(
    other,
    JSON.stringify({
      id: 7,
      name: 'Team',
      filter: { id: '500' },
      columnConfig: { columns: [{ name: 'Done', statuses: [{ id: '3' }] }] },
    }),
  );
  await importFiles(store, [folder]);
  const board = await store.catalogue.get('board', '7');
  expect(board?.document).toMatchObject({
    name: 'Team',
    type: 'scrum',
    configuration: { filter: { id: '500' } },
  });
});
