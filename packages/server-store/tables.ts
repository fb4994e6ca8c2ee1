import { createTables } from '@tallyboard/database/create-table.ts';
import { FIRST_MIGRATION } from '@tallyboard/database/migrate.ts';
import { integer, orNull, type RowsOf, type Tables, text } from '@tallyboard/database/tables.ts';
import type { ForeignTables } from '@tallyboard/replica/store/store.ts';
import { type Kysely, sql } from 'kysely';

/** The server's own tables. Instants are milliseconds; secrets of browsers are stored as hashes. */
const tables = {
  sessions: {
    columns: {
      created: integer,
      used: integer,
      id: text,
      account: text,
      name: text,
      method: text,
    },
    key: ['id'],
    indexes: [['account']],
  },
  /** People who may sign in or have signed in. */
  accounts: {
    columns: {
      id: text,
      name: text,
      role: orNull(text),
      issuer: orNull(text),
      subject: orNull(text),
      groups: text,
      jira: orNull(text),
    },
    key: ['id'],
  },
  /** Browsers in which an account has signed in with its password. */
  known_browsers: { columns: { used: integer, id: text, account: text }, key: ['id'] },
  /** Started OpenID Connect sign-ins, each used once. */
  sign_in_attempts: { columns: { created: integer, id: text, document: text }, key: ['id'] },
  /** Failed sign-ins since an instant, by the name of their throttle. */
  sign_in_failures: { columns: { failures: integer, since: integer, name: text }, key: ['name'] },
  audit: {
    columns: {
      at: integer,
      id: text,
      account: text,
      action: text,
      target: text,
      detail: text,
    },
    key: ['id'],
    indexes: [['at']],
  },
  /** Jira sites that have installed the app. */
  tenants: {
    columns: {
      installed: integer,
      app_key: text,
      client_key: text,
      base_url: text,
      secret: text,
    },
    key: ['app_key', 'client_key'],
  },
  /** Tokens that must not be used again before they expire. */
  used_tokens: { columns: { expires: integer, id: text }, key: ['id'] },
} as const satisfies Tables;

const savedReports = {
  /** `view`: what the page shows, as it wrote it. */
  saved_reports: {
    columns: {
      updated: integer,
      version: integer,
      id: text,
      owner_id: text,
      name: text,
      description: text,
      view: text,
      shares: text,
    },
    key: ['id'],
  },
} as const satisfies Tables;

const boardSets = {
  /** `owner_id`: null for a set of everybody. */
  board_sets: {
    columns: {
      updated: integer,
      version: integer,
      id: text,
      owner_id: orNull(text),
      name: text,
      unit: text,
      members: text,
      shares: text,
    },
    key: ['id'],
  },
} as const satisfies Tables;

const accessKeys = {
  access_keys: {
    columns: {
      aggregate: integer,
      created: integer,
      expires: integer,
      used: orNull(integer),
      revoked: orNull(integer),
      id: text,
      hash: text,
      owner: text,
      name: text,
      scopes: text,
      fence: orNull(text),
    },
    key: ['id'],
    indexes: [['owner']],
  },
} as const satisfies Tables;

const displayLinks = {
  display_links: {
    columns: {
      created: integer,
      used: orNull(integer),
      revoked: orNull(integer),
      id: text,
      hash: text,
      owner: text,
      dashboard: text,
      name: text,
    },
    key: ['id'],
    indexes: [['owner'], ['dashboard']],
  },
} as const satisfies Tables;

const pins = {
  /** `content`: figures and ids of issues, packed. `owner`: null for one that was made on the command line. */
  pins: {
    columns: {
      created: integer,
      as_of: integer,
      id: text,
      report: text,
      owner: orNull(text),
      note: text,
      question: text,
      content: text,
      hash: text,
    },
    key: ['id'],
    indexes: [['report']],
  },
} as const satisfies Tables;

