import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ANSWER } from '@tallyboard/engine/ask/answer-schema.ts';
import { jsonSchemaOf } from '@tallyboard/engine/ask/json-schema.ts';
import { sharedPostgres } from '@tallyboard/replica/store/testing/shared-postgres.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Case, valueAt, WAYS, type Way } from './testing/case.ts';
import { CASES, QUERY_CASES } from './testing/cases.ts';
import { openRecordsJira } from './testing/records-jira.ts';
import { run } from './testing/run.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/cases/', import.meta.url));
const postgres = sharedPostgres(databaseUrl => openStore({ databaseUrl }));
const isAnswer = new Ajv2020({ strict: false }).compile(jsonSchemaOf(ANSWER));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-cases-'));
});
afterEach(() => {
  delete process.env.DATABASE_URL;
  delete process.env.TALLYBOARD_TOKEN;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await postgres.stop();
});

const reportArguments = ({ report, jql, zone = 'UTC', asOf, settings = {} }: Case) => [
  ...['report', report, '--jql', jql, '--time-zone', zone],
  ...(asOf === undefined ? [] : ['--as-of', asOf]),
  ...['--format', 'json', '--result', '--settings', JSON.stringify(settings)],
];

/** Where the records of a folder were brought by one way: cases of a folder share them. */
const brought = new Map<string, Promise<string>>();

/** Makes a folder of data, or on PostgreSQL a database, once for a name. */
function once(name: string, bring: (data: string) => Promise<string>): Promise<string> {
  const data = brought.get(name) ?? bring(join(folder, encodeURIComponent(name)));
  brought.set(name, data);
  return data;
}

async function importInto(name: string, data: string): Promise<string> {
  expect(await run('import', join(fixtures, name), '--data', data)).toMatchObject({ code: 0 });
  return data;
}

async function onSqlite(one: Case) {
  const data = await once(`${one.folder} SQLite`, data => importInto(one.folder, data));
  return run(...reportArguments(one), '--data', data);
}

async function onPostgres(one: Case) {
  process.env.DATABASE_URL = await once(`${one.folder} PostgreSQL`, async data => {
    const url = (await postgres.database()) ?? '';
    process.env.DATABASE_URL = url;
    await importInto(one.folder, data);
    return url;
  });
  return run(...reportArguments(one), '--data', folder);
}

/** In front of a Jira that holds the records. */
async function live(one: Case, flavour: 'cloud' | 'data-center') {
  const jira = await openRecordsJira(join(fixtures, one.folder), flavour);
  try {
    return await run(
      ...reportArguments(one),
      '--url',
      jira.url,
      '--token',
      'secret-token-of-the-test',
    );
  } finally {
    await jira.close();
  }
}

async function mirrored(one: Case) {
  const data = await once(`${one.folder} mirror ${one.jql}`, data => mirrorInto(one, data));
  return run(...reportArguments(one), '--data', data);
}

async function mirrorInto({ folder: name, jql }: Case, data: string): Promise<string> {
  const jira = await openRecordsJira(join(fixtures, name), 'cloud');
  process.env.TALLYBOARD_TOKEN = 'secret-token-of-the-test';
  try {
    const from = ['--site', jira.url, '--jql', jql, '--data', data, '--once'];
    expect(await run('mirror', ...from)).toMatchObject({ code: 0 });
    return data;
  } finally {
    await jira.close();
  }
}

const ANSWERS: Readonly<Record<Way, (one: Case) => ReturnType<typeof run>>> = {
  SQLite: onSqlite,
  PostgreSQL: onPostgres,
  'Jira Cloud': one => live(one, 'cloud'),
  'Jira Data Center': one => live(one, 'data-center'),
  mirror: mirrored,
};

/** PGlite lives in this process, where the command line does not find it. */
const waysOf = ({ ways = WAYS }: Case) =>
  ways.filter(way => way !== 'PostgreSQL' || postgres.kind === 'server');

/** Which issues, not in which order. */
const inOrder = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value);

describe.each(CASES)('$folder, $report', one => {
  test.each(waysOf(one))('%s', async way => {
    const { code, out, err } = await ANSWERS[way](one);
    expect([code, err]).toEqual([0, '']);
    const answer = JSON.parse(out);
    const { result, notes, coverage } = answer;
    const figures = Object.keys(one.figures).map(path => [path, inOrder(valueAt(result, path))]);
    const expected = Object.entries(one.figures).map(([path, value]) => [path, inOrder(value)]);
    expect(Object.fromEntries(figures)).toEqual(Object.fromEntries(expected));
    for (const [path, [least, greatest]] of Object.entries(one.within ?? {})) {
      const value = valueAt(result, path) as string;
      expect([path, value >= least, value <= greatest]).toEqual([path, true, true]);
    }
    const codes = (notes as { code: string }[]).map(note => note.code);
    expect(codes).toEqual(expect.arrayContaining([...(one.notes ?? [])]));
    expect(codes.filter(code => one.absentNotes?.includes(code))).toEqual([]);
    expect(coverage).toMatchObject({ complete: one.complete });
    // With the result, notes have the keys of their issues.
    expect(isAnswer({ ...answer, notes: [] }) || isAnswer.errors).toBe(true);
    for (const key of one.named ?? []) expect(coverage.reasons.join(' ')).toContain(key);
  });
});

describe.each(QUERY_CASES)('queries of $folder', ({ folder: name, counts }) => {
  test('counts', async () => {
    const data = await once(`${name} SQLite`, data => importInto(name, data));
    const found: Record<string, number | null> = {};
    for (const jql of Object.keys(counts)) {
      const { code, out } = await run('jql', jql, '--count', '--data', data);
      found[jql] = code === 0 ? Number(out.replace(/\D/g, '')) : null;
    }
    expect(found).toEqual(counts);
  });
});
