/** Messages to people and programs, each sent once: what alerts and subscriptions have put there, and what became of it. */
import { createHash } from 'node:crypto';
import { find, remove } from '@tallyboard/database/query.ts';
import { sql } from 'kysely';
import type { ServerDb, ServerTables } from './tables.ts';

/** `pending`: not sent yet; `held`: beyond the cap of a day, for a digest; `skipped`: decided not to send. */
export type MessageState = 'pending' | 'held' | 'sent' | 'failed' | 'skipped';

/** The origin of digests, which the cap of a day does not count. */
export const DIGEST_ORIGIN = 'digest';

export interface OutboxMessage {
  /** The hash of run and recipient: the same message has the same one, however often it is made. */
  readonly id: string;
  /** Who sends it: 'subscription:ID'. Recipients unsubscribe from an origin. */
  readonly origin: string;
  readonly run: string;
  /** Names the recipient in the history, and in the cap of a day. */
  readonly recipient: string;
  readonly state: MessageState;
  /** Why it is in this state; '' where that needs no reason. */
  readonly detail: string;
  readonly attempts: number;
  readonly createdMs: number;
  /** Of the next attempt; null where there is none. */
  readonly nextMs: number | null;
  readonly finishedMs: number | null;
}

/** A message that this process alone may send until the lease ends. */
export interface LeasedMessage extends OutboxMessage {
  readonly fence: number;
  /** JSON. */
  readonly target: string;
  /** JSON. */
  readonly content: string;
}

export interface NewMessage
  extends Pick<OutboxMessage, 'id' | 'origin' | 'run' | 'recipient' | 'detail' | 'createdMs'> {
  /** JSON of the target and the content; null for a message that is not sent, whose detail says why. */
  readonly sends: { readonly target: string; readonly content: string } | null;
  /** A digest names it. */
  readonly isHeld?: boolean;
}

export interface HeldMessage
  extends Pick<OutboxMessage, 'id' | 'origin' | 'recipient' | 'createdMs'> {
  /** JSON. */
  readonly target: string;
  /** JSON. */
  readonly content: string;
}

export type OutboxStore = ReturnType<typeof outboxStore>;

/** Longer than an attempt takes. */
export const LEASE_MS = 5 * 60_000;
const DAY_MS = 86_400_000;
/** Between two attempts there are at most three hours. */
const MAX_WAIT_MS = DAY_MS / 6;
/** An unreferenced content may be about to get a message. */
const CONTENT_MS = 2 * DAY_MS;

export const messageId = (run: string, recipient: string): string =>
  createHash('sha256')
    .update(JSON.stringify([run, recipient]))
    .digest('hex')
    .slice(0, 40);

