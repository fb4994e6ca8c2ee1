import { type Kysely, sql } from 'kysely';
import { find, findOne, highestId, remove, update, upsert } from '../query.ts';
import type { Database, Row } from '../schema.ts';
import { StoreError } from '../store-error.ts';
import type { DashboardChange, DashboardItem, NewDashboardItem } from './dashboard.ts';
import { readProperties, writeProperty } from './properties.ts';

type Db = Kysely<Database>;

function itemOf(row: Row<'dashboard_items'>): DashboardItem {
  return {
    id: String(row.id),
    dashboardId: String(row.dashboard_id),
    moduleKey: row.module_key,
    title: row.title,
    color: row.color,
    row: row.row_at,
    column: row.column_at,
    revision: row.revision,
  };
}

/** The next free id. Ids of deleted rows are never reused: an open page would show another dashboard or item. */
export async function nextId(db: Db, table: 'dashboards' | 'dashboard_items'): Promise<number> {
  const name = `last of ${table}`;
  const fact = await findOne(db, 'facts', { name });
  const value = Math.max(9999, await highestId(db, table), fact?.value ?? 0) + 1;
  await upsert(db, 'facts', { name, value });
  return value;
}

export function itemScope(dashboardId: string, itemId: string): string {
  return `dashboard:${dashboardId}:item:${itemId}`;
}

/** By column, then row. */
export async function readItems(db: Db, dashboardId: string): Promise<DashboardItem[]> {
  const ofDashboard = { dashboard_id: Number(dashboardId) };
  const rows = await find(db, 'dashboard_items', ofDashboard, 'column_at', 'row_at', 'id');
  return rows.map(itemOf);
}

/** Inserts an item with its properties; the ones below move down. */
export async function insertItem(
  db: Db,
  dashboardId: string,
  columns: number,
  item: NewDashboardItem,
): Promise<DashboardItem> {
  const known = await readItems(db, dashboardId);
  const column = within(item.column ?? 0, columns);
  const below = known.filter(other => other.column === column).length;
  const row = {
    id: await nextId(db, 'dashboard_items'),
    dashboard_id: Number(dashboardId),
    module_key: item.moduleKey,
    title: item.title,
    color: item.color ?? 'blue',
    row_at: item.row ?? below,
    column_at: column,
    revision: 0,
  };
  await upsert(db, 'dashboard_items', row);
  const placed = itemOf(row);
  for (const [key, value] of Object.entries(item.properties ?? {})) {
    await writeProperty(db, itemScope(dashboardId, placed.id), key, value);
  }
  const items = await writeLayout(db, known, [placed], columns);
  return items.find(other => other.id === placed.id) ?? placed;
}

/** Applies changes of items. Items of columns that no longer exist move to the end of the last one. */
export async function changeItems(
  db: Db,
  dashboardId: string,
  columns: number,
  changes: NonNullable<DashboardChange['items']>,
): Promise<DashboardItem[]> {
  const known = await readItems(db, dashboardId);
  const changed = changes.map(change => {
    const item = known.find(({ id }) => id === change.id);
    if (!item) throw noItem(change.id);
    const { id: _, ...given } = change;
    return { ...item, ...withoutUndefined(given) };
  });
  const isPlaced = (id: string) =>
    changes.some(change => change.id === id && (change.row ?? change.column) !== undefined);
  const rest = known
    .map(item => changed.find(({ id }) => id === item.id) ?? item)
    .filter(({ id }) => !isPlaced(id));
  const placed = changed.filter(({ id }) => isPlaced(id));
  return writeLayout(db, rest, placed, columns);
}

/** Inserts `placed` at their rows into the `rest`, lowest row first, closes gaps and writes all of them. */
async function writeLayout(
  db: Db,
  rest: readonly DashboardItem[],
  placed: readonly DashboardItem[],
  columns: number,
): Promise<DashboardItem[]> {
  const lists: DashboardItem[][] = Array.from({ length: columns }, () => []);
  for (const item of rest) lists[within(item.column, columns)]?.push(item);
  for (const item of [...placed].sort((a, b) => a.row - b.row)) {
    lists[within(item.column, columns)]?.splice(Math.max(0, item.row), 0, item);
  }
  const items = lists.flatMap((list, column) =>
    list.map((item, row) => ({ ...item, row, column })),
  );
  for (const { id, title, color, row, column } of items) {
    const place = { title, color, row_at: row, column_at: column };
    await update(db, 'dashboard_items', { id: Number(id) }, place);
  }
  return items;
}

const within = (column: number, columns: number): number =>
  Math.min(Math.max(0, column), columns - 1);

export async function removeItem(
  db: Db,
  dashboardId: string,
  itemId: string,
  columns: number,
): Promise<void> {
  const known = await readItems(db, dashboardId);
  if (!known.some(({ id }) => id === itemId)) throw noItem(itemId);
  await remove(db, 'properties', { scope: itemScope(dashboardId, itemId) });
  await remove(db, 'dashboard_items', { id: Number(itemId) });
  const rest = known.filter(({ id }) => id !== itemId);
  await writeLayout(db, rest, [], columns);
}

export async function propertiesOf(
  db: Db,
  dashboardId: string,
  itemId: string,
): Promise<Record<string, unknown>> {
  const stored = await readProperties(db, itemScope(dashboardId, itemId));
  return Object.fromEntries(stored.map(({ key, value }) => [key, value]));
}

/** Raises the revision of the item that a property belongs to, if any, so that open dashboards reload it. */
export async function notePropertyWrite(
  db: Db,
  scope: string,
  key: string,
  value: unknown,
): Promise<void> {
  const [, dashboardId, itemId] = /^dashboard:(\d+):item:(\d+)$/.exec(scope) ?? [];
  if (!dashboardId || !itemId) return;
  const title = key === 'title' && typeof value === 'string' ? value.trim() : '';
  const revision = sql<number>`revision + 1`;
  const item = { id: Number(itemId) };
  await update(db, 'dashboard_items', item, title === '' ? { revision } : { revision, title });
  if (title === '') return;
  await update(
    db,
    'dashboards',
    { id: Number(dashboardId) },
    { version: sql<number>`version + 1` },
  );
}

function withoutUndefined<Given extends object>(given: Given): Partial<Given> {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<Given>;
}

const noItem = (id: string): StoreError =>
  new StoreError('not-found', `The dashboard item with id '${id}' does not exist.`);
