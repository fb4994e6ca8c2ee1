import { createTable } from '@tallyboard/replica/data/indexes.ts';
import { type Declaration, type RowsOf, tablesOf } from '@tallyboard/replica/database/schema.ts';
import type { ForeignTables } from '@tallyboard/replica/store/store.ts';
import { type Kysely, sql } from 'kysely';

/** The server's own tables. Instants are milliseconds; secrets of browsers are stored as hashes. */
const DECLARATIONS = {
  sessions: {
    text: 'id account name method',
    integer: 'created used',
    key: 'id',
    indexes: 'account',
  },
  /** People who may sign in or have signed in. */
  accounts: { text: 'id name role? issuer? subject? groups jira?', key: 'id' },
  /** Browsers in which an account has signed in with its password. */
  known_browsers: { text: 'id account', integer: 'used', key: 'id' },
  /** Started OpenID Connect sign-ins, each used once. */
  sign_in_attempts: { text: 'id document', integer: 'created', key: 'id' },
  /** Failed sign-ins since an instant, by the name of their throttle. */
  sign_in_failures: { text: 'name', integer: 'failures since', key: 'name' },
  audit: { text: 'id account action target detail', integer: 'at', key: 'id', indexes: 'at' },
  /** Jira sites that have installed the app. */
  tenants: {
    text: 'app_key client_key base_url secret',
    integer: 'installed',
    key: 'app_key client_key',
  },
  /** Tokens that must not be used again before they expire. */
  used_tokens: { text: 'id', integer: 'expires', key: 'id' },
} as const satisfies Record<string, Declaration>;

export type ServerTables = RowsOf<typeof DECLARATIONS>;
export type ServerDb = Kysely<ServerTables>;

const tables = tablesOf(DECLARATIONS);

const backedUp = (name: keyof ServerTables) => {
  const { columns, key } = tables[name];
  return { name, columns: columns.map(column => column.name), key };
};

/** Backups leave out sessions and sign-ins: a restored one must not let anybody in. */
export const SERVER_TABLES: ForeignTables = {
  migrations: [
    {
      name: '100 tables of the server',
      async up(engine, db) {
        for (const [name, spec] of Object.entries(tables))
          await createTable(engine, db, name, spec);
        await sql`create unique index accounts_subject on accounts (issuer, subject)`.execute(db);
      },
    },
  ],
  backup: [backedUp('accounts'), backedUp('audit')],
};
