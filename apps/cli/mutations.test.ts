/**
 * Records with a member of any other kind: the import takes or names each, no report over them ends with an error, by
 * import and in front of a Jira.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFiles } from '@tallyboard/replica/import/import-files.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { openInnerJira } from '@tallyboard/service-kit/columns/inner-jira.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodCatalogue, goodIssue, goodLists, type Json } from './testing/good-records.ts';
import { allMutations, type Mutation, mutate, random } from './testing/mutate.ts';
import { openRecordsJira } from './testing/records-jira.ts';
import { run } from './testing/run.ts';

/** Issues in front of a Jira, each with a mutation by chance. */
const ISSUES = 700;

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'tallyboard-mutations-'));
});
afterAll(() => rmSync(root, { recursive: true }));

interface Written {
  readonly folder: string;
  /** By issue key. */
  readonly mutations: ReadonlyMap<string, Mutation>;
}

/** The key of an issue stays, so that what is said of it can be found. */
const KEPT = ['key'];
const EVERY = allMutations(goodIssue(1), KEPT);

/** Writes mutated records: each mutation once, or as many by chance. */
function write(seed: number, count: number | 'each'): Written {
  const pick = random(seed);
  const changes = count === 'each' ? EVERY : Array.from({ length: count }, () => pick(EVERY));
  const folder = join(root, `records ${seed}`);
  mkdirSync(folder);
  const mutations = new Map<string, Mutation>();
  const issues = changes.map((change, at) => {
    const issue = goodIssue(at + 1);
    mutations.set(`MUT-${at + 1}`, change(issue));
    return issue;
  });
  writeFileSync(join(folder, 'issues.json'), JSON.stringify(issues));
  for (const [name, list] of Object.entries(goodLists())) {
    // The first record of each list stays good, so that its file is known for what it is.
    for (const record of list.slice(1)) mutate(record, pick, []);
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(list));
  }
  return { folder, mutations };
}

interface Answer {
  readonly coverage: { readonly reasons: readonly string[]; readonly issues: { fetched: number } };
  readonly notes: readonly Json[];
}

const SETTINGS = [
  '--time-zone',
  'UTC',
  '--as-of',
  '2026-04-01T00:00:00Z',
  '--format',
  'json',
  '--result',
];

/** Runs every report; returns what was said of the data. */
async function runAll(issues: number, from: readonly string[]): Promise<string> {
  const said = new Set<string>();
  let fetched = 0;
  for (const { id } of REPORTS) {
    const asked = ['report', id, '--jql', 'project = MUT', ...SETTINGS, ...from];
    const { code, out, err } = await run(...asked);
    expect([id, code, err]).toEqual([id, 0, '']);
    const { coverage, notes } = JSON.parse(out) as Answer;
    fetched = Math.max(fetched, coverage.issues.fetched);
    for (const reason of coverage.reasons) said.add(reason);
    for (const note of notes) said.add(JSON.stringify(note));
  }
  expect(fetched).toBeGreaterThan(issues * 0.5);
  return [...said].join('\n');
}

/** Members that no report reads. */
const UNREAD =
  /^id$|(histories|worklogs)\.\d\.id$|\.(updated|fieldtype|goal|comment)$|(parent|inwardIssue|issuelinks\.0|type)\.id$|statusCategory\.(name|key)$/;

/** Keys of the issues of which the import says something. */
async function namedByImport(folder: string): Promise<ReadonlySet<string>> {
  const store = await openStore({ memory: true });
  const named = new Set<string>();
  const add = ({ record }: { readonly record: string }) => named.add(record);
  await importFiles(store, [folder], { onProblem: add, onRepair: add });
  await store.close();
  return named;
}

test('each mutation, imported', async () => {
  const { folder, mutations } = write(1, 'each');
  const data = join(root, 'data');
  const { code, err } = await run('import', folder, '--data', data);
  expect(code).toBe(0);
  expect(err).not.toMatch(/^ +at |constraint|Error:/m);
  await runAll(mutations.size, ['--data', data]);
  const named = await namedByImport(folder);
  const silent = [...mutations].flatMap(([key, { isLoss, path, value }]) =>
    named.has(key) || !isLoss || UNREAD.test(path.join('.'))
      ? []
      : `${path.join('.')} ${JSON.stringify(value)}`,
  );
  expect(silent).toEqual([]);
});

