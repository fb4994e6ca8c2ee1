/** The schema of each report's result is what its results are: after a change of results, run this file with -u. */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RecordIssue } from '@tallyboard/replica/data/records.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { settingsJsonSchema } from '@tallyboard/report-kit/settings/json-schema.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { runsOf } from '@tallyboard/reports/testing/report-runs.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inferSchema } from '../testing/infer-schema.ts';
import { computeJob } from './compute-job.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-schemas-'));
let store: Store;

beforeAll(async () => {
  store = await openStore({ file: join(folder, 'tallyboard.db') });
  const demo = Array.from(demoRecords({ seed: 5, asOf: now, size: 300 }));
  await store.ingest(demo);
  // The active sprints, and each second one, have no goal.
  const sprints = demo.flatMap(record => (record.kind === 'sprint' ? record : []));
  const bare = sprints.filter(({ value: { state } }, at) => state === 'active' || at % 2 === 0);
  await store.ingest(bare.map(record => ({ ...record, value: { ...record.value, goal: null } })));
  // Histories without the changes of a status.
  const name = 'history-purged';
  const file = new URL(`../../../fixtures/cases/${name}/issues.json`, import.meta.url);
  const { issues } = JSON.parse(await readFile(file, 'utf8')) as { issues: RecordIssue[] };
  const records = issues.map(value => ({ kind: 'issue' as const, value }));
  await store.ingest(records, { source: name });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

type Settings = Readonly<Record<string, unknown>>;

async function resultOf(report: string, jql: string, settings: Settings) {
  const { json } = await computeJob(store, {
    report,
    jql,
    settings,
    asOf: null,
    timeZone: 'UTC',
    table: false,
    aggregate: false,
    now,
    extent: 'everything',
    visitor: {
      account: 'ana',
      name: 'Ana',
      signedIn: false,
      role: 'admin',
      issuer: null,
      subject: null,
      groups: [],
      jiraAccountId: null,
    },
  });
  return JSON.parse(Buffer.from(json).toString()).result;
}

/** Each choice of each setting, one at a time. */
async function choicesOf(id: string): Promise<Settings[]> {
  const report = await findReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  const { properties } = settingsJsonSchema(report.settings) as {
    properties: Record<string, { enum?: string[]; anyOf?: { enum?: string[] }[]; type?: string }>;
  };
  return Object.entries(properties).flatMap(([name, { enum: own, anyOf, type }]) => {
    const values = type === 'boolean' ? [true, false] : (own ?? anyOf?.[0]?.enum ?? []);
    return values.map(value => ({ [name]: value }));
  });
}

const EVERYTHING = 'created >= 1970-01-01';

test.each(REPORTS)('$id', async ({ id, onBoard }) => {
  const results: unknown[] = [];
  const boards = onBoard ? [{ boardId: 1 }, { boardId: 2 }, {}] : [{}];
  for (const board of boards) {
    for (const jql of [EVERYTHING, 'key = WEB-1', 'created < 1980-01-01'])
      for (const run of runsOf(id)) results.push(await resultOf(id, jql, { ...run, ...board }));
    for (const choice of board.boardId === 1 || !onBoard ? await choicesOf(id) : [])
      results.push(await resultOf(id, 'project = WEB', { ...choice, ...board }));
  }
  results.push(await resultOf(id, 'project = CASE', {}));
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  const text = `${JSON.stringify({ $schema, ...inferSchema(results) }, null, 1)}\n`;
  const file = new URL(`../../../packages/reports/${id}/result-schema.json`, import.meta.url);
  await expect(text).toMatchFileSnapshot(fileURLToPath(file));
});
