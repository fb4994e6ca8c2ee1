/** Subscriptions to saved reports, and their runs. */
import { find, remove } from '@tallyboard/database/query.ts';
import { sql } from 'kysely';
import { isDue, isFree, LEASE_MS } from './outbox.ts';
import type { ServerDb, ServerTables } from './tables.ts';

export type SubscriptionState = 'active' | 'paused' | 'ended';

export interface Subscription {
  readonly id: string;
  /** The account whose rights it has beside those of its recipients; null: whoever reads the data folder. */
  readonly owner: string | null;
  /** The saved report. */
  readonly report: string;
  readonly state: SubscriptionState;
  /** Why it has ended. */
  readonly why: string;
  /** When, to whom and as what, as service-kit/subscriptions writes it. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly createdMs: number;
  /** Counts the writes, from 1. */
  readonly version: number;
  /** The next instant of its schedule; null for an event. */
  readonly dueMs: number | null;
  /** What the last look at an event saw. */
  readonly seen: string;
}

/** One delivery: the row with the key (subscription, due instant) exists once, whatever clocks and servers do. */
export interface SubscriptionRun {
  readonly subscription: string;
  readonly dueMs: number;
  readonly createdMs: number;
  /** 'schedule', 'test', or the event in words. */
  readonly cause: string;
  /** The one recipient of a test or of an alert; null: all. */
  readonly recipient: string | null;
  readonly detail: string;
  readonly nextMs: number | null;
  readonly finishedMs: number | null;
}

export interface LeasedRun extends SubscriptionRun {
  readonly fence: number;
}

export type SubscriptionStore = ReturnType<typeof subscriptionStore>;

/** Shared by every process over one database. */
export function subscriptionStore(db: ServerDb) {
  const subscriptionsWith = async (condition: Partial<ServerTables['subscriptions']>) =>
    (await find({ db }, 'subscriptions', condition, 'created', 'id')).map(subscriptionOf);
  const get = async (id: string): Promise<Subscription | null> =>
    (await subscriptionsWith({ id }))[0] ?? null;

  return {
    get,
    all: () => subscriptionsWith({}),
    ofReport: (report: string) => subscriptionsWith({ report }),

    /** Stores the version after `version`; 0 is a new one. False for another stored version. */
    async save(subscription: Subscription): Promise<boolean> {
      const { id, version } = subscription;
      const row = { ...rowOf(subscription), version: version + 1 };
      if (version === 0) {
        await db.insertInto('subscriptions').values(row).execute();
        return true;
      }
      const { numUpdatedRows } = await db
        .updateTable('subscriptions')
        .set(row)
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst();
      return Number(numUpdatedRows) > 0;
    },

    /** With its history; returns whether there was one. */
    async remove(id: string): Promise<boolean> {
      await remove({ db }, 'subscription_runs', { subscription: id });
      return (await remove({ db }, 'subscriptions', { id })) > 0;
    },

    /** For one process: the run is stored and the schedule goes on in one transaction. False where another was first. */
    async begin(
      { id, dueMs, seen }: Pick<Subscription, 'id' | 'dueMs' | 'seen'>,
      next: { readonly dueMs: number | null; readonly seen: string },
      run: Pick<SubscriptionRun, 'dueMs' | 'cause' | 'createdMs'> | null,
    ): Promise<boolean> {
      return db.transaction().execute(async trx => {
        const { numUpdatedRows } = await trx
          .updateTable('subscriptions')
          .set({ due: next.dueMs, seen: next.seen })
          .where('id', '=', id)
          .where('seen', '=', seen)
          .where('state', '=', 'active')
          .where(dueMs === null ? sql<boolean>`due is null` : sql<boolean>`due = ${dueMs}`)
          .executeTakeFirst();
        if (Number(numUpdatedRows) === 0) return false;
        if (run) await insertRun(trx, { ...run, subscription: id, recipient: null });
        return true;
      });
    },

    /** False where there is one of this instant. */
    addRun: (run: NewRun): Promise<boolean> => insertRun(db, run),

    ...runsOf(db),
  };
}

type NewRun = Pick<SubscriptionRun, 'subscription' | 'dueMs' | 'createdMs' | 'cause' | 'recipient'>;

