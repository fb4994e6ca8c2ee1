import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_PARTS } from '@tallyboard/core/model/requirement.ts';
import { json } from '@tallyboard/dataset/json/json-source.ts';
import { importFiles } from '@tallyboard/replica/import/import-files.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withFolder } from './data-folder.ts';
import { openSource } from './jira-source.ts';
import { run } from './testing/run.ts';

type Json = Record<string, unknown>;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-agreement-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = '2026-01-05T09:00:00.000+0100';
const named = { id: '1', name: 'One' };
const other = { id: '9', key: 'BAD-9', fields: { summary: 's', status: named, issuetype: named } };

/** An issue with every member that a report reads. */
const whole = (n: number): Json =>
  structuredClone({
    id: String(n),
    key: `BAD-${n}`,
    fields: {
      summary: 'Summary',
      project: { id: '5', key: 'BAD', name: 'Bad' },
      issuetype: { ...named, subtask: false },
      status: { ...named, statusCategory: { id: 2, key: 'new', name: 'To Do' } },
      priority: named,
      resolution: named,
      assignee: { accountId: 'a', displayName: 'Ana', active: true },
      reporter: { name: 'ben', key: 'ben', displayName: 'Ben', active: true },
      // Issues of one id and one time of creation are one that moved.
      created: new Date(n * 1000).toISOString(),
      updated: at,
      resolutiondate: at,
      statuscategorychangedate: at,
      duedate: '2026-01-09',
      timespent: 60,
      timeestimate: 60,
      timeoriginalestimate: 60,
      votes: { votes: 1 },
      watches: { watchCount: 1 },
      progress: { progress: 1, total: 2 },
      aggregateprogress: { progress: 1, total: 2 },
      labels: ['a'],
      components: [named],
      fixVersions: [named],
      versions: [named],
      issuelinks: [
        { id: '1', type: { ...named, inward: 'is', outward: 'has' }, inwardIssue: other },
      ],
      parent: other,
      epic: { id: 9, key: 'BAD-9', name: 'Epic' },
      sprint: { id: 3, name: 'S', state: 'active' },
      closedSprints: [{ id: 4, name: 'T', state: 'closed' }],
      customfield_10001: 5,
      worklog: {
        total: 1,
        worklogs: [
          {
            id: '1',
            started: at,
            timeSpentSeconds: 60,
            author: { accountId: 'a', displayName: 'Ana' },
          },
        ],
      },
    },
    changelog: {
      total: 1,
      histories: [
        {
          id: '1',
          created: at,
          author: { accountId: 'a', displayName: 'Ana' },
          items: [
            {
              field: 'status',
              fieldtype: 'jira',
              fieldId: 'status',
              from: '1',
              fromString: 'One',
              to: '2',
              toString: 'Two',
            },
          ],
        },
      ],
    },
  });