const delivery = {
  /** `target` and `content`: where a message goes and a row of `outbox_contents`; null once it is not sent any more. */
  outbox: {
    columns: {
      created: integer,
      fence: integer,
      attempts: integer,
      leased_until: integer,
      next_at: orNull(integer),
      finished: orNull(integer),
      id: text,
      origin: text,
      run: text,
      recipient: text,
      state: text,
      detail: text,
      target: orNull(text),
      content: orNull(text),
    },
    key: ['id'],
    indexes: [
      ['origin', 'run'],
      ['recipient', 'created'],
    ],
    partialIndex: ['next_at'],
  },
  /** By hash: recipients with the same figures share them. */
  outbox_contents: { columns: { used: integer, id: text, content: text }, key: ['id'] },
  unsubscribe_tokens: {
    columns: { created: integer, hash: text, origin: text, recipient: text },
    key: ['hash'],
    indexes: [['created']],
  },
  unsubscriptions: {
    columns: { at: integer, origin: text, recipient: text },
    key: ['origin', 'recipient'],
  },
  /** `due`: the next instant of a schedule. `seen`: what an event was last compared with. `owner`: null for everybody's. */
  subscriptions: {
    columns: {
      created: integer,
      version: integer,
      due: orNull(integer),
      id: text,
      owner: orNull(text),
      report: text,
      state: text,
      why: text,
      document: text,
      seen: text,
    },
    key: ['id'],
    indexes: [['report']],
  },
  subscription_runs: {
    columns: {
      due: integer,
      created: integer,
      fence: integer,
      leased_until: integer,
      next_at: orNull(integer),
      finished: orNull(integer),
      subscription: text,
      cause: text,
      recipient: orNull(text),
      detail: text,
    },
    key: ['subscription', 'due'],
    partialIndex: ['next_at'],
  },
} as const satisfies Tables;

const alerts = {
  /** `owner`: null for one that was made on the command line. */
  alerts: {
    columns: { created: integer, id: text, owner: orNull(text), report: text, document: text },
    key: ['id'],
    indexes: [['report'], ['owner']],
  },
  /** `day`: the last one that was observed. */
  alert_states: {
    columns: { day: integer, alert: text, reader: text, state: text },
    key: ['alert', 'reader'],
  },
  /** `told`: 1 once its messages are in the outbox. */
  alert_events: {
    columns: {
      at: integer,
      day: integer,
      told: integer,
      alert: text,
      reader: text,
      kind: text,
      value: orNull(text),
      text: orNull(text),
    },
    key: ['alert', 'reader', 'day', 'kind'],
  },
} as const satisfies Tables;

export type ServerTables = RowsOf<
  typeof tables &
    typeof savedReports &
    typeof boardSets &
    typeof accessKeys &
    typeof displayLinks &
    typeof pins &
    typeof alerts &
    typeof delivery
>;
export type ServerDb = Kysely<ServerTables>;

/** Backups leave out sessions and sign-ins: a restored one must not let anybody in. */
export const SERVER_TABLES: ForeignTables = {
  migrations: [
    {
      name: `${FIRST_MIGRATION} tables of the server`,
      async up(engine, db) {
        await createTables(engine, db, tables);
        await sql`create unique index accounts_subject on accounts (issuer, subject)`.execute(db);
      },
    },
    {
      name: `${FIRST_MIGRATION} saved reports`,
      up: (engine, db) => createTables(engine, db, savedReports),
    },
    {
      name: `${FIRST_MIGRATION} access keys`,
      up: (engine, db) => createTables(engine, db, accessKeys),
    },
    {
      name: '101 display links',
      up: (engine, db) => createTables(engine, db, displayLinks),
    },
    {
      name: '101 board sets',
      up: (engine, db) => createTables(engine, db, boardSets),
    },
    {
      name: '103 pins of saved reports',
      up: (engine, db) => createTables(engine, db, pins),
    },
    {
      name: '104 subscriptions and outbox',
      up: (engine, db) => createTables(engine, db, delivery),
    },
    {
      name: '104 alerts',
      up: (engine, db) => createTables(engine, db, alerts),
    },
  ],
  backup: {
    accounts: tables.accounts,
    audit: tables.audit,
    ...savedReports,
    ...boardSets,
    ...accessKeys,
    ...displayLinks,
    ...pins,
    ...alerts,
    // Without the outbox: a restored store must not send again.
    subscriptions: delivery.subscriptions,
    unsubscribe_tokens: delivery.unsubscribe_tokens,
    unsubscriptions: delivery.unsubscriptions,
  },
  unsaved: { sessions: tables.sessions, outbox: delivery.outbox },
};
