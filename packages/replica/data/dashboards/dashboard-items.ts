import { find, findOne, remove, update } from '@tallyboard/database/query.ts';
import { StoreError } from '@tallyboard/database/store-error.ts';
import type { DbContext } from '../catalogue.ts';
import { highestId, upsert } from '../rows.ts';
import type { Row } from '../tables.ts';
import type { DashboardChange, DashboardItem, NewDashboardItem } from './dashboard.ts';
import { itemScope, readProperties, writeProperty } from './properties.ts';

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
export async function nextId(
  trx: DbContext,
  table: 'dashboards' | 'dashboard_items',
): Promise<number> {
  const name = `last of ${table}`;
  const fact = await findOne(trx, 'facts', { name });
  const value = Math.max(9999, await highestId(trx, table), fact?.value ?? 0) + 1;
  await upsert(trx, 'facts', { name, value });
  return value;
}

/** By column, then row. */
export async function readItems(db: DbContext, dashboardId: string): Promise<DashboardItem[]> {
  const ofDashboard = { dashboard_id: Number(dashboardId) };
  const rows = await find(db, 'dashboard_items', ofDashboard, 'column_at', 'row_at', 'id');
  return rows.map(itemOf);
}

/** Inserts an item with its properties; the ones below move down. */
export async function insertItem(
  trx: DbContext,
  dashboardId: string,
  columns: number,
  item: NewDashboardItem,
): Promise<DashboardItem> {
  const known = await readItems(trx, dashboardId);
  const column = within(item.column ?? 0, columns);
  const below = known.filter(other => other.column === column).length;
  const row = {
    id: await nextId(trx, 'dashboard_items'),
    dashboard_id: Number(dashboardId),
    module_key: item.moduleKey,
    title: item.title,
    color: item.color ?? 'blue',
    row_at: item.row ?? below,
    column_at: column,
    revision: 0,
  };
  await upsert(trx, 'dashboard_items', row);
  const placed = itemOf(row);
  for (const [key, value] of Object.entries(item.properties ?? {}))
    await writeProperty(trx, itemScope(dashboardId, placed.id), key, value);
  const items = await writeLayout(trx, known, [placed], columns);
  return items.find(other => other.id === placed.id) ?? placed;
}

/** Applies changes of items. Items of columns that no longer exist move to the end of the last one. */
export async function changeItems(
  trx: DbContext,
  dashboardId: string,
  columns: number,
  changes: NonNullable<DashboardChange['items']>,
): Promise<void> {
  const known = new Map((await readItems(trx, dashboardId)).map(item => [item.id, item]));
  const placed: DashboardItem[] = [];
  for (const { id, row, column, title, color } of changes) {
    const item = known.get(id);
    if (!item) throw noItem(id);
    Object.assign(item, {
      row: row ?? item.row,
      column: column ?? item.column,
      title: title ?? item.title,
      color: color ?? item.color,
    });
    if ((row ?? column) !== undefined) placed.push(item);
  }
  const rest = [...known.values()].filter(item => !placed.includes(item));
  await writeLayout(trx, rest, placed, columns);
}

/** Inserts `placed` at their rows into the `rest`, lowest row first, closes gaps and writes all of them. */
async function writeLayout(
  trx: DbContext,
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
    await update(trx, 'dashboard_items', { id: Number(id) }, place);
  }
  return items;
}

const within = (column: number, columns: number): number =>
  Math.min(Math.max(0, column), columns - 1);

export async function removeItem(
  trx: DbContext,
  dashboardId: string,
  itemId: string,
  columns: number,
): Promise<void> {
  const known = await readItems(trx, dashboardId);
  if (!known.some(({ id }) => id === itemId)) throw noItem(itemId);
  await remove(trx, 'properties', { scope: itemScope(dashboardId, itemId) });
  await remove(trx, 'dashboard_items', { id: Number(itemId) });
  const rest = known.filter(({ id }) => id !== itemId);
  await writeLayout(trx, rest, [], columns);
}

export async function propertiesOf(
  db: DbContext,
  dashboardId: string,
  itemId: string,
): Promise<Record<string, unknown>> {
  const stored = await readProperties(db, itemScope(dashboardId, itemId));
  return Object.fromEntries(stored.map(({ key, value }) => [key, value]));
}

const noItem = (id: string): StoreError =>
  new StoreError('not-found', `The dashboard item with id '${id}' does not exist.`);