/** The paths of all members of a value. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, one]) => pathsOf(one, [...path, name]));
  return path.length === 0 ? inner : [path, ...inner];
}

function put(target: Json, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length > 0) put(target[first] as Json, rest, value);
  else if (value === undefined) delete target[first];
  else target[first] = value;
}

const BROKEN: readonly unknown[] = [
  ...[
    undefined,
    null,
    '',
    'text',
    '2026-02-30',
    '2026-13-01T25:00:00.000+0100',
    '2026-01-05T09:00:00',
  ],
  ...[
    0,
    -1,
    1.5,
    1e300,
    true,
    [],
    [null],
    ['x'],
    [7],
    {},
    { id: {} },
    { name: 7 },
    { id: '7' },
    { key: 'BAD-1' },
  ],
];

test('a report reads every issue that an import takes', async () => {
  const paths = pathsOf(whole(1)).filter(path => path.join() !== 'key');
  const issues = paths.flatMap((path, p) =>
    BROKEN.map((value, b) => {
      const issue = whole(10_000 + p * BROKEN.length + b);
      put(issue, path, value);
      return issue;
    }),
  );
  const file = join(folder, 'broken.jsonl');
  writeFileSync(file, issues.map(issue => JSON.stringify(issue)).join('\n'));
  const imported = await run('import', file, '--data', folder);
  expect(imported.code).toBe(0);
  const count = Number(/^ *(\d+) {2}issues/m.exec(imported.out)?.[1]);
  const problems = Number(/^ *(\d+) {2}problems/m.exec(imported.out)?.[1]);
  expect(count + problems).toBe(issues.length);
  expect(count).toBeGreaterThan(issues.length * 0.8);

  const source = await openSource({ data: folder });
  const { coverage, issues: read } = await json(source).open('created >= "1900-01-01"', {
    parts: ALL_PARTS,
    customFields: [],
    history: ['status', 'resolution', 'assignee', 'sprint'],
    worklogs: 'all',
    worklogsSince: null,
    boards: [],
  });
  await source.close();
  const isOfImport = /The import did not have them|came without/;
  expect(coverage.reasons.filter(reason => !isOfImport.test(reason))).toEqual([]);
  expect(coverage.issues).toMatchObject({ fetched: count, total: count });
  expect(read).toHaveLength(count);
});

test('--strict imports nothing if there is a problem, else everything', async () => {
  const data = join(folder, 'strict');
  const bad = join(folder, 'bad.json');
  const { fields, ...rest } = whole(1);
  writeFileSync(
    bad,
    JSON.stringify([{ ...rest, fields: { ...(fields as Json), labels: 'notalist' } }]),
  );
  const refused = await run('import', bad, '--data', data, '--strict');
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toMatch(
    /bad\.json:1: BAD-1 labels: is not a list, left empty\nNothing was imported/,
  );
  const good = join(folder, 'good.json');
  writeFileSync(good, JSON.stringify([whole(1)]));
  const taken = await run('import', good, '--data', data, '--strict');
  expect(taken).toMatchObject({ code: 0, out: '        1  issues\n' });
  const { out: audit } = await run('audit', '--data', data);
  expect(audit.match(/command line +files imported +\S+/g)).toEqual([
    expect.stringMatching(`imported +${good}$`),
  ]);
});

test('repeated problems are counted, and missing data is reported', async () => {
  const data = join(folder, 'many');
  const file = join(folder, 'many.json');
  const list = Array.from({ length: 13 }, (_, n) => {
    const { changelog: _changelog, fields, ...rest } = whole(n + 1);
    return { ...rest, fields: { ...(fields as Json), resolutiondate: '2026-02-30' } };
  });
  writeFileSync(file, JSON.stringify(list));
  const { err, out } = await run('import', file, '--data', data);
  const lines = err.trim().split('\n');
  expect(lines).toHaveLength(13);
  expect(lines[10]).toBe('and 3 more: resolutiondate: is not a calendar date, left empty');
  expect(lines[11]).toMatch(/^The name of 1 custom field is not known/);
  expect(lines[12]).toBe(
    'The folder now holds 13 issues: all with a resolution but no date, none with history.',
  );
  expect(out).toBe('       13  issues\n       13  repairs\n');
});

test('reports say that an import has not ended, until its files are imported again', async () => {
  const data = join(folder, 'unfinished');
  const file = join(folder, 'unfinished.json');
  writeFileSync(file, JSON.stringify([whole(1), whole(2)]));
  const onWritten = () => Promise.reject(new Error('killed'));
  const killed = withFolder(data, store => importFiles(store, [file], { onWritten }), {
    create: true,
  });
  await expect(killed).rejects.toThrow('killed');
  const reason =
    'Not complete: An import runs, or has failed: issues may be missing. After a failure, import its files again.';
  const report = () => run('report', 'overview', '--jql', 'project = BAD', '--data', data);
  expect((await report()).err).toContain(reason);
  await run('import', file, '--data', data);
  expect((await report()).err).not.toContain(reason);
});
