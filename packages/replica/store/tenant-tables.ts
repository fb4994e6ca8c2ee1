import { type Kysely, sql } from 'kysely';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';

/** Rows of the Jira sites that have installed an app, and of the tokens that were used up. Instants are milliseconds. */
export type TenantTables = {
  tenants: {
    app_key: string;
    client_key: string;
    base_url: string;
    secret: string;
    installed: number;
  };
  used_tokens: { id: string; expires: number };
};

/** The tables of tenants, for databases that are new and for those from before any site installed an app. */
export async function createTenantTables(engine: Engine, db: Kysely<Database>): Promise<void> {
  const text = engine.columnType('text');
  const integer = engine.columnType('integer');
  const statements = [
    `create table if not exists tenants (app_key ${text} not null, client_key ${text} not null,
      base_url ${text} not null, secret ${text} not null, installed ${integer} not null,
      primary key (app_key, client_key))`,
    `create table if not exists used_tokens (id ${text} not null primary key, expires ${integer} not null)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
