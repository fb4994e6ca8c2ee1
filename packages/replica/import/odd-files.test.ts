/** Pages of replies, wrappers of pipelines, histories beside issues, and what is said of values that are no records. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../store/store.ts';
import { openStore } from '../store/testing/open-store.ts';
import { importFiles } from './import-files.ts';
import { partialLists } from './parts.ts';

const cases = fileURLToPath(new URL('../../../fixtures/cases/', import.meta.url));

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-odd-files-'));
  store = await openStore({ memory: true });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const issue = (n: number, more: object = {}) => ({
  id: String(10_000 + n),
  key: `CASE-${n}`,
  fields: {
    summary: `Issue ${n}`,
    created: '2026-03-01T09:00:00.000+0000',
    updated: '2026-03-01T09:00:00.000+0000',
    status: { id: '1', name: 'To Do', statusCategory: { id: 2, key: 'new', name: 'To Do' } },
    issuetype: { id: '1', name: 'Story', subtask: false },
    project: { id: '100', key: 'CASE', name: 'CASE' },
    ...more,
  },
});
const issues = (...numbers: number[]) => numbers.map(n => issue(n));

const worklog = (id: number, more: object = { issueId: '10001' }) => ({
  id: String(id),
  started: `2026-03-0${id}T09:00:00.000+0000`,
  timeSpentSeconds: 3600,
  author: { accountId: 'ana', displayName: 'Ana', active: true },
  ...more,
});

const history = (id: number) => ({
  id: String(id),
  created: `2026-03-0${id}T09:00:00.000+0000`,
  items: [
    { field: 'summary', fieldtype: 'jira', from: null, fromString: 'a', to: null, toString: 'b' },
  ],
});

/** Imports files by name and content into the store; a text is written as it is. */
async function run(files: Readonly<Record<string, unknown>>, name = 'in') {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  for (const [file, content] of Object.entries(files))
    writeFileSync(
      join(path, file),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  return runFolder(path);
}

async function runFolder(path: string) {
  const told: string[] = [];
  const repaired: string[] = [];
  const result = await importFiles(store, [path], {
    onProblem: ({ message }) => told.push(message),
    onRepair: ({ record, field, what }) => repaired.push(`${record} ${field} ${what}`),
  });
  return { ...result, told, repaired };
}

describe('one page of a search', () => {
  const page = (numbers: number[], more: object) => ({ ...more, issues: issues(...numbers) });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['of 230', { 'a.json': page([1], { total: 230 }) }, ['1 of the 230 issues of this search.']],
    [
      'before its list',
      { 'a.json': { issues: issues(1, 2), total: 3 } },
      ['2 of the 3 issues of this search.'],
    ],
    [
      'beside a whole search',
      {
        'a.json': page([1], { total: 3 }),
        'b.json': page([2, 3], { total: 2 }),
      },
      ['1 of the 3 issues of this search.'],
    ],
    [
      'that came twice',
      {
        'a.json': page([1], { total: 2 }),
        'b.json': page([1], { total: 2 }),
      },
      ['1 of the 2 issues of this search.'],
    ],
    [
      'in a list of pages',
      { 'a.json': [page([1], { total: 3 }), page([2], { total: 3, startAt: 1 })] },
      ['2 of the 3 issues of this search.'],
    ],
    [
      'in lines',
      {
        'a.jsonl': [page([1], { total: 3 }), page([2], { total: 3 })]
          .map(each => JSON.stringify(each))
          .join('\n'),
      },
      ['2 of the 3 issues of this search.'],
    ],
    [
      'in a wrapper',
      { 'a.json': { data: page([1], { total: 4 }) } },
      ['1 of the 4 issues of this search.'],
    ],
    [
      'with a token',
      { 'a.json': page([1], { isLast: false, nextPageToken: 'x' }) },
      ['there are further pages of this search of issues; 1 came.'],
    ],
    [
      'with a count as text',
      { 'a.json': page([1], { total: '230' }) },
      ['1 of the 230 issues of this search.'],
    ],
    [
      'with a count of no sense',
      { 'a.json': page([1], { total: 1e18 }) },
      ['there are further pages of this search of issues; 1 came.'],
    ],
  ])('%s is named', async (_, files, told) => {
    expect((await run(files)).told).toEqual(told);
    expect(await partialLists(store)).toEqual(
      told.map(text => `a.json${'a.jsonl' in files ? 'l' : ''}: ${text.replace(/\.$/, '')}`),
    );
  });

  test.each<[string, Record<string, unknown>]>([
    ['all of it', { 'a.json': page([1, 2], { total: 2 }) }],
    [
      'its other pages too',
      {
        'a.json': page([1], { total: 3, startAt: 0 }),
        'b.json': page([2, 3], { total: 3, startAt: 1 }),
      },
    ],
    [
      'the others as lines',
      {
        'a.json': page([1], { total: 3 }),
        'b.jsonl': issues(2, 3)
          .map(each => JSON.stringify(each))
          .join('\n'),
      },
    ],
    [
      'a last page',
      {
        'a.json': page([1], { isLast: false, nextPageToken: 'x' }),
        'b.json': page([2], { isLast: true }),
      },
    ],
    [
      'an entry that cannot be read',
      { 'a.json': { total: 2, issues: [issue(1), { errorMessages: ['Gone.'] }] } },
    ],
    ['no count', { 'a.json': page([1], {}) }],
  ])('with %s is no part', async (_, files) => {
    const { told } = await run(files);
    expect(told.filter(text => text.includes('this search'))).toEqual([]);
    expect(await partialLists(store)).toEqual([]);
  });

  test('is one until later imports have brought the rest', async () => {
    await run({ 'a.json': page([1], { total: 3 }) }, 'first');
    await run({ 'a.json': page([1], { total: 3 }) }, 'again');
    expect(await partialLists(store)).toEqual(['a.json: 1 of the 3 issues of this search']);
    expect((await run({ 'b.json': page([2], { total: 3 }) }, 'second')).told).toEqual([
      '2 of the 3 issues of this search.',
    ]);
    expect((await run({ 'c.json': page([3], { total: 3 }) }, 'third')).told).toEqual([]);
    expect(await partialLists(store)).toEqual([]);
  });

  test('is none once the whole search is there, which may be shorter now', async () => {
    await run({ 'a.json': page([1], { total: 3 }) });
    await run({ 'a.json': page([1, 2], { total: 2 }) });
    expect(await partialLists(store)).toEqual([]);
  });

  test('is none after a last page', async () => {
    await run({ 'a.json': page([1], { nextPageToken: 'x' }) }, 'first');
    expect(await partialLists(store)).toHaveLength(1);
    await run({ 'b.json': page([2], { isLast: true }) }, 'second');
    expect(await partialLists(store)).toEqual([]);
  });
});

