import { createTable } from '@tallyboard/replica/data/indexes.ts';
import type { Migration } from '@tallyboard/replica/data/migrations.ts';
import { type Declaration, type RowsOf, tablesOf } from '@tallyboard/replica/data/schema.ts';
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

const creates =
  (...names: (keyof ServerTables)[]): Migration['up'] =>
  async (engine, db) => {
    for (const name of names) await createTable(engine, db, name, tables[name]);
  };

const backedUp = (name: keyof ServerTables) => {
  const { columns, key } = tables[name];
  return { name, columns: columns.map(column => column.name), key };
};

/** Backups leave out sessions and sign-ins: a restored one must not let anybody in. */
export const SERVER_TABLES: ForeignTables = {
  migrations: [
    {
      name: '3 sessions and audit',
      keepsSegments: true,
      up: creates('sessions', 'sign_in_attempts', 'sign_in_failures', 'audit'),
    },
    { name: '5 tenants', keepsSegments: true, up: creates('tenants', 'used_tokens') },
    {
      name: '9 accounts',
      keepsSegments: true,
      async up(engine, db) {
        await creates('accounts', 'known_browsers')(engine, db);
        await sql`create unique index if not exists accounts_subject on accounts (issuer, subject)`.execute(
          db,
        );
      },
    },
  ],
  backup: [backedUp('accounts'), backedUp('audit')],
};
