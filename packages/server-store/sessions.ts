import { findOne, remove } from '@tallyboard/database/query.ts';
import { sql } from 'kysely';
import type { ServerDb } from './tables.ts';

/** A signed-in user. `id` is the hash of the browser's cookie. */
export interface Session {
  id: string;
  account: string;
  /** Display name. */
  name: string;
  method: 'password' | 'openid';
  createdMs: number;
  usedMs: number;
}

export type SessionStore = ReturnType<typeof sessionStore>;

/** Sessions, shared by every process over one database. Each call is one statement. */
export function sessionStore(db: ServerDb) {
  return {
    async add({ createdMs, usedMs, ...rest }: Session): Promise<void> {
      const row = { ...rest, created: createdMs, used: usedMs };
      await db.insertInto('sessions').values(row).execute();
    },
    async get(id: string): Promise<Session | null> {
      const row = await findOne({ db }, 'sessions', { id });
      if (!row) return null;
      const { created, used, method, ...rest } = row;
      return {
        ...rest,
        method: method === 'openid' ? method : 'password',
        createdMs: created,
        usedMs: used,
      };
    },
    async touch(id: string, usedMs: number): Promise<void> {
      await db.updateTable('sessions').set({ used: usedMs }).where('id', '=', id).execute();
    },
    async end(id: string): Promise<void> {
      await remove({ db }, 'sessions', { id });
    },
    async endAllOf(account: string): Promise<void> {
      await remove({ db }, 'sessions', { account });
    },
    /** Ends sessions created or last used before these instants. */
    async endOld(createdBeforeMs: number, usedBeforeMs: number): Promise<void> {
      const isOld = sql`created < ${createdBeforeMs} or used < ${usedBeforeMs}`;
      await remove({ db }, 'sessions', isOld);
    },
  };
}
