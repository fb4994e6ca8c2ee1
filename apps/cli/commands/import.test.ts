import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { writeStaleSegments } from '@tallyboard/report-service/columns/write-segments.ts';
import { openStore, type Store as ServerStore } from '@tallyboard/server-store/store.ts';
import { expect, it, vi } from 'vitest';
import { run } from '../testing/run.ts';
import { describeProgress } from './import.ts';

vi.mock('@tallyboard/report-service/columns/write-segments.ts', async load => {
  const actual = await load<{ writeStaleSegments: typeof writeStaleSegments }>();
  return { ...actual, writeStaleSegments: vi.fn(actual.writeStaleSegments) };
});

it('shows the rate and the time left', () => {
  const progress = {
    file: 'issues.json',
    bytes: 250,
    totalBytes: 1000,
    records: 6000,
    isIndexing: false,
  };
  expect(describeProgress(progress, 25_000)).toBe(
    '25 %  6,000 records  240/s  1:15 left  issues.json',
  );
  expect(describeProgress({ ...progress, bytes: 1000, isIndexing: true }, 99_000)).toBe(
    '100 %  6,000 records  building the indexes',
  );
});

it('writes the columns of reports, and only reports where they cannot be written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-import-'));
  const records = demoRecords({ seed: 5, asOf: Date.parse('2026-06-17T12:00:00Z'), size: 60 });
  const issues = [...records].flatMap(({ kind, value }) => (kind === 'issue' ? [value] : []));
  const file = join(folder, 'issues.json');
  writeFileSync(file, JSON.stringify(issues));
  vi.mocked(writeStaleSegments).mockRejectedValueOnce(new Error('No memory.'));
  const failed = await run('import', file, '--data', folder);
  expect(failed).toMatchObject({ code: 0, out: expect.stringContaining('issues') });
  expect(failed.err).toMatch(/^Reports are slower without columns, .*: No memory\.$/m);
  expect((await run('import', file, '--data', folder)).code).toBe(0);
  const store = await openStore({ file: join(folder, 'tallyboard.db') });
  const segments = await store.segments.list();
  expect(segments.map(({ isValid }) => isValid)).toEqual(segments.map(() => true));
  expect(segments.reduce((sum, each) => sum + each.issues, 0)).toBe(issues.length);
  await store.close();
  rmSync(folder, { recursive: true });
});

it('notes an import in the audit log before its indexes and columns are written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-import-'));
  const file = join(folder, 'issues.jsonl');
  const fields = {
    summary: 'One',
    created: '2026-06-17T12:00:00.000+0000',
    issuetype: { id: '1', name: 'Task' },
    status: { id: '1', name: 'To Do' },
  };
  const issue = JSON.stringify({ id: '1', key: 'P-1', fields });
  // Of the size of imports that build the indexes after the rows.
  writeFileSync(file, `${issue}\n${' '.repeat(10_000_000)}\n`);
  const actions: string[] = [];
  vi.mocked(writeStaleSegments).mockImplementationOnce(async store => {
    actions.push(...(await (store as ServerStore).audit.newest(9)).map(({ action }) => action));
  });
  expect((await run('import', file, '--data', folder)).code).toBe(0);
  expect(actions).toEqual(['files imported']);
  rmSync(folder, { recursive: true });
});
