import { setTimeout } from 'node:timers/promises';
import type { AuditStore } from '@tallyboard/server-store/audit.ts';
import type { FastifyBaseLogger } from 'fastify';

interface Change {
  /** An account; 'local' without sign-in. */
  readonly account: string;
  /** 'sign-out', 'changed here'... */
  readonly action: string;
  /** A path without its query, or an address. */
  readonly target: string;
  /** The body that was sent; never logged. */
  readonly detail?: string;
}

interface Refusal {
  /** As it was tried, see `triedName`. */
  readonly account: string;
  readonly action?: 'sign-in failed' | 'wrong code' | 'key refused';
  readonly address: string;
  /** 'wrong password'... */
  readonly why: string;
}

export type Audit = ReturnType<typeof createAudit>;

const MAX_DETAIL = 2000;
const HOUR_MS = 3_600_000;
/** How long an answer waits for its line, while another process writes to the database. */
const STORE_MS = 500;
/** Refusals that a process stores in an hour, so that no flood of one kind or address hides another; further ones are only logged. */
const MAX_OF_ADDRESS = 50;
const MAX_OF_ACTION = 1_000;
const MAX_ADDRESSES = 10_000;

/** Records changes and refused sign-ins in the store and in the log. */
export function createAudit(
  store: Pick<AuditStore, 'add'>,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
  /** Logs a line that could not be stored. */
  onFailure: (error: unknown, what: string) => void,
  now: () => number,
) {
  let hour = 0;
  /** Refusals of this hour, by action, and by action and address. */
  const refusals = new Map<string, number>();
  /** Refusals that were not stored, by action. */
  const left = new Map<string, number>();
  const count = (counts: Map<string, number>, name: string): number => {
    const next = (counts.get(name) ?? 0) + 1;
    counts.set(name, next);
    return next;
  };
  async function add(line: Omit<Required<Change>, 'detail'>, detail: string): Promise<void> {
    const stored = store
      .add({ atMs: now(), ...line, detail: cut(detail) })
      .catch((error: unknown) => onFailure(error, 'a line of the audit could not be stored'));
    await Promise.race([stored, setTimeout(STORE_MS, undefined, { ref: false })]);
  }

  /** Stores how many refusals were left out. Never rejects. */
  async function closeHour(): Promise<void> {
    const lines = [...left].map(([action, number]) => ({ action, number }));
    refusals.clear();
    left.clear();
    for (const { action, number } of lines)
      await add({ account: '', action, target: '' }, `${number} more, only in the log`);
  }

  return {
    closeHour,
    /** Never rejects. */
    async note({ account, action, target, detail = '' }: Change): Promise<void> {
      const line = { account, action, target };
      log.info({ audit: line }, 'change');
      await add(line, detail);
    },
    /** Who read what. Never rejects. */
    async read({ account, action, target, detail = '' }: Change): Promise<void> {
      const line = { account, action, target };
      log.info({ audit: line }, 'read');
      await add(line, detail);
    },
    /** Never rejects. */
    async refuse({ account, action = 'sign-in failed', address, why }: Refusal): Promise<void> {
      const line = { account, action, target: address };
      log.warn({ audit: { ...line, why } }, 'sign-in refused');
      const current = Math.floor(now() / HOUR_MS);
      if (current !== hour) await closeHour();
      hour = current;
      const isKept =
        refusals.size < MAX_ADDRESSES &&
        count(refusals, `${action} ${address}`) <= MAX_OF_ADDRESS &&
        count(refusals, action) <= MAX_OF_ACTION;
      if (isKept) return add(line, why);
      if (count(left, action) > 1) return;
      await add(line, `${why}; more are only in the log`);
    },
  };
}

function cut(detail: string): string {
  const plain = detail.replaceAll('\0', '');
  return plain.length > MAX_DETAIL ? `${plain.slice(0, MAX_DETAIL)}…` : plain;
}
