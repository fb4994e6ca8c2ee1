/** Random forests with hidden issues: level by level, by one query and by columns the same issues are read. */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { type ForestNeed, NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { json } from '@tallyboard/dataset/json/json-source.ts';
import { loadMetadata } from '@tallyboard/dataset/load/metadata.ts';
import { first } from '@tallyboard/dataset/source.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { sharedPostgres } from '@tallyboard/replica/store/testing/shared-postgres.ts';
import { openServerStoreOn, openStore, type Store } from '@tallyboard/server-store/store.ts';
import { openStoreSource } from '@tallyboard/service-kit/columns/store-source.ts';
import { writeStaleSegments } from '@tallyboard/service-kit/columns/write-segments.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { forestRecords, jiraOver, NOW, type Planted } from './testing/forest-jira.ts';

const TYPES = ['Theme', 'Initiative', 'Epic', 'Story', 'Sub-task'] as const;
const CLOUD = { Goal: 4, Theme: 3, Initiative: 2, Epic: 1, Story: 0, 'Sub-task': -1 };
/** Data Center tells no levels above epics. */
const LEVELS: Readonly<Record<Flavour, typeof CLOUD>> = {
  cloud: CLOUD,
  'data-center': { ...CLOUD, Goal: 0, Theme: 0, Initiative: 0 },
};

const forests = fc
  .array(
    fc.record({
      type: fc.constantFrom(...TYPES),
      /** Of any issue, itself too; from 14 on of none. */
      parent: fc.nat(20),
      isHidden: fc.integer({ min: 0, max: 5 }).map(chance => chance === 0),
      done: fc.boolean(),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map(nodes => {
    const keys = nodes.map(({ isHidden }, at) => `${isHidden ? 'HID' : 'ST'}-${at + 1}`);
    return nodes.map(({ type, parent, done }, at) => {
      return { key: keys[at] ?? '', type, parent: keys[parent], done };
    });
  });

const needs: fc.Arbitrary<ForestNeed> = fc.record({
  above: fc.constantFrom('none', 'epics', 'all'),
  below: fc.constantFrom(
    null,
    { level: 1 },
    { level: 2 },
    { type: 'initiative' },
    { type: 'story' },
  ),
  lowest: fc.constantFrom(0, -1),
});

/** By the words of the design, one issue after another until nothing is new. */
function expected(
  nodes: readonly Planted[],
  { above, below, lowest }: ForestNeed,
  flavour: Flavour,
  sees: boolean,
) {
  const levelOf = ({ type }: Planted) => LEVELS[flavour][type];
  const seen = nodes.filter(({ key }) => sees || !key.startsWith('HID'));
  const at = (key: string | undefined) => seen.find(each => each.key === key);
  const own = seen.filter(({ done }) => done);
  const up = new Set(own);
  for (const each of up) {
    const parent = at(each.parent);
    const isLow = levelOf(each) <= 0 && parent && levelOf(parent) <= 1;
    if (parent && (above === 'all' || (above === 'epics' && isLow))) up.add(parent);
  }
  const isNamed = ({ type }: Planted) =>
    below && 'type' in below && type.toLowerCase() === below.type;
  const sought = below && 'level' in below ? [below.level] : [];
  // Only levels above standard issues have other types of the level.
  for (const each of up) if (isNamed(each) && levelOf(each) > 0) sought.push(levelOf(each));
  const down = new Set([...up].filter(each => isNamed(each) || sought.includes(levelOf(each))));
  const tops = [...down];
  for (const each of down) {
    const parent = at(each.parent);
    const isSame = parent && down.has(parent) && levelOf(parent) === levelOf(each);
    if (!tops.includes(each) && levelOf(each) <= lowest && !isSame) continue;
    for (const child of seen) if (child.parent === each.key) down.add(child);
  }
  const keys = (issues: Iterable<Planted>) => [...issues].map(({ key }) => key).sort();
  return { all: keys(new Set([...up, ...down])), own: keys(own) };
}

/** Parents that are read without what is below are apart. */
function keysOf({ issues, beside, above = [] }: Dataset) {
  const own = issues.filter(({ id }) => !beside?.ids.has(id));
  return {
    all: [...issues, ...above].map(({ key }) => key).sort(),
    own: own.map(({ key }) => key).sort(),
  };
}

async function sourcesOf(store: Store, flavour: Flavour, reader: string) {
  const view = () => ({ store: store.as(reader), why: null });
  const { client } = jiraOver(store, flavour, { reader });
  const own = jiraOver(store, flavour, { reader, isReplica: true }).client;
  const { columns } = await openStoreSource({ store, view, now: () => NOW });
  const site = { client: own, metadata: () => loadMetadata(own), now: () => NOW };
  return {
    levels: json({ client }),
    query: json({ client: own }),
    columns: columns ? first(columns(site), json({ client })) : json({ client }),
  };
}

const postgres = sharedPostgres(databaseUrl => openStore({ databaseUrl }));
afterAll(() => postgres.stop());

test.each([
  ['SQLite', 60, () => openStore({ memory: true })],
  ['PostgreSQL', 15, async () => openServerStoreOn(await postgres.engine())],
] as const)('on %s', async (_, numRuns, open) => {
  let byColumns = 0;
  await fc.assert(
    fc.asyncProperty(
      forests,
      needs,
      fc.constantFrom<Flavour>('cloud', 'data-center'),
      fc.constantFrom('admin', 'reader'),
      async (nodes, forest, flavour, reader) => {
        const store = await open();
        await store.ingest(forestRecords(nodes, flavour));
        await writeStaleSegments(store);
        const right = expected(nodes, forest, flavour, reader === 'admin');
        const requirement = { ...NO_REQUIREMENT, parts: ['parent' as const], forest };
        const sources = await sourcesOf(store, flavour, reader);
        for (const [name, source] of Object.entries(sources)) {
          const dataset = await source.open('status = Done ORDER BY summary', requirement);
          expect([name, keysOf(dataset)]).toEqual([name, right]);
          expect([name, dataset.coverage.complete]).toEqual([name, true]);
          if (dataset.columns) byColumns++;
          const text = JSON.stringify([
            dataset.coverage,
            dataset.issues.map(({ parent }) => parent),
          ]);
          if (reader === 'reader')
            expect([name, text]).toEqual([name, expect.not.stringContaining('HID')]);
        }
        await store.close();
      },
    ),
    { numRuns, seed: 56 },
  );
  expect(byColumns).toBeGreaterThan(numRuns / 2);
});
