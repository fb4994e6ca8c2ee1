import type { Kysely } from 'kysely';
import {
  changeItems,
  insertItem,
  nextId,
  propertiesOf,
  readItems,
  removeItem,
} from './dashboard-items.ts';
import type { Database, Row } from './schema.ts';
import {
  type Dashboard,
  type DashboardChange,
  type DashboardItem,
  type DashboardState,
  type NewDashboardItem,
  StoreError,
} from './store.ts';

type Db = Kysely<Database>;

const cyclePeriodMs = 30_000;

function dashboardOf(row: Row<'dashboards'>): Dashboard {
  return {
    id: String(row.id),
    name: row.name,
    description: row.description,
    ownerId: row.owner_id,
    layout: row.layout,
    createdMs: row.created,
    updatedMs: row.updated,
    shared: row.shared === 1,
    cyclePeriodMs: row.cycle_period,
    version: row.version,
  };
}

export async function readDashboards(db: Db): Promise<Dashboard[]> {
  const rows = await db.selectFrom('dashboards').selectAll().orderBy('id').execute();
  return rows.map(dashboardOf);
}

export async function readDashboard(db: Db, id: string): Promise<Dashboard | null> {
  if (!/^\d{1,15}$/.test(id)) return null;
  const row = await db
    .selectFrom('dashboards')
    .selectAll()
    .where('id', '=', Number(id))
    .executeTakeFirst();
  return row ? dashboardOf(row) : null;
}

export async function readState(db: Db, id: string): Promise<DashboardState | null> {
  const dashboard = await readDashboard(db, id);
  return dashboard && { dashboard, items: await readItems(db, id) };
}

async function stateNamed(db: Db, id: string): Promise<DashboardState> {
  const state = await readState(db, id);
  if (!state) throw new StoreError('not-found', `The dashboard with id '${id}' does not exist.`);
  return state;
}

export async function createDashboard(
  db: Db,
  fields: {
    id?: number;
    name: string;
    description?: string;
    ownerId: string | null;
    layout?: string;
    shared?: boolean;
    at: number;
  },
): Promise<Dashboard> {
  const row = {
    id: fields.id ?? (await nextId(db, 'dashboards')),
    name: fields.name,
    description: fields.description ?? '',
    owner_id: fields.ownerId,
    layout: fields.layout ?? 'AA',
    created: fields.at,
    updated: fields.at,
    shared: fields.shared ? 1 : 0,
    cycle_period: cyclePeriodMs,
    version: 1,
  };
  await db.insertInto('dashboards').values(row).execute();
  return dashboardOf(row);
}

/** One change of a dashboard and of its items' places; see Store.changeDashboard. */
export async function changeDashboard(
  db: Db,
  id: string,
  change: DashboardChange,
  at: number,
  expectedVersion?: number,
): Promise<DashboardState> {
  const { dashboard } = await stateNamed(db, id);
  if (expectedVersion !== undefined && expectedVersion !== dashboard.version) {
    throw new StoreError('conflict', 'The dashboard was changed by somebody else.');
  }
  const { layout = dashboard.layout } = change;
  await db
    .updateTable('dashboards')
    .set({
      name: change.name ?? dashboard.name,
      description: change.description ?? dashboard.description,
      layout,
      shared: (change.shared ?? dashboard.shared) ? 1 : 0,
      cycle_period: change.cyclePeriodMs ?? dashboard.cyclePeriodMs,
      updated: at,
      version: dashboard.version + 1,
    })
    .where('id', '=', Number(id))
    .execute();
  await changeItems(db, id, layout.length, change.items ?? []);
  return stateNamed(db, id);
}

export async function copyDashboard(
  db: Db,
  id: string,
  fields: { name: string; ownerId: string | null; at: number },
): Promise<Dashboard> {
  const { dashboard, items } = await stateNamed(db, id);
  const copy = await createDashboard(db, { ...dashboard, id: undefined, ...fields });
  for (const item of items) {
    const properties = await propertiesOf(db, id, item.id);
    await insertItem(db, copy.id, copy.layout.length, { ...item, properties });
  }
  return copy;
}

export async function deleteDashboard(db: Db, id: string): Promise<void> {
  const { dashboard, items } = await stateNamed(db, id);
  for (const item of items) await removeItem(db, id, item.id, dashboard.layout.length);
  await db.deleteFrom('dashboards').where('id', '=', Number(id)).execute();
}

export async function addToDashboard(
  db: Db,
  id: string,
  item: NewDashboardItem,
  at: number,
): Promise<DashboardItem> {
  const { dashboard } = await changeDashboard(db, id, {}, at);
  return insertItem(db, id, dashboard.layout.length, item);
}

export async function deleteFromDashboard(
  db: Db,
  id: string,
  itemId: string,
  at: number,
): Promise<void> {
  const { dashboard } = await changeDashboard(db, id, {}, at);
  await removeItem(db, id, itemId, dashboard.layout.length);
}
