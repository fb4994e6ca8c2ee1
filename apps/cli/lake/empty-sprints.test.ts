import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openLake } from '@tallyboard/lake/sql/duckdb.ts';
import { afterAll, expect, test } from 'vitest';
import { run } from '../testing/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-empty-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('sprints without issues are in the views of the lake, as in the report', async () => {
  const data = join(folder, 'data');
  const lake = join(folder, 'lake');
  const records = resolve(import.meta.dirname, '../../../fixtures/cases/empty-sprint');
  await run('import', records, '--data', data);
  expect((await run('lake', lake, '--data', data)).code).toBe(0);
  const opened = await openLake(lake);
  const { rows } = await opened.query(
    "select sprint_id, committed, completed from velocity where board_id = 5 and unit = 'points' order by sprint_id",
  );
  expect(rows.map(row => row.map(Number))).toEqual([
    [50, 0, 0],
    [51, 0, 0],
    [52, 1, 0],
    [53, 0, 0],
  ]);
  const burn = await opened.query(
    "select max(scope), max(remaining) from burn where sprint_id = 10 and unit = 'issues'",
  );
  expect(burn.rows[0]?.map(Number)).toEqual([0, 0]);
  const outside = await opened.query(
    'select count(*) from sprint_scope where not was_committed and not is_final and added = 0 and removed = 0 and unestimated = false',
  );
  expect(Number(outside.rows[0]?.[0])).toBe(0);
  opened.close();
});
