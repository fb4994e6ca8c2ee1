import type { BackupLine } from '@tallyboard/replica/data/backup.ts';
import { onEngines } from '@tallyboard/replica/store/testing/engines.ts';
import { now, smallSite } from '@tallyboard/replica/store/testing/small-site.ts';
import { describe, expect, it } from 'vitest';
import { openServerStoreOn, openStore, type Store } from './store.ts';

const viewer = { userId: 'acc:ana', zone: 'Europe/Prague' };

async function filled(store: Store): Promise<Store> {
  await store.ingest(smallSite(), { source: 'small' });
  const { id } = await store.dashboards.create({ name: 'Kept', ownerId: 'acc:ana', at: 7 });
  const gadget = { moduleKey: 'm', title: 'Burn', properties: { settings: { a: [1, 'é'] } } };
  await store.dashboards.addItem(id, gadget, 8);
  await store.properties.set('addon:tallyboard', 'global-settings', { language: 'en' });
  await store.favourites.add('acc:ana', '500');
  const saved = {
    id: 'weekly01',
    ownerId: 'acc:ana',
    name: 'Weekly',
    description: '',
    updatedMs: 9,
  };
  await store.savedReports.save({ ...saved, view: { jql: 'é' }, shares: [], version: 0 });
  await store.pins.add({
    id: 'pin1',
    report: saved.id,
    owner: 'acc:ana',
    note: 'vor der Schätzung é قبل',
    createdMs: 5,
    asOfMs: 4,
    question: { view: { jql: 'é' }, timeZone: 'UTC' },
    figures: { values: [{ key: 'a', value: 1.5 }] },
    issues: ['10001', '7', '10002'],
    hash: 'h',
  });
  const { description: _, ...owned } = saved;
  const set = { ...owned, unit: 'points', members: [{ jql: 'é' }] } as const;
  await store.boardSets.save({ ...set, ownerId: null, shares: [], version: 0 });
  await store.audit.add({ atMs: 1, account: 'ana', action: 'a', target: 't', detail: '' });
  const session = { name: 'Ana', method: 'password', createdMs: 1, usedMs: 1 } as const;
  await store.sessions.add({ id: 'secret', account: 'ana', ...session });
  return store;
}

async function linesOf(store: Store): Promise<BackupLine[]> {
  const lines: BackupLine[] = [];
  for await (const line of store.backup(5)) lines.push(line);
  // As they are after a file.
  return JSON.parse(JSON.stringify(lines));
}

async function* from(lines: readonly BackupLine[]) {
  yield* lines;
}

/** Backups with the same rows; the counter of entities alone moves with every restore. */
function comparable(lines: readonly BackupLine[]): unknown {
  return lines.map(line => ('table' in line && line.table === 'facts' ? 'facts' : line));
}

