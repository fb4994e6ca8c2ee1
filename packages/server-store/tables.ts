import type { Migration } from '@tallyboard/replica/data/migrations.ts';
import type { ForeignTables } from '@tallyboard/replica/store/store.ts';
import { type Kysely, sql } from 'kysely';

/** Rows of the server's own tables. Instants are milliseconds; secrets of browsers are stored as hashes. */
export type ServerTables = {
  sessions: {
    id: string;
    account: string;
    name: string;
    method: string;
    created: number;
    used: number;
  };
  /** People who may sign in or have signed in. */
  accounts: {
    id: string;
    name: string;
    role: string | null;
    issuer: string | null;
    subject: string | null;
    groups: string;
    jira: string | null;
  };
  /** Browsers in which an account has signed in with its password. */
  known_browsers: { id: string; account: string; used: number };
  /** Started OpenID Connect sign-ins, each used once. */
  sign_in_attempts: { id: string; created: number; document: string };
  /** Failed sign-ins since an instant, by the name of their throttle. */
  sign_in_failures: { name: string; failures: number; since: number };
  audit: {
    id: string;
    at: number;
    account: string;
    action: string;
    target: string;
    detail: string;
  };
  /** Jira sites that have installed the app. */
  tenants: {
    app_key: string;
    client_key: string;
    base_url: string;
    secret: string;
    installed: number;
  };
  /** Tokens that must not be used again before they expire. */
  used_tokens: { id: string; expires: number };
};

export type ServerDb = Kysely<ServerTables>;

/** Backups leave out sessions and sign-ins: a restored one must not let anybody in. */
export const SERVER_TABLES: ForeignTables = {
  migrations: [
    {
      name: '3 sessions and audit',
      up: statements((text, integer) => [
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
      ]),
    },
    {
      name: '5 tenants',
      up: statements((text, integer) => [
        `create table if not exists tenants (app_key ${text} not null, client_key ${text} not null,
          base_url ${text} not null, secret ${text} not null, installed ${integer} not null,
          primary key (app_key, client_key))`,
        `create table if not exists used_tokens (id ${text} not null primary key, expires ${integer} not null)`,
      ]),
    },
    {
      name: '9 accounts',
      up: statements((text, integer) => [
        `create table if not exists accounts (id ${text} not null primary key, name ${text} not null, role ${text},
          issuer ${text}, subject ${text}, groups ${text} not null, jira ${text})`,
        'create unique index if not exists accounts_subject on accounts (issuer, subject)',
        `create table if not exists known_browsers (id ${text} not null primary key, account ${text} not null,
          used ${integer} not null)`,
      ]),
    },
  ],
  backup: [
    {
      name: 'accounts',
      columns: ['id', 'name', 'role', 'issuer', 'subject', 'groups', 'jira'],
      key: ['id'],
    },
    {
      name: 'audit',
      columns: ['id', 'at', 'account', 'action', 'target', 'detail'],
      key: ['id'],
    },
  ],
};

function statements(of: (text: string, integer: string) => string[]): Migration['up'] {
  return async (engine, db) => {
    const list = of(String(engine.columnType('text')), String(engine.columnType('integer')));
    for (const statement of list) await sql.raw(statement).execute(db);
  };
}
