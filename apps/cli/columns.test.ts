/** Every report shows the same by columns as by JSON: on the demo and on data of real sites. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_PARTS, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { IssueRow } from '@tallyboard/dataset/columns/issue-row.ts';
import { json } from '@tallyboard/dataset/json/json-source.ts';
import { loadMetadata } from '@tallyboard/dataset/load/metadata.ts';
import { first } from '@tallyboard/dataset/source.ts';
import { plainDataset } from '@tallyboard/dataset/testing/plain-dataset.ts';
import { createEngine } from '@tallyboard/engine/engine.ts';
import { contextAt, resolveQuery, runReport } from '@tallyboard/engine/run-report.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { importFiles } from '@tallyboard/replica/import/import-files.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { runsOf } from '@tallyboard/reports/testing/report-runs.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JiraSource, openSource } from './jira-source.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const fixtures = join(import.meta.dirname, '../../fixtures/data');
/** Sets beside the project; in devlake one type has two names. */
const SETS = ['demo', 'devlake'];
const jql = 'created >= 1970-01-01 ORDER BY created';
const ALL: Requirement = {
  parts: ALL_PARTS,
  customFields: [],
  history: ['status', 'assignee', 'sprint', 'points', 'parent', 'other'],
  worklogs: 'all',
  worklogsSince: null,
  boards: [],
};

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

async function openSet(name: string): Promise<JiraSource> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-columns-'));
  folders.push(folder);
  const store = await openStore({ file: join(folder, 'tallyboard.db') });
  if (name === 'demo') await store.ingest(demoRecords({ seed: 5, asOf: now, size: 300 }));
  else await importFiles(store, [join(fixtures, name)]);
  await store.close();
  return openSource({ data: folder, now });
}

async function openEngine({ request, client, columns }: JiraSource, withColumns: boolean) {
  const engine = createEngine({
    request,
    // Of a replica too: its queries are the same.
    columns: withColumns ? columns : () => ({ open: async () => ({ ids: null }) }),
    now: () => now,
    warn: () => {},
  });
  const info = { ...parseHostInfo(''), flavour: client.flavour };
  return { engine, site: await engine.start({ info, gadget: true }) };
}

describe.each(SETS)('%s', name => {
  let source: JiraSource;
  beforeAll(async () => {
    source = await openSet(name);
  });
  afterAll(() => source.close());

  test.each([
    ['with everything', ALL],
    ['without lists', { ...ALL, history: [], worklogs: 'none' } as const],
    ['with worklogs of a time', { ...ALL, worklogs: { from: now - 90 * 864e5, to: now } }],
  ])('the issues are the same, %s', async (_, requirement) => {
    const { client, columns } = source;
    const metadata = await loadMetadata(client);
    const site = { client, metadata: async () => metadata, now: () => now };
    if (!columns) throw new Error('The source has no columns.');
    const byColumns = await first(columns(site), json(site)).open(jql, requirement);
    const byJson = await json(site).open(jql, requirement);
    expect(byJson.issues.length).toBeGreaterThan(0);
    expect(byColumns.issues[0]).toBeInstanceOf(IssueRow);
    expect(plainDataset(byColumns)).toEqual(plainDataset(byJson));
  });

  test.each(REPORTS.map(({ id }) => id))('%s', async id => {
    const report = await findReport(id);
    if (!report) throw new Error(`There is no report '${id}'.`);
    const engines = {
      json: await openEngine(source, false),
      columns: await openEngine(source, true),
    };
    const run = async (from: keyof typeof engines, stored: Readonly<Record<string, unknown>>) => {
      const { engine, site } = engines[from];
      const settings = report.settings.parse(stored).value;
      const zone = 'Europe/Prague';
      const asked = {
        report,
        jql,
        settings,
        contextAt: (at: number) => contextAt({ site, zone }, at),
      };
      try {
        const resolved = await resolveQuery(engine, asked, now);
        const result = await runReport(engine, resolved, { now, age: null });
        return result && { loaded: { ...result.loaded, id: 0 }, computed: result.computed };
      } catch (error) {
        return { failed: String(error) };
      }
    };
    for (const stored of [report.settings.serialize(report.settings.defaults), ...runsOf(id)]) {
      const given = stored as Readonly<Record<string, unknown>>;
      expect(await run('columns', given)).toEqual(await run('json', given));
    }
  });
});
