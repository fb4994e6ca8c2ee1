import { find, findOne, remove, update } from '@tallyboard/database/query.ts';
import { StoreError } from '@tallyboard/database/store-error.ts';
import { sql } from 'kysely';
import type { DbContext } from '../catalogue.ts';
import type { StoreContext } from '../context.ts';
import { upsert } from '../rows.ts';
import type { Row } from '../tables.ts';

export interface StoredProperty {
  key: string;
  value: unknown;
  /** Counts the writes of this property, from 1. */
  version: number;
}

function propertyOf(row: Row<'properties'>): StoredProperty {
  return { key: row.name, value: JSON.parse(row.value), version: row.version };
}

export async function readProperties(db: DbContext, scope: string): Promise<StoredProperty[]> {
  return (await find(db, 'properties', { scope }, 'name')).map(propertyOf);
}

export async function readProperty(
  db: DbContext,
  scope: string,
  key: string,
): Promise<StoredProperty | null> {
  const row = await findOne(db, 'properties', { scope, name: key });
  return row ? propertyOf(row) : null;
}

/** @throws StoreError 'conflict' if the stored version is not `expectedVersion` (0: does not exist). */
export async function writeProperty(
  trx: DbContext,
  scope: string,
  key: string,
  value: unknown,
  expectedVersion?: number,
): Promise<{ created: boolean; version: number }> {
  const before = await readProperty(trx, scope, key);
  const version = (before?.version ?? 0) + 1;
  if (expectedVersion !== undefined && expectedVersion !== version - 1) {
    throw new StoreError('conflict', `The property '${key}' was changed by somebody else.`);
  }
  const row = { scope, name: key, value: JSON.stringify(value ?? null), version };
  await upsert(trx, 'properties', row);
  return { created: before === null, version };
}

export const dashboardScope = (id: string) => `dashboard:${id}`;

export function itemScope(dashboardId: string, itemId: string): string {
  return `dashboard:${dashboardId}:item:${itemId}`;
}

/** Raises the revision of the item that a property belongs to, if any, so that open dashboards reload it. */
async function notePropertyWrite(
  trx: DbContext,
  scope: string,
  key: string,
  value: unknown,
): Promise<void> {
  const [, dashboardId, itemId] = /^dashboard:(\d+):item:(\d+)$/.exec(scope) ?? [];
  if (!dashboardId || !itemId) return;
  const title = key === 'title' && typeof value === 'string' ? value.trim() : '';
  const revision = sql<number>`revision + 1`;
  const item = { id: Number(itemId) };
  await update(trx, 'dashboard_items', item, title === '' ? { revision } : { revision, title });
  if (title === '') return;
  const version = sql<number>`version + 1`;
  await update(trx, 'dashboards', { id: Number(dashboardId) }, { version });
}

/**
 * Properties of a scope, e.g. 'addon:KEY' or 'dashboard:10000:item:10001'. Writing one of a dashboard item raises the
 * item's revision; a text under 'title' becomes the item's title.
 */
export function propertyStore(context: StoreContext) {
  const { engine, write } = context;
  return {
    all: (scope: string) => readProperties(context, scope),
    get: (scope: string, key: string) => readProperty(context, scope, key),

    /** The property of each scope that has it. */
    async ofScopes(scopes: readonly string[], key: string): Promise<Map<string, StoredProperty>> {
      const inScopes = engine.idIn('scope', scopes);
      const rows = await find(context, 'properties', sql`${inScopes} and name = ${key}`);
      return new Map(rows.map(row => [row.scope, propertyOf(row)]));
    },

    /** Those of a key, in all scopes, whose JSON contains a text without % and _. */
    async containing(key: string, text: string): Promise<StoredProperty[]> {
      const like = `%${text}%`;
      const rows = await find(context, 'properties', sql`name = ${key} and value like ${like}`);
      return rows.map(propertyOf);
    },

    /** With `expectedVersion` (0: must not exist) a mismatch is a StoreError 'conflict'. */
    set: (scope: string, key: string, value: unknown, expectedVersion?: number) =>
      write(async trx => {
        const written = await writeProperty(trx, scope, key, value, expectedVersion);
        await notePropertyWrite(trx, scope, key, value);
        return written;
      }),

    /** Returns whether it existed. */
    delete: (scope: string, key: string): Promise<boolean> =>
      write(async trx => {
        const existed = (await remove(trx, 'properties', { scope, name: key })) > 0;
        if (existed) await notePropertyWrite(trx, scope, key, null);
        return existed;
      }),
  };
}
