import type { Kysely } from 'kysely';
import { find, findOne, upsert } from '../query.ts';
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
  return (await find(db, 'properties', { scope }, 'name')).map(propertyOf);
}

export async function readProperty(
  db: Db,
  scope: string,
  key: string,
): Promise<StoredProperty | null> {
  const row = await findOne(db, 'properties', { scope, name: key });
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
  const row = { scope, name: key, value: JSON.stringify(value ?? null), version };
  await upsert(db, 'properties', row);
  return { created: before === null, version };
}
