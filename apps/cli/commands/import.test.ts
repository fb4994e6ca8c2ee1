import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { writeInProcess } from '@tallyboard/server/columns/write-in-process.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { expect, it, vi } from 'vitest';
import { run } from '../testing/run.ts';
import { describeProgress } from './import.ts';

vi.mock('@tallyboard/server/columns/write-in-process.ts', async load => {
  const actual = await load<{ writeInProcess: typeof writeInProcess }>();
  return { writeInProcess: vi.fn(actual.writeInProcess) };
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
  vi.mocked(writeInProcess).mockRejectedValueOnce(new Error('No memory.'));
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
