import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openLake } from '@tallyboard/lake/sql/duckdb.ts';
import { writeLake } from '@tallyboard/lake/write/write-lake.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSources } from '../jira-source.ts';
import { run } from '../testing/run.ts';
import { lakeSite } from './lake-site.ts';
import { differences, expectedViews, type ViewRow } from './testing/cells.ts';
import { SETS } from './testing/sets.ts';

const fixtures = resolve(import.meta.dirname, '../../../fixtures/data');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-lake-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(Object.entries(SETS))(
  '%s: views of the lake are the figures of the reports',
  async (set, at) => {
    const data = join(folder, set);
    const lake = join(folder, `${set}-lake`);
    await run('import', join(fixtures, set), '--data', data);
    const asked = { now: Date.parse(at.now), zone: at.zone };
    const sources = await openSources({ data });
    try {
      await writeLake(lake, await lakeSite(sources, 'test', asked));
      const source = await sources.at(asked.now);
      const opened = await openLake(lake);
      const wrong: string[] = [];
      let cells = 0;
      for (const expected of await expectedViews({ source, ...asked })) {
        const { columns, rows } = await opened.query(`select * from ${expected.view}`);
        const objects = rows.map(
          row => Object.fromEntries(columns.map((name, column) => [name, row[column]])) as ViewRow,
        );
        wrong.push(...differences(expected, objects));
        cells += expected.cells.size;
      }
      opened.close();
      expect(wrong.slice(0, 20)).toEqual([]);
      expect(cells).toBeGreaterThan(20);
    } finally {
      await sources.close();
    }
  },
);
