import { openEngine } from '@tallyboard/replica/data/open-engine.ts';
import { onEngines } from '@tallyboard/replica/store/testing/engines.ts';
import { sql } from 'kysely';
import { expect, it, test } from 'vitest';
import { MAX_PINS, type Pin } from './pins.ts';
import { openServerStoreOn, type Store } from './store.ts';

const pinOf = (id: string, more: Partial<Pin> = {}): Pin => ({
  id,
  report: 'weekly01',
  owner: 'ana',
  note: 'before',
  createdMs: 1,
  asOfMs: 1,
  question: {},
  figures: {},
  issues: [],
  hash: '',
  ...more,
});

const saveReport = (store: Store, id = 'weekly01', ownerId = 'ana') =>
  store.savedReports.save({
    id,
    ownerId,
    name: id,
    description: '',
    view: {},
    shares: [],
    version: 0,
    updatedMs: 1,
  });

onEngines('pins', openServerStoreOn, open => {
  it('are listed by their day and counted, and go with their report', async () => {
    const store = await open();
    for (const id of ['weekly01', 'other001']) await saveReport(store, id);
    await saveReport(store, 'ofbob001', 'bob');
    await store.pins.add(pinOf('b', { asOfMs: 2 }));
    await store.pins.add(pinOf('a', { asOfMs: 1 }));
    await store.pins.add(pinOf('c', { report: 'other001' }));
    await store.pins.add(pinOf('d', { report: 'ofbob001' }));
    const idsOf = async (report: string) => (await store.pins.ofReport(report)).map(({ id }) => id);
    expect(await idsOf('weekly01')).toEqual(['a', 'b']);
    expect(await store.pins.countOf('weekly01')).toEqual({ count: 2, latestMs: 2 });
    expect(await store.pins.countOf('nothere')).toEqual({ count: 0, latestMs: null });
    await store.savedReports.remove('weekly01');
    expect([await idsOf('weekly01'), await idsOf('other001')]).toEqual([[], ['c']]);
    await store.savedReports.removeOf('ana');
    expect([await idsOf('other001'), await idsOf('ofbob001')]).toEqual([[], ['d']]);
    await expect(store.pins.add(pinOf('e'))).rejects.toThrow('was deleted');
    expect(await store.pins.get('e')).toBeNull();
  });

  it('are no more than a report may have, also where they come at once', async () => {
    const store = await open();
    await saveReport(store);
    const all = Array.from({ length: MAX_PINS + 5 }, (_, at) => pinOf(`p${at}`));
    const added = await Promise.allSettled(all.map(pin => store.pins.add(pin)));
    const count = added.filter(({ status }) => status === 'fulfilled').length;
    expect(count).toBeLessThanOrEqual(MAX_PINS);
    expect(await store.pins.ofReport('weekly01')).toHaveLength(count);
  });

  it('keep ids of 50,000 issues in a few kilobytes', async () => {
    const store = await open();
    await saveReport(store);
    // Every other issue of a site, some far from the others.
    const issues = Array.from({ length: 50_000 }, (_, at) => String(10_000 + 2 * at + (at % 7)));
    const unique = [...new Set(issues)];
    await store.pins.add(pinOf('large', { issues: unique.toReversed() }));
    const sorted = unique.toSorted((a, b) => Number(a) - Number(b));
    expect((await store.pins.get('large'))?.issues).toEqual(sorted);
  });
});

test('the content of a large pin is small', async () => {
  const engine = openEngine({ memory: true });
  const store = await openServerStoreOn(engine);
  await saveReport(store);
  const issues = Array.from({ length: 50_000 }, (_, at) => String(10_000 + at + (at % 3) * 50_000));
  await store.pins.add(pinOf('large', { issues }));
  const { rows } = await sql<{ size: number }>`select length(content) as size from pins`.execute(
    engine.db,
  );
  expect(rows[0]?.size).toBeLessThan(20_000);
  await store.close();
});

test('data of before there were pins get their table, and keep their saved reports', async () => {
  const engine = openEngine({ memory: true });
  const store = await openServerStoreOn(engine);
  await saveReport(store);
  await sql`drop table pins`.execute(engine.db);
  await sql`delete from migrations where name = '103 pins of saved reports'`.execute(engine.db);
  const again = await openServerStoreOn(engine);
  expect(await again.savedReports.get('weekly01')).toMatchObject({ name: 'weekly01' });
  await again.pins.add(pinOf('a'));
  expect((await again.pins.get('a'))?.note).toBe('before');
  await store.close();
});
