import { createHash, randomBytes } from 'node:crypto';
import Csrf from '@fastify/csrf';
import { backgroundWrites } from '@tallyboard/database/background-writes.ts';
import type { Session, SessionStore } from '@tallyboard/server-store/sessions.ts';

const hour = 3_600_000;

export interface SessionLife {
  /** Since the last request. */
  readonly idleMs: number;
  /** Since sign-in. */
  readonly wholeMs: number;
}

export const sessionLife: SessionLife = { idleMs: 12 * hour, wholeMs: 7 * 24 * hour };

/** Resolution of the last use, so that not every request writes. */
const noteEveryMs = 60_000;

/** The value of a session cookie: 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const isSecret = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{43}$/.test(text);

/** The store holds this hash, which is useless as a cookie. */
export const idOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');

const csrf = new Csrf({});

/** A token bound to the secret of the browser's session cookie. */
export const newCsrfToken = (secret: string): string => csrf.create(secret);

export const isCsrfToken = (secret: string, token: unknown): boolean =>
  typeof token === 'string' && csrf.verify(secret, token);

export function sessionsIn(store: SessionStore, now: () => number, life: SessionLife) {
  const inBackground = backgroundWrites();
  return {
    /** Returns a new secret for the cookie; never reuses one (session fixation). */
    async start(account: string, name: string, method: Session['method']): Promise<string> {
      const secret = newSecret();
      const at = now();
      const session = { id: idOf(secret), account, name, method, createdMs: at, usedMs: at };
      await store.add(session);
      return secret;
    },

    /** Null when missing or expired. */
    async find(secret: string): Promise<Session | null> {
      const session = await store.get(idOf(secret));
      if (!session) return null;
      const at = now();
      if (at - session.createdMs >= life.wholeMs || at - session.usedMs >= life.idleMs) {
        inBackground(session.id, () => store.end(session.id));
        return null;
      }
      if (Math.abs(at - session.usedMs) > noteEveryMs)
        inBackground(session.id, () => store.touch(session.id, at));
      return session;
    },

    end: (secret: string): Promise<void> => store.end(idOf(secret)),

    endAllOf: (account: string): Promise<void> => store.endAllOf(account),

    endOld: (): Promise<void> => store.endOld(now() - life.wholeMs, now() - life.idleMs),
  };
}

export type Sessions = ReturnType<typeof sessionsIn>;
