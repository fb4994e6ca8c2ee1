/** Initiatives below themes below goals: Cloud tells the levels of issue types, Data Center does not, and has Parent Link for them. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSource, type Source } from './mirror/testing/source.ts';
import { forestRecords, NOW, type Planted, planted } from './testing/forest-jira.ts';
import { run } from './testing/run.ts';

/** ST-4 is below EP-4, which is below INI-4, which no theme has. */
const ISSUES: readonly Planted[] = planted(`
  GOAL-1 Goal
  TH-1 Theme GOAL-1
  TH-2 Theme
  INI-1 Initiative TH-1
  INI-2 Initiative TH-1
  INI-3 Initiative TH-2
  INI-4 Initiative
  INI-5 Initiative TH-2
  EP-1 Epic INI-1
  EP-2 Epic INI-2
  EP-3 Epic INI-3
  EP-4 Epic INI-4
  ST-1 Story EP-1
  ST-2 Story EP-1
  ST-3 Story EP-2
  ST-4 Story EP-4
  ST-5 Story EP-3
  ST-6 Sub-task ST-1
  ST-7 Sub-task ST-5`).map(issue => ({ ...issue, done: /^(ST-1|ST-5|INI-2)$/.test(issue.key) }));

interface Row {
  readonly key: string;
  readonly count: number;
  readonly done: number;
}

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-levels-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['cloud', 'data-center'] as const)('%s', flavour => {
  let source: Source;
  const data = join(folder, flavour);
  beforeAll(async () => {
    const records = forestRecords(ISSUES, flavour);
    source = await openSource(records, { flavour, now: NOW });
    mkdirSync(data);
    const store = await openStore({ file: join(data, 'tallyboard.db') });
    await store.ingest(records);
    await store.close();
  });
  afterAll(() => source.close());

  describe.each(['in front of a Jira', 'over an import'])('%s', place => {
    async function report(id: string, jql: string, settings: object) {
      const from =
        place === 'over an import'
          ? ['--data', data]
          : ['--url', source.url, '--token', 'token-of-the-reader'];
      const { code, out, err } = await run(
        ...['report', id, '--jql', jql, '--settings', JSON.stringify(settings), ...from],
        ...['--as-of', new Date(NOW).toISOString(), '--format', 'json', '--result'],
      );
      expect(code, err).toBe(0);
      return JSON.parse(out);
    }

    test.each([
      ['level:Goal', 'project = ST', ['GOAL-1 1/3']],
      ['level:Theme', 'project = ST', ['TH-1 1/3', 'TH-2 1/1']],
      ['level:Initiative', 'project = ST', ['INI-1 1/2', 'INI-2 0/1', 'INI-3 1/1', 'INI-4 0/1']],
      ['level:Goal', 'key = GOAL-1', ['GOAL-1 1/3']],
      ['epic', 'project in (INI, EP)', ['EP-1 1/2', 'EP-2 0/1', 'EP-3 1/1', 'EP-4 0/1']],
    ])('rows %s of %s count standard issues alone', async (rows, jql, expected) => {
      const { result } = await report('programme', jql, { rows });
      const found: Row[] = result.rows;
      expect(found.map(({ key, count, done }) => `${key} ${done}/${count}`).sort()).toEqual(
        expected,
      );
    });

    test.each([
      ['GOAL-1', 3, 2],
      ['TH-1', 3, 2],
      ['INI-1', 2, 1],
      ['INI-4', 1, 1],
    ])('a forecast of %s is about the issues below it', async (scope, issues, open) => {
      const { result } = await report('forecast', 'project in (GOAL, TH, INI, EP, ST)', { scope });
      expect(result.part).toMatchObject({ id: scope, issues, open });
    });
  });
});
