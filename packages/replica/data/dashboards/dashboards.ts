import { find, findOne, remove, update } from '@tallyboard/database/query.ts';
import { StoreError } from '@tallyboard/database/store-error.ts';
import type { DbContext } from '../catalogue.ts';
import type { StoreContext } from '../context.ts';
import { upsert } from '../rows.ts';
import type { Row } from '../tables.ts';
import type {
  Dashboard,
  DashboardChange,
  DashboardState,
  NewDashboardItem,
  Share,
} from './dashboard.ts';
import {
  changeItems,
  insertItem,
  nextId,
  propertiesOf,
  readItems,
  removeItem,
} from './dashboard-items.ts';
import { dashboardScope, readProperty, writeProperty } from './properties.ts';

const CYCLE_PERIOD_MS = 30_000;

interface NewDashboard
  extends Pick<Dashboard, 'name' | 'ownerId'>,
    Partial<Pick<Dashboard, 'description' | 'layout' | 'shares'>> {
  at: number;
}

function dashboardOf(row: Row<'dashboards'>): Dashboard {
  return {
    id: String(row.id),
    name: row.name,
    description: row.description,
    ownerId: row.owner_id,
    layout: row.layout,
    createdMs: row.created,
    updatedMs: row.updated,
    shares: readShares(row),
    cyclePeriodMs: row.cycle_period,
    version: row.version,
  };
}

/** Older versions stored only whether everybody may change it. */
function readShares({ shares, shared }: Row<'dashboards'>): readonly Share[] {
  if (shares !== null) return JSON.parse(shares);
  return shared === 1 ? [{ kind: 'everyone', name: '', edit: true }] : [];
}

async function readDashboard(db: DbContext, id: string): Promise<Dashboard | null> {
  if (!/^\d{1,15}$/.test(id)) return null;
  const row = await findOne(db, 'dashboards', { id: Number(id) });
  return row ? dashboardOf(row) : null;
}

export async function readState(db: DbContext, id: string): Promise<DashboardState | null> {
  const dashboard = await readDashboard(db, id);
  if (!dashboard) return null;
  const filter = await readProperty(db, dashboardScope(id), 'filter');
  return { dashboard, items: await readItems(db, id), filter: String(filter?.value ?? '') };
}

async function requireState(db: DbContext, id: string): Promise<DashboardState> {
  const state = await readState(db, id);
  if (!state) throw new StoreError('not-found', `The dashboard with id '${id}' does not exist.`);
  return state;
}

export async function createDashboard(trx: DbContext, fields: NewDashboard): Promise<Dashboard> {
  const row = {
    id: await nextId(trx, 'dashboards'),
    name: fields.name,
    description: fields.description ?? '',
    owner_id: fields.ownerId,
    layout: fields.layout ?? 'AA',
    created: fields.at,
    updated: fields.at,
    shared: 0,
    shares: JSON.stringify(fields.shares ?? []),
    cycle_period: CYCLE_PERIOD_MS,
    version: 1,
  };
  await upsert(trx, 'dashboards', row);
  return dashboardOf(row);
}

async function changeDashboard(
  trx: DbContext,
  id: string,
  change: DashboardChange,
  at: number,
  expectedVersion?: number,
): Promise<DashboardState> {
  const { dashboard } = await requireState(trx, id);
  if (expectedVersion !== undefined && expectedVersion !== dashboard.version) {
    throw new StoreError('conflict', 'The dashboard was changed by somebody else.');
  }
  const { layout = dashboard.layout } = change;
  const changed = {
    name: change.name ?? dashboard.name,
    description: change.description ?? dashboard.description,
    layout,
    shares: JSON.stringify(change.shares ?? dashboard.shares),
    cycle_period: change.cyclePeriodMs ?? dashboard.cyclePeriodMs,
    updated: at,
    version: dashboard.version + 1,
  };
  await update(trx, 'dashboards', { id: Number(id) }, changed);
  await changeItems(trx, id, layout.length, change.items ?? []);
  if (change.filter !== undefined)
    await writeProperty(trx, dashboardScope(id), 'filter', change.filter);
  return requireState(trx, id);
}

export function dashboardStore(context: StoreContext) {
  const { db, write } = context;
  /** Raises the dashboard's version before its items change. */
  const touch = async (trx: DbContext, id: string, at: number) =>
    (await changeDashboard(trx, id, {}, at)).dashboard.layout.length;
  return {
    all: async () => (await find(context, 'dashboards', {}, 'id')).map(dashboardOf),
    get: (id: string) => readDashboard(context, id),
    state: (id: string) => db.transaction().execute(trx => readState({ ...context, db: trx }, id)),
    create: (fields: NewDashboard) => write(trx => createDashboard(trx, fields)),
    /** With `expectedVersion` a dashboard that was changed since is a StoreError 'conflict'. */
    change: (id: string, change: DashboardChange, at: number, expectedVersion?: number) =>
      write(trx => changeDashboard(trx, id, change, at, expectedVersion)),
    /** A new dashboard with the same items and settings, shared with nobody. */
    copy: (id: string, fields: { name: string; ownerId: string | null; at: number }) =>
      write(async trx => {
        const { dashboard, items, filter } = await requireState(trx, id);
        const copy = await createDashboard(trx, { ...dashboard, shares: [], ...fields });
        if (filter !== '') await writeProperty(trx, dashboardScope(copy.id), 'filter', filter);
        for (const item of items) {
          const properties = await propertiesOf(trx, id, item.id);
          await insertItem(trx, copy.id, copy.layout.length, { ...item, properties });
        }
        return copy;
      }),
    /** With its items and their properties. */
    delete: (id: string) =>
      write(async trx => {
        const { dashboard, items } = await requireState(trx, id);
        for (const item of items) await removeItem(trx, id, item.id, dashboard.layout.length);
        await remove(trx, 'properties', { scope: dashboardScope(id) });
        await remove(trx, 'dashboards', { id: Number(id) });
      }),

    items: (id: string) => readItems(context, id),
    addItem: (id: string, item: NewDashboardItem, at: number) =>
      write(async trx => insertItem(trx, id, await touch(trx, id, at), item)),
    /** With its properties. */
    deleteItem: (id: string, itemId: string, at: number) =>
      write(async trx => removeItem(trx, id, itemId, await touch(trx, id, at))),
  };
}