test.each([
  ['boards', { id: 1, name: 'B', type: 'scrum' }],
  ['sprints', { id: 1, name: 'S', state: 'future' }],
  ['projects', { id: '1', key: 'CASE', name: 'Case', avatarUrls: {} }],
])('one page of %s is named', async (kind, record) => {
  const { told } = await run({ 'list.json': { isLast: false, total: 40, values: [record] } });
  expect(told).toEqual([`1 of the 40 ${kind} of this list.`]);
});

describe('worklogs beside their issue', () => {
  const list = { 'issues.json': [issue(1, { timespent: 18_000 })] };
  const stored = async () => {
    const found = await store.issues.byKeyOrId('CASE-1');
    const { items } = await store.worklogs.page({ issueId: '10001' });
    return [items.length, found?.worklogTotal];
  };
  const page = (ids: number[], more: object) => ({ ...more, worklogs: ids.map(id => worklog(id)) });

  test('are a part below the count of their reply', async () => {
    const { told, counts } = await run({ ...list, 'w.json': page([1, 2], { total: 5 }) });
    expect(told).toEqual(['CASE-1: 2 of its 5 worklogs.']);
    expect(counts.issue).toBe(1);
    expect(await stored()).toEqual([2, 5]);
  });

  test('are whole with the other page', async () => {
    const { told } = await run({
      ...list,
      'w1.json': page([1, 2], { total: 5 }),
      'w2.json': page([3, 4, 5], { total: 5, startAt: 2 }),
    });
    expect(told).toEqual([]);
    expect(await stored()).toEqual([5, 5]);
  });

  test('are whole with the other page of a later import', async () => {
    await run({ ...list, 'w.json': page([1, 2], { total: 5 }) }, 'first');
    const { told, counts } = await run({ 'w.json': page([2, 3, 4, 5], { total: 5 }) }, 'second');
    expect([told, counts.issue]).toEqual([[], 1]);
    expect(await stored()).toEqual([5, 5]);
  });

  test('are a part where the same page came twice', async () => {
    await run({ ...list, 'w.json': [page([1, 2], { total: 4 }), page([1, 2], { total: 4 })] });
    expect(await stored()).toEqual([2, 4]);
  });

  test('name their issue by their address', async () => {
    const self = 'https://jira.example.com/rest/api/2/issue/10001/worklog/1';
    const [first] = issues(1);
    await run({
      'issues.json': [{ ...first, self: 'https://jira.example.com/rest/api/2/issue/10001' }],
      'w.json': worklog(1, { self }),
    });
    expect(await stored()).toEqual([1, 1]);
  });

  test('are named where they are negative', async () => {
    const { repaired } = await run({
      ...list,
      'w.json': [worklog(1, { issueId: '10001', timeSpentSeconds: -600 })],
    });
    expect(repaired).toEqual(['CASE-1 worklog.timeSpentSeconds is negative']);
  });
});

