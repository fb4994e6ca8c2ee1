import type { Kysely } from 'kysely';
import type { Database, Row } from './schema.ts';
import { type Dashboard, type DashboardItem, StoreError } from './store.ts';

type Db = Kysely<Database>;

function dashboardOf(row: Row<'dashboards'>): Dashboard {
  return {
    id: String(row.id),
    name: row.name,
    description: row.description,
    ownerId: row.owner_id,
    layout: row.layout,
    createdMs: row.created,
    updatedMs: row.updated,
  };
}

function itemOf(row: Row<'dashboard_items'>): DashboardItem {
  return {
    id: String(row.id),
    dashboardId: String(row.dashboard_id),
    moduleKey: row.module_key,
    title: row.title,
    color: row.color,
    row: row.row_at,
    column: row.column_at,
  };
}

async function nextId(db: Db, table: 'dashboards' | 'dashboard_items'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max<number | null>('id').as('highest'))
    .executeTakeFirst();
  return Math.max(10_000, Number(row?.highest ?? 0) + 1);
}

/** Members that were given; those left out stay as they are. */
function given<Changes extends object>(changes: Changes): Partial<Changes> {
  return Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<Changes>;
}

export async function readDashboards(db: Db): Promise<Dashboard[]> {
  const rows = await db.selectFrom('dashboards').selectAll().orderBy('id').execute();
  return rows.map(dashboardOf);
}

export async function readDashboard(db: Db, id: string): Promise<Dashboard | null> {
  const row = await db
    .selectFrom('dashboards')
    .selectAll()
    .where('id', '=', Number(id))
    .executeTakeFirst();
  return row ? dashboardOf(row) : null;
}

async function dashboardNamed(db: Db, id: string): Promise<Dashboard> {
  const dashboard = await readDashboard(db, id);
  if (!dashboard)
    throw new StoreError('not-found', `The dashboard with id '${id}' does not exist.`);
  return dashboard;
}

export async function createDashboard(
  db: Db,
  fields: {
    name: string;
    description?: string;
    ownerId: string | null;
    layout?: string;
    at: number;
  },
): Promise<Dashboard> {
  const row = {
    id: await nextId(db, 'dashboards'),
    name: fields.name,
    description: fields.description ?? '',
    owner_id: fields.ownerId,
    layout: fields.layout ?? 'AA',
    created: fields.at,
    updated: fields.at,
  };
  await db.insertInto('dashboards').values(row).execute();
  return dashboardOf(row);
}

export async function updateDashboard(
  db: Db,
  id: string,
  changes: { name?: string; description?: string; layout?: string },
  at: number,
): Promise<Dashboard> {
  await dashboardNamed(db, id);
  const { name, description, layout } = changes;
  await db
    .updateTable('dashboards')
    .set({ ...given({ name, description, layout }), updated: at })
    .where('id', '=', Number(id))
    .execute();
  return dashboardNamed(db, id);
}

/** Properties of a dashboard's items live under this scope. */
function itemScope(dashboardId: string, itemId: string): string {
  return `dashboard:${dashboardId}:item:${itemId}`;
}

export async function deleteDashboard(db: Db, id: string): Promise<void> {
  for (const item of await readItems(db, id)) await deleteItem(db, id, item.id);
  await db.deleteFrom('dashboards').where('id', '=', Number(id)).execute();
}

/** The items of a dashboard, by row, then column. */
export async function readItems(db: Db, dashboardId: string): Promise<DashboardItem[]> {
  const rows = await db
    .selectFrom('dashboard_items')
    .selectAll()
    .where('dashboard_id', '=', Number(dashboardId))
    .orderBy('row_at')
    .orderBy('column_at')
    .orderBy('id')
    .execute();
  return rows.map(itemOf);
}

export async function addItem(
  db: Db,
  dashboardId: string,
  item: { moduleKey: string; title: string; color?: string; row?: number; column?: number },
): Promise<DashboardItem> {
  await dashboardNamed(db, dashboardId);
  const row = {
    id: await nextId(db, 'dashboard_items'),
    dashboard_id: Number(dashboardId),
    module_key: item.moduleKey,
    title: item.title,
    color: item.color ?? 'blue',
    row_at: item.row ?? 0,
    column_at: item.column ?? 0,
  };
  await db.insertInto('dashboard_items').values(row).execute();
  return itemOf(row);
}

export async function updateItem(
  db: Db,
  dashboardId: string,
  itemId: string,
  changes: { title?: string; color?: string; row?: number; column?: number },
): Promise<DashboardItem> {
  const known = (await readItems(db, dashboardId)).find(item => item.id === itemId);
  if (!known)
    throw new StoreError('not-found', `The dashboard item with id '${itemId}' does not exist.`);
  const next = { ...known, ...given(changes) };
  await db
    .updateTable('dashboard_items')
    .set({ title: next.title, color: next.color, row_at: next.row, column_at: next.column })
    .where('id', '=', Number(itemId))
    .execute();
  return next;
}

export async function deleteItem(db: Db, dashboardId: string, itemId: string): Promise<void> {
  await db.deleteFrom('properties').where('scope', '=', itemScope(dashboardId, itemId)).execute();
  await db
    .deleteFrom('dashboard_items')
    .where('id', '=', Number(itemId))
    .where('dashboard_id', '=', Number(dashboardId))
    .execute();
}
