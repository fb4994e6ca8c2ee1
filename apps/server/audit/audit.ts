import type { Access } from '@tallyboard/replica/store/access.ts';
import type { FastifyBaseLogger } from 'fastify';

export interface Change {
  /** Who: an account, 'local' where nobody signs in. */
  readonly account: string;
  /** What: 'sign-in', 'PUT'... */
  readonly action: string;
  /** Of what: a path without its query. */
  readonly target: string;
  /** More for whoever reads the audit: the body that was sent. It stays out of the log. */
  readonly detail?: string;
}

export interface Audit {
  /** Never fails: what was done is done, and a line that could not be kept is told in the log. */
  note(change: Change): Promise<void>;
}

const MAX_DETAIL = 2000;

/** Notes each change, in the store for whoever asks later and in the log for whoever watches. */
export function createAudit(
  access: Pick<Access, 'addAudit'>,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  now: () => number,
): Audit {
  return {
    async note({ account, action, target, detail = '' }) {
      const line = { account, action, target };
      log.info({ audit: line }, 'change');
      const plain = detail.replaceAll('\0', '');
      const cut = plain.length > MAX_DETAIL ? `${plain.slice(0, MAX_DETAIL)}…` : plain;
      try {
        await access.addAudit({ atMs: now(), ...line, detail: cut });
      } catch (error) {
        log.error({ err: error, audit: line }, 'a line of the audit could not be stored');
      }
    },
  };
}
