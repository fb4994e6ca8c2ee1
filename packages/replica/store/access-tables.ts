import { type Kysely, sql } from 'kysely';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';

/** Rows of sign-in and audit. Instants are milliseconds; what a browser holds is kept as its hash alone. */
export type AccessTables = {
  sessions: {
    id: string;
    account: string;
    name: string;
    method: string;
    created: number;
    used: number;
  };
  /** A sign-in that began here and goes on elsewhere (OpenID Connect); used once. */
  sign_in_attempts: { id: string; created: number; document: string };
  /** Failed sign-ins of an address or an account since an instant. */
  sign_in_failures: { name: string; failures: number; since: number };
  audit: {
    id: string;
    at: number;
    account: string;
    action: string;
    target: string;
    detail: string;
  };
};

/** The tables of access, for databases that are new and for those from before there was a sign-in. */
export async function createAccessTables(engine: Engine, db: Kysely<Database>): Promise<void> {
  const text = engine.columnType('text');
  const integer = engine.columnType('integer');
  const statements = [
    `create table if not exists sessions (id ${text} not null primary key, account ${text} not null,
      name ${text} not null, method ${text} not null, created ${integer} not null, used ${integer} not null)`,
    'create index if not exists sessions_account on sessions (account)',
    `create table if not exists sign_in_attempts (id ${text} not null primary key, created ${integer} not null,
      document ${text} not null)`,
    `create table if not exists sign_in_failures (name ${text} not null primary key, failures ${integer} not null,
      since ${integer} not null)`,
    `create table if not exists audit (id ${text} not null primary key, at ${integer} not null, account ${text} not null,
      action ${text} not null, target ${text} not null, detail ${text} not null)`,
    'create index if not exists audit_at on audit (at)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
