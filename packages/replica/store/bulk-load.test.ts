import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { syntheticRecords } from '../bench/synthetic.ts';
import type { Engine } from '../data/tables.ts';
import { openStoreOn, type Store } from './store.ts';
import { onBothEngines, onEngines } from './testing/engines.ts';

/** All rows. */
async function rowsOf(store: Store): Promise<unknown> {
  const rows: string[] = [];
  for await (const line of store.backup(0))
    if ('rows' in line && line.table !== 'facts')
      rows.push(...line.rows.map(row => `${line.table} ${JSON.stringify(row)}`));
  return rows;
}

onBothEngines('bulk load', open => {
  const records = [...syntheticRecords(250)];
  const viewer = { userId: null, zone: 'UTC' };
  const jql = 'status was "In Review" AND summary ~ report';

  it('writes what an ordinary ingest writes', async () => {
    const ordinary = await open();
    await ordinary.ingest(records);
    const bulk = await open();
    await bulk.bulkLoad(() => bulk.ingest(records));
    expect(await rowsOf(bulk)).toEqual(await rowsOf(ordinary));
    const count = await bulk.jql.count({ jql, viewer, now: 0 });
    expect(count).toBe(await ordinary.jql.count({ jql, viewer, now: 0 }));
    expect(count).toBeGreaterThan(0);
  });

  it('has segments written while its indexes are built', async () => {
    const store = await open();
    const beside = async () => {
      const [first] = await store.segments.list();
      if (!first) throw new Error('There are no segments.');
      expect(await store.segments.issueIds(first)).toHaveLength(first.issues);
      const { needs } = await store.segments.withNeeds([], async () => {});
      const segment = { issues: first.issues, bytes: new Uint8Array(1), needs };
      await store.segments.write(first, await store.segments.revision(), segment);
    };
    const steps: string[] = [];
    await store.bulkLoad(() => store.ingest(records), {
      onIndexes: () => steps.push('indexes'),
      beside: async () => {
        steps.push('beside');
        await beside();
      },
    });
    expect(steps).toEqual(['indexes', 'beside']);
    const [first, second] = await store.segments.list();
    expect([first?.isValid, second?.isValid]).toEqual([true, false]);
  });

  it('replaces issues that it wrote itself, and those of a filled store', async () => {
    const ordinary = await open();
    await ordinary.ingest(records);
    const store = await open();
    await store.bulkLoad(async () => {
      await store.ingest(records.slice(0, 150));
      await store.ingest(records);
    });
    expect(await rowsOf(store)).toEqual(await rowsOf(ordinary));
    await store.bulkLoad(() => store.ingest(records.slice(50)));
    expect(await rowsOf(store)).toEqual(await rowsOf(ordinary));
  });

  it('builds the indexes after an error, too', async () => {
    const store = await open();
    const failed = store.bulkLoad(async () => {
      await store.ingest(records.slice(0, 50));
      throw new Error('no more');
    });
    await expect(failed).rejects.toThrow('no more');
    await store.ingest(records);
    expect(await store.issues.count()).toBe(250);
  });
});

const withEngine = async (engine: Engine) => ({ ...(await openStoreOn(engine)), engine });

onEngines('a bulk load that fails', withEngine, (open, name) => {
  it('leaves statistics', async () => {
    const { engine, ...store } = await open();
    const failed = store.bulkLoad(async () => {
      await store.ingest(syntheticRecords(50));
      throw new Error('no more');
    });
    await expect(failed).rejects.toThrow('no more');
    const statistics =
      name === 'sqlite' ? sql`sqlite_stat1 where tbl` : sql`pg_stats where tablename`;
    const { rows } = await sql`select 1 from ${statistics} = 'issues'`.execute(engine.db);
    expect(rows).not.toEqual([]);
  });
});
