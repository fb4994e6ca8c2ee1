import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { AccessTables } from './access-tables.ts';
import type { Database } from './schema.ts';

/** Somebody who is signed in. `id` is the hash of what the browser holds. */
export interface Session {
  id: string;
  account: string;
  /** As people are shown it. */
  name: string;
  method: 'password' | 'openid';
  createdMs: number;
  usedMs: number;
}

/** One change: who did what to what, and when. */
export interface AuditLine {
  atMs: number;
  account: string;
  action: string;
  target: string;
  detail: string;
}

/**
 * Sessions, sign-ins under way, failed sign-ins and the audit, shared by every process over one database. None of it
 * stands in the line of writers: each call is one statement.
 */
export interface Access {
  addSession(session: Session): Promise<void>;
  session(id: string): Promise<Session | null>;
  useSession(id: string, usedMs: number): Promise<void>;
  endSession(id: string): Promise<void>;
  endSessionsOf(account: string): Promise<void>;
  /** Ends sessions made before one instant, or last used before the other. */
  endOldSessions(createdBeforeMs: number, usedBeforeMs: number): Promise<void>;

  addAttempt(id: string, createdMs: number, document: unknown): Promise<void>;
  /** Hands an attempt out once; null when there is none, or none as young as `createdAfterMs`. */
  takeAttempt(id: string, createdAfterMs: number): Promise<unknown>;

  /** Counts one failure for a name; those from before `sinceMs` are forgotten. Returns the count with this one. */
  addFailure(name: string, atMs: number, sinceMs: number): Promise<number>;
  takeBackFailure(name: string): Promise<void>;
  forgetFailures(name: string): Promise<void>;

  addAudit(line: AuditLine): Promise<void>;
  /** The newest first. */
  audit(limit: number): Promise<AuditLine[]>;
  /** Removes what no longer serves: lines of the audit, attempts and failures from before these instants. */
  cleanAccess(auditBeforeMs: number, othersBeforeMs: number): Promise<void>;
}

export function accessOn(database: Kysely<Database>): Access {
  const db = database.withTables<AccessTables>();
  // Tells lines of one process and one millisecond apart.
  let lines = 0;
  return {
    async addSession({ createdMs, usedMs, ...rest }) {
      const row = { ...rest, created: createdMs, used: usedMs };
      await db.insertInto('sessions').values(row).execute();
    },
    async session(id) {
      const row = await db
        .selectFrom('sessions')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) return null;
      const { created, used, method, ...rest } = row;
      const known = method === 'openid' ? method : 'password';
      return { ...rest, method: known, createdMs: created, usedMs: used };
    },
    async useSession(id, usedMs) {
      await db.updateTable('sessions').set({ used: usedMs }).where('id', '=', id).execute();
    },
    async endSession(id) {
      await db.deleteFrom('sessions').where('id', '=', id).execute();
    },
    async endSessionsOf(account) {
      await db.deleteFrom('sessions').where('account', '=', account).execute();
    },
    async endOldSessions(createdBeforeMs, usedBeforeMs) {
      await db
        .deleteFrom('sessions')
        .where(({ eb, or }) =>
          or([eb('created', '<', createdBeforeMs), eb('used', '<', usedBeforeMs)]),
        )
        .execute();
    },

    async addAttempt(id, createdMs, document) {
      const row = { id, created: createdMs, document: JSON.stringify(document) };
      await db.insertInto('sign_in_attempts').values(row).execute();
    },
    async takeAttempt(id, createdAfterMs) {
      const row = await db
        .deleteFrom('sign_in_attempts')
        .where('id', '=', id)
        .returning(['created', 'document'])
        .executeTakeFirst();
      return row && row.created > createdAfterMs ? JSON.parse(row.document) : null;
    },

    async addFailure(name, atMs, sinceMs) {
      // One statement, so that two processes that count at once count two.
      const { rows } = await sql<{ failures: number }>`
        insert into sign_in_failures (name, failures, since) values (${name}, 1, ${atMs})
        on conflict (name) do update set
          failures = case when sign_in_failures.since < ${sinceMs} then 1 else sign_in_failures.failures + 1 end,
          since = case when sign_in_failures.since < ${sinceMs} then ${atMs} else sign_in_failures.since end
        returning failures`.execute(db);
      return Number(rows[0]?.failures ?? 1);
    },
    async takeBackFailure(name) {
      await sql`update sign_in_failures set failures = failures - 1
        where name = ${name} and failures > 0`.execute(db);
    },
    async forgetFailures(name) {
      await db.deleteFrom('sign_in_failures').where('name', '=', name).execute();
    },

    async addAudit({ atMs, ...rest }) {
      await db
        .insertInto('audit')
        .values({ id: `${String(++lines).padStart(12, '0')} ${randomUUID()}`, at: atMs, ...rest })
        .execute();
    },
    async audit(limit) {
      const rows = await db
        .selectFrom('audit')
        .select(['at', 'account', 'action', 'target', 'detail'])
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ at, ...rest }) => ({ atMs: at, ...rest }));
    },
    async cleanAccess(auditBeforeMs, othersBeforeMs) {
      await db.deleteFrom('audit').where('at', '<', auditBeforeMs).execute();
      await db.deleteFrom('sign_in_attempts').where('created', '<', othersBeforeMs).execute();
      await db.deleteFrom('sign_in_failures').where('since', '<', othersBeforeMs).execute();
    },
  };
}
