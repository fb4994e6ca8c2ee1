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

export type Audit = ReturnType<typeof createAudit>;

const MAX_DETAIL = 2000;

/** Records changes in the store and in the log. */
export function createAudit(
  store: Pick<AuditStore, 'add'>,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  now: () => number,
) {
  return {
    /** Never rejects: a line that cannot be stored is logged. */
    async note({ account, action, target, detail = '' }: Change): Promise<void> {
      const line = { account, action, target };
      log.info({ audit: line }, 'change');
      const plain = detail.replaceAll('\0', '');
      const cut = plain.length > MAX_DETAIL ? `${plain.slice(0, MAX_DETAIL)}…` : plain;
      try {
        await store.add({ atMs: now(), ...line, detail: cut });
      } catch (error) {
        log.error({ err: error, audit: line }, 'a line of the audit could not be stored');
      }
    },
  };
}
