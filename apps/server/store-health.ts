import { setTimeout } from 'node:timers/promises';
import { OpenError } from '@tallyboard/database/process/open-error.ts';
import { type StoreTrouble, storeTrouble } from '@tallyboard/database/store-error.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { FastifyBaseLogger } from 'fastify';

type Log = Pick<FastifyBaseLogger, 'error'>;

interface Readiness {
  /** Why the database cannot answer or be written to; null if it can. */
  readonly reason: string | null;
  /** Why reports cannot be computed; absent if they can. */
  readonly reports?: { readonly reason: string };
  /** Ages of a mirror in seconds; null if not copied yet. */
  readonly mirror?: {
    readonly dataSeconds: number | null;
    readonly permissionsSeconds: number | null;
  };
}

export type StoreHealth = ReturnType<typeof createStoreHealth>;

/** Each kind of trouble is logged once in this time. */
const LOG_MS = 60_000;
/** Anybody may ask: a write is tried no more often. Spans have no sign: the clock may be set back. */
const TRY_MS = 5_000;
/** More than the pages of a file that are free by chance. */
const TRY_BYTES = 65_536;
const SCOPE = 'server';
const KEY = 'write test';

const ANSWER_MS = 1_900;
const AGES_MS = 1_000;
const AWAY: Readiness = { reason: 'The database does not answer.' };

/** What is wrong with the database, from the errors of calls, as /ready reports it. */
export function createStoreHealth(
  store: Pick<Store, 'ping' | 'properties' | 'mirror'>,
  log: Log,
  now: () => number,
) {
  /** Until a write succeeds; damage stays until the server is started again. */
  let lasting: StoreTrouble | null = null;
  const loggedMs = new Map<StoreTrouble['kind'], number>();
  let reports: Pick<Readiness, 'reports'> = {};
  let triedMs = Number.NEGATIVE_INFINITY;
  let asking: Promise<Readiness> | null = null;

  async function tryWrite(): Promise<void> {
    if (Math.abs(now() - triedMs) < TRY_MS) return;
    triedMs = now();
    try {
      await store.properties.set(SCOPE, KEY, 'x'.repeat(TRY_BYTES));
      await store.properties.delete(SCOPE, KEY);
      lasting = null;
    } catch (error) {
      note(error);
    }
  }

  async function ask(): Promise<Readiness> {
    try {
      if (lasting !== null && lasting.kind !== 'damaged') await tryWrite();
      if (lasting !== null) return { reason: lasting.message };
      await store.ping();
      // A server is ready also while its connections are all in use.
      const late = setTimeout(AGES_MS, {}, { ref: false });
      const ages = await Promise.race([mirrorAges(store, now()), late]);
      return { reason: null, ...reports, ...ages };
    } catch (error) {
      note(error);
      return AWAY;
    }
  }

  /** Null if the error has another cause. */
  function note(error: unknown): StoreTrouble | null {
    const trouble = storeTrouble(error);
    if (trouble === null) return null;
    const { kind, message } = trouble;
    if (kind !== 'away' && lasting?.kind !== 'damaged') lasting = trouble;
    if (Math.abs(now() - (loggedMs.get(kind) ?? Number.NEGATIVE_INFINITY)) >= LOG_MS) {
      loggedMs.set(kind, now());
      const { code, message: reason } = error as { code?: unknown; message?: unknown };
      log.error({ code, reason }, message);
    }
    return trouble;
  }

  return {
    note,
    /** Logs a failure: once a minute, and without a stack, if the database is the cause. */
    log(error: unknown, what: string): void {
      if (!note(error)) log.error({ err: error }, what);
    },
    /** Takes note of how a report ends in its process: not every caller passes an error on. */
    async watch<Value>(report: Promise<Value>): Promise<Value> {
      try {
        const value = await report;
        reports = {};
        return value;
      } catch (error) {
        note(error);
        if (error instanceof OpenError) reports = { reports: { reason: unopened(error) } };
        throw error;
      }
    },
    /** Answers within 2 s. */
    readiness(): Promise<Readiness> {
      asking ??= ask().finally(() => {
        asking = null;
      });
      return Promise.race([asking, setTimeout(ANSWER_MS, AWAY, { ref: false })]);
    },
  };
}

/** Without its message, which may name files and accounts. */
const unopened = ({ code }: OpenError): string =>
  `The process that computes reports cannot open the database${typeof code === 'string' ? ` (${code})` : ''}.`;

async function mirrorAges({ mirror }: Pick<Store, 'mirror'>, now: number) {
  const state = await mirror.state();
  if (!state) return {};
  const ageOf = (atMs: number | null | undefined) =>
    typeof atMs === 'number' ? Math.max(0, Math.round((now - atMs) / 1000)) : null;
  const { asOfMs, accessMs } = state;
  return { mirror: { dataSeconds: ageOf(asOfMs), permissionsSeconds: ageOf(accessMs) } };
}
