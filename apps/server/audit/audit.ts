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
/** Refused sign-ins that a process stores in an hour; further ones are only logged. */
const MAX_REFUSALS = 500;

/** Records changes and refused sign-ins in the store and in the log. */
export function createAudit(
  store: Pick<AuditStore, 'add'>,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
  /** Logs a line that could not be stored. */
  onFailure: (error: unknown, what: string) => void,
  now: () => number,
) {
  let hour = 0;
  let refusals = 0;
  async function add(line: Omit<Required<Change>, 'detail'>, detail: string): Promise<void> {
    const stored = store
      .add({ atMs: now(), ...line, detail: cut(detail) })
      .catch((error: unknown) => onFailure(error, 'a line of the audit could not be stored'));
    await Promise.race([stored, setTimeout(STORE_MS, undefined, { ref: false })]);
  }

  return {
    /** Never rejects. */
    async note({ account, action, target, detail = '' }: Change): Promise<void> {
      const line = { account, action, target };
      log.info({ audit: line }, 'change');
      await add(line, detail);
    },
    /** Never rejects. */
    async refuse({ account, action = 'sign-in failed', address, why }: Refusal): Promise<void> {
      const line = { account, action, target: address };
      log.warn({ audit: { ...line, why } }, 'sign-in refused');
      const current = Math.floor(now() / HOUR_MS);
      refusals = current === hour ? refusals + 1 : 1;
      hour = current;
      if (refusals < MAX_REFUSALS) return add(line, why);
      if (refusals === MAX_REFUSALS) return add(line, `${why}; more are only in the log`);
    },
  };
}

function cut(detail: string): string {
  const plain = detail.replaceAll('\0', '');
  return plain.length > MAX_DETAIL ? `${plain.slice(0, MAX_DETAIL)}…` : plain;
}