onEngines('a backup', openServerStoreOn, (open, engine) => {
  it('restores issues, search words and saved data on either engine', async () => {
    const store = await filled(await open());
    const lines = await linesOf(store);
    const restored = await open();
    await restored.restore(from(lines));
    const other = await openStore({ memory: true });
    await other.restore(from(lines));
    for (const copy of [restored, other]) {
      expect(comparable(await linesOf(copy))).toEqual(comparable(lines));
      for (const jql of ['text ~ "card"', 'text ~ "paying"', 'worklogComment ~ "pairing"']) {
        const asked = { jql, viewer, now };
        const { ids } = await store.jql.search(asked);
        expect(ids).not.toEqual([]);
        expect((await copy.jql.search(asked)).ids).toEqual(ids);
      }
      expect(await copy.sessions.get('secret')).toBeNull();
      expect(await copy.audit.newest(9)).toHaveLength(1);
      expect(await copy.pins.ofReport('weekly01')).toEqual(await store.pins.ofReport('weekly01'));
      expect(await copy.pins.get('pin1')).toMatchObject({
        note: 'vor der Schätzung é قبل',
        issues: ['7', '10001', '10002'],
        figures: { values: [{ key: 'a', value: 1.5 }] },
      });
      const { id } = await copy.dashboards.create({ name: 'Next', ownerId: null, at: 9 });
      expect(id).not.toBe((await store.dashboards.all())[0]?.id);
    }
    await other.close();
  });

  it('is a consistent snapshot', async () => {
    const store = await filled(await open());
    const whole = await linesOf(store);
    const lines = store.backup(5)[Symbol.asyncIterator]();
    const seen: unknown[] = [];
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      // On SQLite one process has one connection: another process writes meanwhile, see the command's test.
      if (engine === 'postgres' && seen.length === 2)
        await store.properties.set('later', 'name', 1).catch(() => {});
      seen.push(next.value);
    }
    expect(JSON.parse(JSON.stringify(seen))).toEqual(whole);
  });

  it('is restored completely or not at all, and replaces data only when forced', async () => {
    const lines = await linesOf(await filled(await open()));
    const store = await open();
    const restore = (list: BackupLine[], replace = false) => store.restore(from(list), { replace });
    await expect(restore(lines.slice(1))).rejects.toThrow('not a Tallyboard backup');
    await expect(restore(lines.slice(0, -1))).rejects.toThrow('has no end');
    const withoutColumn = lines.map(line =>
      'table' in line && line.table === 'issues'
        ? { ...line, columns: line.columns.filter(name => name !== 'security_id') }
        : line,
    );
    await expect(restore(withoutColumn)).rejects.toThrow("other columns of 'issues'");
    await expect(restore(lines.filter((_, at) => at !== 3))).rejects.toThrow('it has 0 of 7 rows');
    const foreign: readonly (readonly [unknown, RegExp])[] = [
      [null, /not a Tallyboard backup/],
      ['issues', /not a Tallyboard backup/],
      [{ table: 'sqlite_master', columns: [], rows: [] }, /has a table 'sqlite_master'/],
      [{ table: 'toString', columns: [], rows: [] }, /has a table 'toString'/],
      [{ table: 'sessions', columns: ['id'], rows: [['a']] }, /has a table 'sessions'/],
    ];
    for (const [line, message] of foreign)
      await expect(restore([...lines.slice(0, 2), line as BackupLine])).rejects.toThrow(message);
    const spoilers: readonly ((row: readonly unknown[]) => unknown)[] = [
      () => 'issues',
      row => row.slice(1),
      row => [...row, 1],
      ...[null, {}, true, 'a', 1].map(
        value => (row: readonly unknown[]) =>
          row.map(each => (typeof each === typeof value ? {} : value)),
      ),
    ];
    for (const spoil of spoilers) {
      const spoilt = lines.map(line =>
        'table' in line && line.table === 'issues' ? { ...line, rows: line.rows.map(spoil) } : line,
      );
      await expect(restore(spoilt as BackupLine[])).rejects.toThrow("row of 'issues' has other");
    }
    expect(await store.issues.count()).toBe(0);
    await restore(lines);
    await expect(restore(lines)).rejects.toThrow('not empty');
    await store.properties.set('later', 'name', 1);
    await restore(lines, true);
    expect(await store.properties.get('later', 'name')).toBeNull();
    expect(comparable(await linesOf(store))).toEqual(comparable(lines));
    // Entities that were in memory before are read again.
    expect(await store.catalogue.all('status')).not.toEqual([]);
  });
});

describe('a site in a backup', () => {
  it('gives the same replies', async () => {
    const store = await filled(await openStore({ memory: true }));
    const copy = await openStore({ memory: true });
    await copy.restore(from(await linesOf(store)));
    const { ids } = await store.jql.search({ jql: 'ORDER BY key', viewer, now });
    expect(await copy.issues.documents(ids)).toEqual(await store.issues.documents(ids));
    expect(await copy.histories.page({ issueIds: ids })).toEqual(
      await store.histories.page({ issueIds: ids }),
    );
    await Promise.all([store.close(), copy.close()]);
  });
});
