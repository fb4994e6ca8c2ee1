import type { Kysely } from 'kysely';
import type { Database, Row } from '../schema.ts';
import { StoreError } from '../store-error.ts';

type Db = Kysely<Database>;

export interface StoredProperty {
  key: string;
  value: unknown;
  /** Counts the writes of this property, from 1. */
  version: number;
}

export function propertyOf(row: Row<'properties'>): StoredProperty {
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

/** @throws StoreError 'conflict' if the stored version is not `expectedVersion` (0: does not exist). */
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