/** Shared by every process over one database. Each change is one statement, conditional on the fence. */
export function outboxStore(db: ServerDb) {
  const messagesWith = async (condition: Partial<ServerTables['outbox']>) =>
    (await find({ db }, 'outbox', condition, 'created', 'id')).map(messageOf);

  /** False: the lease was lost, and another process decides. */
  async function change(
    { id, fence }: Pick<LeasedMessage, 'id' | 'fence'>,
    values: Partial<ServerTables['outbox']>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('outbox')
      .set({ ...values, leased_until: 0 })
      .where('id', '=', id)
      .where('fence', '=', fence)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    return Number(numUpdatedRows) > 0;
  }

  return {
    get: async (id: string): Promise<OutboxMessage | null> =>
      (await messagesWith({ id }))[0] ?? null,
    /** Oldest first. */
    ofRun: (origin: string, run: string) => messagesWith({ origin, run }),

    /** Latest first. */
    async ofOrigin(origin: string, limit: number): Promise<readonly OutboxMessage[]> {
      const rows = await db
        .selectFrom('outbox')
        .selectAll()
        .where('origin', '=', origin)
        .orderBy('created', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(messageOf);
    },

    /** Does nothing where the message is there already. */
    add: (message: NewMessage): Promise<void> => insertMessage(db, message),

    ...leasing(db),
    finish: (
      message: Pick<LeasedMessage, 'id' | 'fence'>,
      end: { readonly state: Exclude<MessageState, 'pending' | 'held'>; readonly detail: string },
      atMs: number,
    ): Promise<boolean> =>
      change(message, { ...end, finished: atMs, next_at: null, target: null, content: null }),

    repeat: (
      message: Pick<LeasedMessage, 'id' | 'fence'>,
      detail: string,
      nextMs: number,
    ): Promise<boolean> => change(message, { detail, next_at: nextMs }),

    /** To be leased later; no attempt was made. */
    putOff: (
      message: Pick<LeasedMessage, 'id' | 'fence' | 'attempts'>,
      detail: string,
      nextMs: number,
    ): Promise<boolean> =>
      change(message, { detail, next_at: nextMs, attempts: message.attempts - 1 }),

    ...holding(db),
    ...upkeep(db),
    ...unsubscribing(db),
  };
}

async function insertMessage(db: ServerDb, message: NewMessage): Promise<void> {
  const { id, origin, run, recipient, detail, createdMs, sends, isHeld = false } = message;
  const content = sends && createHash('sha256').update(sends.content).digest('base64url');
  if (sends && content !== null)
    await db
      .insertInto('outbox_contents')
      .values({ id: content, content: sends.content, used: createdMs })
      .onConflict(each => each.column('id').doUpdateSet({ used: createdMs }))
      .execute();
  const row: ServerTables['outbox'] = {
    id,
    origin,
    run,
    recipient,
    detail,
    content,
    created: createdMs,
    fence: 0,
    attempts: 0,
    leased_until: 0,
    state: sends ? (isHeld ? 'held' : 'pending') : 'skipped',
    next_at: sends ? createdMs : null,
    finished: sends ? null : createdMs,
    target: sends?.target ?? null,
  };
  await db
    .insertInto('outbox')
    .values(row)
    .onConflict(each => each.doNothing())
    .execute();
}

function holding(db: ServerDb) {
  return {
    /** Oldest first. */
    async held(): Promise<readonly HeldMessage[]> {
      const rows = await db
        .selectFrom('outbox')
        .innerJoin('outbox_contents', 'outbox_contents.id', 'outbox.content')
        .select(['outbox.id', 'origin', 'recipient', 'created', 'target'])
        .select('outbox_contents.content as content')
        .where('state', '=', 'held')
        .where('next_at', 'is not', null)
        .orderBy('created')
        .orderBy('outbox.id')
        .execute();
      return rows.map(({ created, target, ...row }) => ({
        ...row,
        createdMs: created,
        target: target ?? '',
      }));
    },

    async hasDigestSince(recipient: string, sinceMs: number): Promise<boolean> {
      const row = await db
        .selectFrom('outbox')
        .select('id')
        .where('recipient', '=', recipient)
        .where('created', '>', sinceMs)
        .where('origin', '=', DIGEST_ORIGIN)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** For one process: messages end and their digest is added in one transaction, or nothing is done. */
    async endHeld(
      messages: readonly HeldMessage[],
      end: {
        readonly digest: NewMessage | null;
        readonly detail: string;
        readonly atMs: number;
      },
    ): Promise<void> {
      const { digest, detail, atMs } = end;
      const ids = messages.map(({ id }) => id);
      const last = { detail, finished: atMs, next_at: null, target: null, content: null };
      await db
        .transaction()
        .execute(async trx => {
          const { numUpdatedRows } = await trx
            .updateTable('outbox')
            .set({ ...last, state: 'skipped' })
            .where('id', 'in', ids)
            .where('state', '=', 'held')
            .executeTakeFirst();
          if (Number(numUpdatedRows) < ids.length) throw new HeldByOtherError();
          if (digest) await insertMessage(trx, digest);
        })
        .catch((error: unknown) => {
          if (!(error instanceof HeldByOtherError)) throw error;
        });
    },
  };
}

/** Another process has ended some of the messages. */
class HeldByOtherError extends Error {
  override readonly name = 'HeldByOtherError';
}

function leasing(db: ServerDb) {
  return {
    /** Messages whose time has come, at most `limit`, or `only` those of a run; each is leased by one process. */
    async lease(
      nowMs: number,
      limit: number,
      only: Pick<OutboxMessage, 'origin' | 'run'> | null = null,
    ): Promise<readonly LeasedMessage[]> {
      const of = only
        ? sql<boolean>`origin = ${only.origin} and run = ${only.run}`
        : sql<boolean>`1 = 1`;
      const rows = await db
        .selectFrom('outbox')
        .selectAll()
        .where('state', '=', 'pending')
        .where(isDue(nowMs))
        .where(of)
        .where(isFree(nowMs))
        .orderBy('next_at')
        .limit(limit)
        .execute();
      const leased: LeasedMessage[] = [];
      for (const row of rows) {
        const { id, fence, attempts, target } = row;
        const own = { fence: fence + 1, attempts: attempts + 1, leased_until: nowMs + LEASE_MS };
        const { numUpdatedRows } = await db
          .updateTable('outbox')
          .set(own)
          .where('id', '=', id)
          .where('fence', '=', fence)
          .where('state', '=', 'pending')
          .executeTakeFirst();
        if (Number(numUpdatedRows) === 0) continue;
        const [stored] = await find({ db }, 'outbox_contents', { id: row.content ?? '' });
        leased.push({
          ...messageOf({ ...row, ...own }),
          fence: own.fence,
          target: target ?? '',
          content: stored?.content ?? '',
        });
      }
      return leased;
    },
  };
}

function upkeep(db: ServerDb) {
  return {
    /** Messages of a recipient since an instant, without digests and those that were skipped or held back. */
    async countSince(recipient: string, sinceMs: number): Promise<number> {
      const row = await db
        .selectFrom('outbox')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('recipient', '=', recipient)
        .where('created', '>', sinceMs)
        .where('state', 'not in', ['skipped', 'held'])
        .where('origin', '!=', DIGEST_ORIGIN)
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },

    /** Ends messages of an origin that were not sent. */
    async cancel(origin: string, detail: string, atMs: number): Promise<void> {
      await db
        .updateTable('outbox')
        .set({
          state: 'skipped',
          detail,
          finished: atMs,
          next_at: null,
          target: null,
          content: null,
        })
        .where('origin', '=', origin)
        .where('state', 'in', ['pending', 'held'])
        .execute();
    },

    async removeBefore(atMs: number, nowMs: number): Promise<void> {
      await remove({ db }, 'outbox', sql`created < ${atMs} and state not in ('pending', 'held')`);
      await remove({ db }, 'unsubscribe_tokens', sql`created < ${atMs}`);
      await remove(
        { db },
        'outbox_contents',
        sql`used < ${nowMs - CONTENT_MS}
          and id not in (select content from outbox where content is not null)`,
      );
    },
  };
}

function unsubscribing(db: ServerDb) {
  return {
    async addToken(hash: string, origin: string, recipient: string, created: number) {
      await db
        .insertInto('unsubscribe_tokens')
        .values({ hash, origin, recipient, created })
        .onConflict(each => each.doNothing())
        .execute();
    },
    /** What a token ends; null for an unknown one. */
    async ofToken(hash: string): Promise<{ origin: string; recipient: string } | null> {
      return (await find({ db }, 'unsubscribe_tokens', { hash }))[0] ?? null;
    },
    async unsubscribe(origin: string, recipient: string, at: number): Promise<void> {
      await db
        .insertInto('unsubscriptions')
        .values({ origin, recipient, at })
        .onConflict(each => each.doNothing())
        .execute();
    },
    async resubscribe(origin: string, recipient: string): Promise<void> {
      await remove({ db }, 'unsubscriptions', { origin, recipient });
    },
    /** Recipients who have unsubscribed from an origin. */
    async unsubscribed(origin: string): Promise<ReadonlySet<string>> {
      const rows = await find({ db }, 'unsubscriptions', { origin });
      return new Set(rows.map(({ recipient }) => recipient));
    },
    async forgetOrigin(origin: string): Promise<void> {
      await remove({ db }, 'unsubscriptions', { origin });
      await remove({ db }, 'unsubscribe_tokens', { origin });
    },
  };
}

/** One that waits longer than any that begins to wait now was stored before the clock was set back. */
export const isDue = (nowMs: number) =>
  sql<boolean>`next_at is not null and (next_at <= ${nowMs} or next_at > ${nowMs + MAX_WAIT_MS})`;

/** A lease that ends later than any that begins now was given before the clock was set back. */
export const isFree = (nowMs: number) =>
  sql<boolean>`(leased_until <= ${nowMs} or leased_until > ${nowMs + LEASE_MS})`;

const messageOf = (row: ServerTables['outbox']): OutboxMessage => ({
  id: row.id,
  origin: row.origin,
  run: row.run,
  recipient: row.recipient,
  state: row.state as MessageState,
  detail: row.detail,
  attempts: row.attempts,
  createdMs: row.created,
  nextMs: row.next_at,
  finishedMs: row.finished,
});