async function insertRun(db: ServerDb, run: NewRun): Promise<boolean> {
  const { subscription, dueMs: due, createdMs: created, cause, recipient } = run;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('subscription_runs')
    .values({
      subscription,
      due,
      created,
      cause,
      recipient,
      detail: '',
      fence: 0,
      leased_until: 0,
      next_at: created,
      finished: null,
    })
    .onConflict(each => each.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}

function runsOf(db: ServerDb) {
  const change = async (
    { subscription, dueMs, fence }: LeasedRun,
    values: Partial<ServerTables['subscription_runs']>,
  ): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('subscription_runs')
      .set(values)
      .where('subscription', '=', subscription)
      .where('due', '=', dueMs)
      .where('fence', '=', fence)
      .where('next_at', 'is not', null)
      .executeTakeFirst();
    return Number(numUpdatedRows) > 0;
  };

  return {
    /** Null where there is none. */
    async run(subscription: string, dueMs: number): Promise<SubscriptionRun | null> {
      const [row] = await find({ db }, 'subscription_runs', { subscription, due: dueMs });
      return row ? runOf(row) : null;
    },

    /** Latest first. */
    async runs(subscription: string, limit: number): Promise<readonly SubscriptionRun[]> {
      const rows = await db
        .selectFrom('subscription_runs')
        .selectAll()
        .where('subscription', '=', subscription)
        .orderBy('due', 'desc')
        .limit(limit)
        .execute();
      return rows.map(runOf);
    },

    /** A run whose time has come, or `only` this one; this process alone may do it until the lease ends. */
    async leaseRun(
      nowMs: number,
      only: Pick<SubscriptionRun, 'subscription' | 'dueMs'> | null = null,
    ): Promise<LeasedRun | null> {
      const of = only
        ? sql<boolean>`subscription = ${only.subscription} and due = ${only.dueMs}`
        : sql<boolean>`1 = 1`;
      const rows = await db
        .selectFrom('subscription_runs')
        .selectAll()
        .where(isDue(nowMs))
        .where(of)
        .where(isFree(nowMs))
        .orderBy('next_at')
        .limit(5)
        .execute();
      for (const row of rows) {
        const { numUpdatedRows } = await db
          .updateTable('subscription_runs')
          .set({ fence: row.fence + 1, leased_until: nowMs + LEASE_MS })
          .where('subscription', '=', row.subscription)
          .where('due', '=', row.due)
          .where('fence', '=', row.fence)
          .where('next_at', 'is not', null)
          .executeTakeFirst();
        if (Number(numUpdatedRows) > 0) return { ...runOf(row), fence: row.fence + 1 };
      }
      return null;
    },

    /** False: the lease was lost. */
    renewRun: (run: LeasedRun, nowMs: number): Promise<boolean> =>
      change(run, { leased_until: nowMs + LEASE_MS }),
    finishRun: (run: LeasedRun, detail: string, atMs: number): Promise<boolean> =>
      change(run, { detail, finished: atMs, next_at: null, leased_until: 0 }),
    repeatRun: (run: LeasedRun, detail: string, nextMs: number): Promise<boolean> =>
      change(run, { detail, next_at: nextMs, leased_until: 0 }),

    async removeRunsBefore(atMs: number): Promise<void> {
      await remove({ db }, 'subscription_runs', sql`due < ${atMs} and next_at is null`);
    },
  };
}

const rowOf = (one: Subscription): ServerTables['subscriptions'] => ({
  id: one.id,
  owner: one.owner,
  report: one.report,
  state: one.state,
  why: one.why,
  document: JSON.stringify(one.document),
  created: one.createdMs,
  version: one.version,
  due: one.dueMs,
  seen: one.seen,
});

const subscriptionOf = (row: ServerTables['subscriptions']): Subscription => ({
  id: row.id,
  owner: row.owner,
  report: row.report,
  state: row.state as SubscriptionState,
  why: row.why,
  document: JSON.parse(row.document),
  createdMs: row.created,
  version: row.version,
  dueMs: row.due,
  seen: row.seen,
});

const runOf = (row: ServerTables['subscription_runs']): SubscriptionRun => ({
  subscription: row.subscription,
  dueMs: row.due,
  createdMs: row.created,
  cause: row.cause,
  recipient: row.recipient,
  detail: row.detail,
  nextMs: row.next_at,
  finishedMs: row.finished,
});