describe('histories beside their issue', () => {
  const list = { 'issues.json': issues(1, 2) };
  const stored = async (n: number) => {
    const id = String(10_000 + n);
    const found = await store.issues.byKeyOrId(id);
    return [(await store.histories.page({ issueIds: [id] })).total, found?.historyTotal];
  };
  const reply = (more: object) => ({
    total: 2,
    isLast: true,
    values: [history(2), history(3)],
    ...more,
  });

  test.each<[string, Record<string, unknown>]>([
    ['the name of the file', { 'CASE-1.changelog.json': reply({}) }],
    ['an id in the name of the file', { '10001.json': reply({}) }],
    [
      'the address of the reply',
      { 'c.json': reply({ self: 'https://x.example/rest/api/3/issue/10001/changelog' }) },
    ],
    [
      'the reply for an issue',
      {
        'c.json': {
          id: '10001',
          key: 'CASE-1',
          changelog: { total: 2, histories: [history(2), history(3)] },
        },
      },
    ],
    [
      'the same with empty fields',
      {
        'c.json': {
          key: 'CASE-1',
          fields: {},
          changelog: { total: 2, histories: [history(2), history(3)] },
        },
      },
    ],
    [
      'lines of Airbyte',
      {
        'c.jsonl': [2, 3]
          .map(id => JSON.stringify({ _airbyte_data: { ...history(id), issueId: '10001' } }))
          .join('\n'),
      },
    ],
    [
      'messages of Airbyte with the issues after them',
      {
        'all.jsonl': [...[2, 3].map(id => ({ ...history(id), issueId: '10001' })), ...issues(1, 2)]
          .map(data => JSON.stringify({ type: 'RECORD', record: { stream: 's', data } }))
          .concat('{"type":"STATE","state":{}}')
          .join('\n'),
      },
    ],
  ])('%s', async (_, files) => {
    const { told, counts } = await run(
      Object.keys(files)[0] === 'all.jsonl' ? files : { ...list, ...files },
    );
    expect([told, counts.issue]).toEqual([[], 2]);
    expect(await stored(1)).toEqual([2, 2]);
    expect(await stored(2)).toEqual([0, null]);
  });

  test('rows of a crawler', async () => {
    const row = (more: object) => ({
      id: 1,
      params: '{}',
      data: JSON.stringify(history(2)),
      ...more,
    });
    await run({
      ...list,
      'raw.json': [
        row({ input: '{"issue_id":10001}' }),
        row({ url: 'https://x.example/rest/api/3/issue/10002/changelog?startAt=0' }),
      ],
    });
    expect([await stored(1), await stored(2)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  test('a page of an issue is a part', async () => {
    const { told } = await run({ ...list, 'CASE-1.json': reply({ total: 7, isLast: false }) });
    expect(told).toEqual(['CASE-1: 2 of its 7 changes.']);
    expect(await stored(1)).toEqual([2, 7]);
  });

  test('a page of many issues is a part until its last page is there', async () => {
    const bulk = (more: object) => ({
      issueChangeLogs: [
        { issueId: '10001', changeHistories: [history(2)] },
        { issueId: '10002', changeHistories: [history(3)] },
      ],
      ...more,
    });
    const { told } = await run({ ...list, 'b.json': bulk({ nextPageToken: 'x' }) });
    expect(told).toEqual([
      'CASE-1: 1 of its changes; there are more.',
      'CASE-2: 1 of its changes; there are more.',
    ]);
    expect(await stored(1)).toEqual([1, null]);
    await run({ 'b2.json': bulk({}) });
    expect([await stored(1), await stored(2)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  test('without any name of the issue they are named', async () => {
    const { told } = await run({ ...list, 'c.json': reply({}) });
    expect(told).toEqual([expect.stringContaining('2 entries name no issue')]);
  });
});

describe('values that are no records', () => {
  test.each([['five-odd-entries-first', 5, 'A refusal of Jira: Issue does not exist']])(
    '%s',
    async (name, count, text) => {
      cpSync(join(cases, name), join(folder, 'in'), { recursive: true });
      const { told, counts } = await runFolder(join(folder, 'in'));
      expect(told).toHaveLength(count);
      for (const each of told) expect(each).toContain(text);
      expect(counts.issue).toBe(5);
    },
  );

  test('any number of them comes before issues', async () => {
    const { told, counts } = await run({
      'a.json': [...Array.from({ length: 20 }, () => null), ...issues(1, 2)],
    });
    expect(counts.issue).toBe(2);
    expect(new Set(told)).toEqual(new Set(['This is null, not a record of Jira.']));
  });

  test('entries of a list in lines are counted', async () => {
    const page = { total: 3, issues: [issue(1), { errorMessages: ['Gone.'] }, issue(2)] };
    const { told } = await run({
      'a.jsonl': `${JSON.stringify(page)}\n${JSON.stringify(issue(3))}`,
    });
    expect(told).toEqual(['1 entry of a list is no record of Jira.']);
  });

  test('lines of a log come before JSON lines', async () => {
    const lines = [
      '2026-03-01 INFO it starts',
      '[INFO] reading "CASE',
      ...issues(1, 2).map(each => JSON.stringify(each)),
    ];
    const { told, counts } = await run({ 'a.jsonl': lines.join('\n') });
    expect(counts.issue).toBe(2);
    expect(told).toHaveLength(2);
  });

  test.each([
    ['a.json', { fields: { summary: 'S' } }, 'An issue without id, key.'],
    ['a.json', { state: 'future', name: 'S' }, 'A sprint without id.'],
    ['sprints.json', { id: 7, state: 'future' }, 'A sprint without name.'],
    ['users.json', { displayName: 'Ann' }, 'A user without accountId, key, name.'],
    ['roles.json', { id: 7 }, 'A role without name.'],
    ['a.json', { timeSpentSeconds: 5 }, 'A worklog without started.'],
    ['a.json', 7, 'This is a number, not a record of Jira.'],
    ['a.json', { projects: [{ issues: [] }] }, "A file of Jira's own importer"],
    ['a.json', { fields__status__name: 'Done' }, 'A row with flattened names'],
    ['a.json', { colour: 'red' }, 'This is not a record of Jira.'],
  ])('%s with %j', async (name, value, text) => {
    expect((await run({ [name]: [value, ...issues(1)] })).told).toEqual([
      expect.stringContaining(text),
    ]);
  });
});

test.each<[string, unknown]>([
  ['by key', { 'CASE-1': issue(1), 'CASE-2': issue(2) }],
  ['by key in a reply', { issues: { 'CASE-1': issue(1), 'CASE-2': issue(2) } }],
  ['in documents of Perceval', issues(1, 2).map(data => ({ backend_name: 'Jira', data }))],
  ['as texts of a table', issues(1, 2).map(each => ({ _airbyte_data: JSON.stringify(each) }))],
])('issues %s are read', async (_, content) => {
  const { told, counts } = await run({ 'a.json': content });
  expect([told, counts.issue]).toEqual([[], 2]);
});

test.each([
  ['g', "a file of Jira's own importer"],
  ['h', 'a row with flattened names'],
])('issues-in-wrappers-%s is ignored, and named', async (form, why) => {
  const { ignored } = await runFolder(join(cases, `issues-in-wrappers-${form}`));
  expect(ignored).toEqual([{ file: expect.any(String), why: expect.stringContaining(why) }]);
});

test.each([
  ['project-list-of-data-center', 'project = "Case project"', 1],
  ['project-list-of-data-center', 'project = OTHER', 0],
  ['future-sprint-without-dates', 'sprint = "sprint 3"', 0],
  ['timetracking-alone', 'originalEstimate = 2h', 1],
])('%s: %s', async (name, jql, count) => {
  const { told } = await runFolder(join(cases, name));
  expect(told).toEqual([]);
  const viewer = { userId: null, zone: 'UTC' };
  const { ids } = await store.jql.search({ jql, viewer, now: Date.parse('2026-03-12T09:00:00Z') });
  expect(ids).toHaveLength(count);
});
