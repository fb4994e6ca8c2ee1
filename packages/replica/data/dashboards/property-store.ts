import { sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import { find, remove } from '../query.ts';
import { notePropertyWrite } from './dashboard-items.ts';
import {
  propertyOf,
  readProperties,
  readProperty,
  type StoredProperty,
  writeProperty,
} from './properties.ts';

export type PropertyStore = ReturnType<typeof propertyStore>;

/**
 * Properties of a scope, e.g. 'addon:KEY' or 'dashboard:10000:item:10001'. Writing one of a dashboard item raises the
 * item's revision; a text under 'title' becomes the item's title.
 */
export function propertyStore({ engine, db, write }: StoreContext) {
  return {
    all: (scope: string) => readProperties(db, scope),
    get: (scope: string, key: string) => readProperty(db, scope, key),

    /** The property of each scope that has it. */
    async ofScopes(scopes: readonly string[], key: string): Promise<Map<string, StoredProperty>> {
      const inScopes = engine.idIn(sql.ref('scope'), scopes);
      const rows = await find(db, 'properties', sql`${inScopes} and name = ${key}`);
      return new Map(rows.map(row => [row.scope, propertyOf(row)]));
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
