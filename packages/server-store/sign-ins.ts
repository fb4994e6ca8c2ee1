import { findOne, remove } from '@tallyboard/database/query.ts';
import { sql } from 'kysely';
import type { ServerDb } from './tables.ts';

/** Between the clocks of servers over one database. */
const MAX_SKEW_MS = 60_000;

export type SignInStore = ReturnType<typeof signInStore>;

/** Started and failed sign-ins and known browsers, shared by every process over one database. Each call is one statement. */
export function signInStore(db: ServerDb) {
  return {
    async addAttempt(id: string, createdMs: number, document: unknown): Promise<void> {
      const row = { id, created: createdMs, document: JSON.stringify(document) };
      await db.insertInto('sign_in_attempts').values(row).execute();
    },
    /** Consumes an attempt; null if missing or not created after `createdAfterMs`. */
    async takeAttempt(id: string, createdAfterMs: number): Promise<unknown> {
      const row = await db
        .deleteFrom('sign_in_attempts')
        .where('id', '=', id)
        .returning(['created', 'document'])
        .executeTakeFirst();
      return row && row.created > createdAfterMs ? JSON.parse(row.document) : null;
    },

    /** Counts a failure, ignoring those from before `sinceMs`. Returns the new count. */
    async addFailure(name: string, atMs: number, sinceMs: number): Promise<number> {
      // The clock was set back: otherwise nobody could sign in until it is as late again.
      const isOver = sql`(sign_in_failures.since < ${sinceMs} or sign_in_failures.since > ${atMs + MAX_SKEW_MS})`;
      // One statement, so that concurrent failures are all counted.
      const { rows } = await sql<{ failures: number }>`
        insert into sign_in_failures (name, failures, since) values (${name}, 1, ${atMs})
        on conflict (name) do update set
          failures = case when ${isOver} then 1 else sign_in_failures.failures + 1 end,
          since = case when ${isOver} then ${atMs} else sign_in_failures.since end
        returning failures`.execute(db);
      return Number(rows[0]?.failures ?? 1);
    },
    async takeBackFailure(name: string): Promise<void> {
      await sql`update sign_in_failures set failures = failures - 1
        where name = ${name} and failures > 0`.execute(db);
    },
    async clearFailures(name: string): Promise<void> {
      await remove({ db }, 'sign_in_failures', { name });
    },

    /** Whether an account has signed in in this browser. */
    async knowsBrowser(id: string, account: string): Promise<boolean> {
      return (await findOne({ db }, 'known_browsers', { id, account })) !== undefined;
    },
    async addBrowser(id: string, account: string, used: number): Promise<void> {
      await db.insertInto('known_browsers').values({ id, account, used }).execute();
    },
    async removeBrowsersBefore(usedMs: number): Promise<void> {
      await db.deleteFrom('known_browsers').where('used', '<', usedMs).execute();
    },

    /** Removes attempts and failures from before an instant. */
    async clean(beforeMs: number): Promise<void> {
      await db.deleteFrom('sign_in_attempts').where('created', '<', beforeMs).execute();
      await db.deleteFrom('sign_in_failures').where('since', '<', beforeMs).execute();
    },
  };
}
