import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { StoreRecord } from '../data/records.ts';
import type { Store } from './store.ts';
import { onBothEngines } from './testing/engines.ts';
import { openStore } from './testing/open-store.ts';

const at = 1000;

/** The items of a dashboard as a picture: a word for each column. */
async function picture(store: Store, id: string): Promise<string> {
  const state = await store.dashboards.state(id);
  if (!state) return 'gone';
  const columns = Array.from({ length: state.dashboard.layout.length }, () => '');
  for (const { column, title, row } of state.items) {
    expect(row).toBe(columns[column]?.length);
    columns[column] += title;
  }
  return columns.map(column => column || '-').join(' ');
}

async function withItems(store: Store, layout = 'AA') {
  const { id } = await store.dashboards.create({ name: 'Team', ownerId: 'u', layout, at });
  const items: Record<string, string> = {};
  for (const [title, column] of [
    ['a', 0],
    ['b', 0],
    ['c', 1],
    ['d', 1],
  ] as const) {
    items[title] = (await store.dashboards.addItem(id, { moduleKey: 'm', title, column }, at)).id;
  }
  const itemId = (title: string) => items[title] ?? '';
  const place = (title: string, row: number, column: number) =>
    store.dashboards.change(id, { items: [{ id: itemId(title), row, column }] }, at);
  return { id, itemId, place };
}

