/** Random sites, whole and in part: what each reader is answered, against the rules of docs/permissions.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareReader } from './testing/permissions/compare.ts';
import {
  type Calls,
  type Here,
  openCalls,
  openMirrorOf,
  openRecords,
} from './testing/permissions/here.ts';
import { OF_ISSUES, OF_PROJECTS } from './testing/permissions/rules.ts';
import { randomSite } from './testing/permissions/site.ts';

const SEEDS = [13, 18];
const WAYS = { records: openRecords, mirror: openMirrorOf } as const;
const sites = (['cloud', 'data-center'] as const).flatMap(flavour =>
  (['records', 'mirror'] as const).flatMap(way =>
    [true, false].flatMap(isWhole => SEEDS.map(seed => ({ flavour, way, isWhole, seed }))),
  ),
);
let compared = 0;

beforeAll(() => {
  process.env.TALLYBOARD_TOKEN = 'a-token-of-the-mirror';
});
afterAll(() => {
  delete process.env.TALLYBOARD_TOKEN;
});

describe.each(sites)(
  '$flavour, $way, whole: $isWhole, $seed',
  ({ flavour, way, isWhole, seed }) => {
    let here: Here;
    let calls: Calls;
    beforeAll(async () => {
      here = await WAYS[way](randomSite(seed + (isWhole ? 0 : 100), flavour), isWhole);
      calls = await openCalls(here);
    });
    afterAll(async () => {
      await calls.close();
      await here.close();
    });

    // Records may name an account that they do not list: only Jira can say that it is gone.
    const readers = Array.from({ length: way === 'mirror' ? 9 : 8 }, (_, n) => n);
    test.each(readers)('reader %i', async n => {
      const reader = here.site.people[n]?.id ?? '';
      compared += await compareReader(here, calls, reader, seed * 100 + n);
    });
  },
);

test('more than 2,000 answers were compared', () => {
  expect(compared).toBeGreaterThan(2_000);
});

test('docs/permissions.md has the grants of the rules', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/permissions.md'), 'utf8');
  const grants = page.slice(page.indexOf('| `type` |'), page.indexOf('[holder]:'));
  const rows = [...grants.matchAll(/^\| `([\w.]+)` .*\| (the project|the issue|) ?\|/gm)];
  const isFor = new Map(rows.map(([, type = '', what]) => [type, what]));
  expect([...isFor.keys()].sort()).toEqual(
    [...Object.keys(OF_PROJECTS), ...Object.keys(OF_ISSUES)].sort(),
  );
  for (const type of Object.keys(OF_ISSUES)) expect(isFor.get(type), type).toBe('the issue');
});
