import type { Kysely } from 'kysely';
import type { Database, Row } from './schema.ts';
import { type StoredProperty, StoreError } from './store.ts';

type Db = Kysely<Database>;

function propertyOf(row: Row<'properties'>): StoredProperty {
  return { key: row.name, value: JSON.parse(row.value), version: row.version };
}

export async function readProperties(db: Db, scope: string): Promise<StoredProperty[]> {
  const rows = await db
    .selectFrom('properties')
    .selectAll()
    .where('scope', '=', scope)
    .orderBy('name')
    .execute();
  return rows.map(propertyOf);
}

/** One property of each of several scopes that has it, by the scope. */
export async function readPropertyOfEach(
  db: Db,
  scopes: readonly string[],
  key: string,
): Promise<Map<string, StoredProperty>> {
  if (scopes.length === 0) return new Map();
  const rows = await db
    .selectFrom('properties')
    .selectAll()
    .where('scope', 'in', scopes)
    .where('name', '=', key)
    .execute();
  return new Map(rows.map(row => [row.scope, propertyOf(row)]));
}

export async function readProperty(
  db: Db,
  scope: string,
  key: string,
): Promise<StoredProperty | null> {
  const row = await db
    .selectFrom('properties')
    .selectAll()
    .where('scope', '=', scope)
    .where('name', '=', key)
    .executeTakeFirst();
  return row ? propertyOf(row) : null;
}

/** Writes a property; see Store.setProperty. */
export async function writeProperty(
  db: Db,
  scope: string,
  key: string,
  value: unknown,
  expectedVersion?: number,
): Promise<{ created: boolean; version: number }> {
  const before = await readProperty(db, scope, key);
  const version = (before?.version ?? 0) + 1;
  if (expectedVersion !== undefined && expectedVersion !== version - 1) {
    throw new StoreError('conflict', `The property '${key}' was changed by somebody else.`);
  }
  const text = JSON.stringify(value ?? null);
  await db
    .insertInto('properties')
    .values({ scope, name: key, value: text, version })
    .onConflict(conflict =>
      conflict.columns(['scope', 'name']).doUpdateSet({ value: text, version }),
    )
    .execute();
  return { created: before === null, version };
}

export async function removeProperty(db: Db, scope: string, key: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('properties')
    .where('scope', '=', scope)
    .where('name', '=', key)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