onBothEngines('dashboards', open => {
  it('places items at the given positions, without gaps and within the columns', async () => {
    const store = await open();
    const { id, itemId, place } = await withItems(store);
    expect(await picture(store, id)).toBe('ab cd');
    await place('a', 1, 1);
    expect(await picture(store, id)).toBe('b cad');
    await place('d', 0, 0);
    expect(await picture(store, id)).toBe('db ca');
    await place('d', 99, 7);
    expect(await picture(store, id)).toBe('b cad');
    await place('b', -4, -1);
    await store.dashboards.deleteItem(id, itemId('a'), at);
    expect(await picture(store, id)).toBe('b cd');
    await store.dashboards.change(id, { layout: 'A' }, at);
    expect(await picture(store, id)).toBe('bcd');
    await store.dashboards.change(id, { layout: 'AAA' }, at);
    expect(await picture(store, id)).toBe('bcd - -');
  });

  it('rejects changes of an older version; a change is atomic', async () => {
    const store = await open();
    const { id, itemId } = await withItems(store);
    const seen = (await store.dashboards.state(id))?.dashboard.version ?? 0;
    const first = { name: 'Mine', items: [{ id: itemId('a'), title: 'A' }] };
    const { dashboard } = await store.dashboards.change(id, first, 2000, seen);
    expect(dashboard).toMatchObject({ name: 'Mine', version: seen + 1, updatedMs: 2000 });
    await expect(store.dashboards.change(id, { name: 'Late' }, at, seen)).rejects.toMatchObject({
      reason: 'conflict',
    });
    const broken = { name: 'Half', items: [{ id: '77', row: 0 }] };
    await expect(store.dashboards.change(id, broken, at)).rejects.toMatchObject({
      reason: 'not-found',
    });
    expect((await store.dashboards.get(id))?.name).toBe('Mine');
    expect(await picture(store, id)).toBe('Ab cd');
  });

  it('keeps concurrent changes of two people', async () => {
    const store = await open();
    const { id, itemId } = await withItems(store, 'A');
    await Promise.all(
      ['a', 'b', 'c', 'd'].map(async title => {
        for (;;) {
          const version = (await store.dashboards.get(id))?.version;
          const change = { items: [{ id: itemId(title), color: title }] };
          if (await store.dashboards.change(id, change, at, version).catch(() => null)) return;
        }
      }),
    );
    const colors = (await store.dashboards.items(id)).map(({ color }) => color);
    expect(colors.sort()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('raises the revision of an item with its properties; the title property is its title', async () => {
    const store = await open();
    const { id, itemId } = await withItems(store);
    const scope = `dashboard:${id}:item:${itemId('c')}`;
    const item = async () =>
      (await store.dashboards.items(id)).find(({ id }) => id === itemId('c'));
    await store.properties.set(scope, 'settings', { gType: 1 });
    await store.properties.delete(scope, 'settings');
    expect(await item()).toMatchObject({ revision: 2, title: 'c' });
    const before = (await store.dashboards.get(id))?.version ?? 0;
    await store.properties.set(scope, 'title', ' Mine ');
    expect(await item()).toMatchObject({ revision: 3, title: 'Mine' });
    expect((await store.dashboards.get(id))?.version).toBe(before + 1);
  });

  it('copies and deletes settings with dashboards; ids are never reused', async () => {
    const store = await open();
    const { id, itemId } = await withItems(store);
    const scope = `dashboard:${id}:item:${itemId('a')}`;
    await store.properties.set(scope, 'settings', { jql: 'ü' });
    const copy = await store.dashboards.copy(id, { name: 'Copy', ownerId: 'v', at });
    expect(copy).toMatchObject({ name: 'Copy', ownerId: 'v', layout: 'AA', version: 1 });
    expect(await picture(store, copy.id)).toBe('ab cd');
    const [first] = await store.dashboards.items(copy.id);
    expect(
      await store.properties.get(`dashboard:${copy.id}:item:${first?.id}`, 'settings'),
    ).toEqual({
      key: 'settings',
      value: { jql: 'ü' },
      version: 1,
    });
    await store.dashboards.delete(copy.id);
    expect(await store.properties.all(`dashboard:${copy.id}:item:${first?.id}`)).toEqual([]);
    expect(await picture(store, id)).toBe('ab cd');
    const next = await store.dashboards.create({ name: 'Next', ownerId: null, at });
    expect(Number(next.id)).toBeGreaterThan(Number(copy.id));
    await expect(
      store.dashboards.copy('404', { name: '', ownerId: null, at }),
    ).rejects.toMatchObject({ reason: 'not-found' });
  });

  it('a repeated ingest updates only properties that nobody changed', async () => {
    const store = await open();
    const bring = async (stamp: number) => {
      const gadgets = ['one', 'two', 'three'].map(key => {
        return { key, moduleKey: 'm', title: key, properties: { settings: { stamp } } };
      });
      const record: StoreRecord = { kind: 'dashboard', value: { id: 1, name: 'Demo', gadgets } };
      expect((await store.ingest([record], { source: 'demo' })).problems).toEqual([]);
    };
    await bring(1);
    const [{ id } = { id: '' }] = await store.dashboards.all();
    const [one, two, three] = await store.dashboards.items(id);
    const scope = (item = one) => `dashboard:${id}:item:${item?.id}`;
    await store.properties.set(scope(two), 'settings', { stamp: 'mine' });
    await store.dashboards.deleteItem(id, three?.id ?? '', at);
    await store.dashboards.change(id, { name: 'Ours' }, at);
    await bring(2);
    await bring(3);
    expect((await store.dashboards.all()).map(({ name }) => name)).toEqual(['Ours']);
    expect(await store.dashboards.items(id)).toHaveLength(2);
    expect((await store.properties.get(scope(one), 'settings'))?.value).toEqual({ stamp: 3 });
    expect((await store.properties.get(scope(two), 'settings'))?.value).toEqual({ stamp: 'mine' });
    await store.dashboards.delete(id);
    await bring(4);
    expect(await store.dashboards.all()).toEqual([]);
  });
});

describe('a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-dashboards-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('after kill -9 all reported changes are stored completely', async () => {
    const file = join(folder, 'killed.db');
    const program = join(import.meta.dirname, 'testing/dashboard-child.ts');
    const child = spawn(process.execPath, [program, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let told = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      told = Number(text.trim().split('\n').at(-1));
      if (told >= 40) child.kill('SIGKILL');
    });
    await new Promise(resolve => child.once('exit', resolve));
    const store = await openStore({ file });
    const [{ id, version } = { id: '', version: 0 }] = await store.dashboards.all();
    const items = await store.dashboards.items(id);
    expect(version).toBeGreaterThanOrEqual(told);
    for (const column of [0, 1]) {
      const rows = items.filter(item => item.column === column).map(({ row }) => row);
      expect(rows).toEqual(rows.map((_, at) => at));
    }
    for (const item of items) {
      const stored = await store.properties.get(`dashboard:${id}:item:${item.id}`, 'settings');
      expect(stored?.value).toEqual({ title: item.title });
    }
    await store.close();
  });
});