test.each(['cloud', 'data-center'] as const)('in front of a Jira of %s', async flavour => {
  const { folder } = write(flavour === 'cloud' ? 101 : 102, ISSUES);
  const jira = await openRecordsJira(folder, flavour);
  try {
    const said = await runAll(ISSUES, ['--url', jira.url, '--token', 'secret-token-of-the-test']);
    expect(said).toContain('missing');
  } finally {
    await jira.close();
  }
});

const LISTS = [
  ...['field', 'field/search', 'status', 'priority', 'resolution', 'issuetype', 'role'],
  ...['project', 'project/search', 'permissionscheme', 'filter/search', 'filter/my'],
  ...[
    'users/search',
    'user/search?query=',
    'groups/picker',
    'jql/autocompletedata',
    'configuration',
  ],
].map(path => `/rest/api/3/${path}`);

/** Calls that read a record, by the name of its file. */
const READ_BY: Readonly<Record<string, readonly string[]>> = {
  sprints: ['/rest/agile/1.0/sprint/ID'],
  boards: ['/rest/agile/1.0/board/ID', '/rest/agile/1.0/board/ID/configuration'],
  configurations: ['/rest/agile/1.0/board/ID/configuration', '/rest/agile/1.0/board/ID/sprint'],
  projects: ['project/ID', 'project/ID/statuses', 'project/ID/role', 'project/ID/permissionscheme'],
  versions: ['version/ID'],
  filters: ['filter/ID', 'search/jql?jql=filter=ID'],
  permissionschemes: ['permissionscheme/ID'],
  securityschemes: ['issuesecurityschemes/ID'],
  access: [
    'project/ID',
    'project/ID/role',
    'project/ID/role/1',
    'project/ID/issuesecuritylevelscheme',
  ],
};

/** The calls of a user for whom everything else depends on the own record. */
const OF_CALLER = [
  'myself',
  'mypermissions?permissions=BROWSE_PROJECTS',
  'search/jql?jql=project=MUT',
];

const FIRST = 20_000;
const ADMIN = { accountId: 'admin', groups: ['jira-administrators', 'users'] };
const KINDS = Object.keys(goodCatalogue(1));

test.each(KINDS)('each mutation of %s, for the caller too', async kind => {
  const all = allMutations(goodCatalogue(FIRST)[kind] as Json, []);
  const records = all.map((change, at) => {
    const record = goodCatalogue(FIRST + at)[kind] as Json;
    change(record);
    return record;
  });
  const folder = join(root, `catalogue ${kind}`);
  mkdirSync(folder);
  const write = (name: string, value: unknown) =>
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(value));
  write('issues', [goodIssue(1)]);
  write('user', { ...goodCatalogue(1).users, ...ADMIN });
  if (kind === 'access') {
    write('permissionscheme', goodCatalogue(1).permissionschemes);
    write(
      'project',
      all.map((_, at) => goodCatalogue(FIRST + at).projects),
    );
  }
  write(kind, [goodCatalogue(1)[kind], ...records]);
  const store = await openStore({ memory: true });
  await importFiles(store, [folder]);
  const { request } = openInnerJira({ store });
  const wrong: string[] = [];
  let answered = 0;
  const ask = async (path: string, user: string = ADMIN.accountId) => {
    const query = `${path.includes('?') ? '&' : '?'}replicaUser=${encodeURIComponent(user)}`;
    const { status, body } = await request({ method: 'GET', path: path + query });
    if (status === 200) answered += 1;
    if (status === 500) wrong.push(`${path}: ${body.slice(0, 200)}`);
  };
  const resource = (path: string) => (path.startsWith('/') ? path : `/rest/api/3/${path}`);
  for (const path of LISTS) await ask(path);
  for (const path of READ_BY[kind] ?? [])
    for (let at = 0; at < all.length; at++)
      await ask(resource(path).replace('ID', String(FIRST + at)));
  if (kind === 'users')
    for (const { id } of await store.catalogue.all('user'))
      for (const path of OF_CALLER) await ask(resource(path), id);
  await store.close();
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThan(READ_BY[kind] ? all.length / 2 : LISTS.length / 2);
});
