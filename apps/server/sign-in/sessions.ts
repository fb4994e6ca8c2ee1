import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Access, Session } from '@tallyboard/replica/store/access.ts';

const hour = 3_600_000;

export interface SessionLife {
  /** Without a call. */
  readonly idleMs: number;
  /** Whatever happens. */
  readonly wholeMs: number;
}

export const sessionLife: SessionLife = { idleMs: 12 * hour, wholeMs: 7 * 24 * hour };

/** How exactly the last use is known: not every call is worth a write. */
const noteEveryMs = 60_000;

/** What a browser holds: 256 bits that say nothing. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const isSecret = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{43}$/.test(text);

/** Under this the store knows a secret: who reads the store cannot sign in with it. */
export const idOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');

/** What a page has to send along with a change. It follows from the secret, which no other site's page can read. */
export const tokenOf = (secret: string): string =>
  createHmac('sha256', secret).update('tallyboard change').digest('base64url');

export function isTokenOf(secret: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  const [own, other] = [Buffer.from(tokenOf(secret)), Buffer.from(given)];
  return own.length === other.length && timingSafeEqual(own, other);
}

/** Sessions in the store, with the time that they last. */
export function sessionsIn(access: Access, now: () => number, life: SessionLife) {
  return {
    /** Starts a session and returns what the browser is to hold. Always a new one: none is ever taken over. */
    async start(account: string, name: string, method: Session['method']): Promise<string> {
      const secret = newSecret();
      const at = now();
      const session = { id: idOf(secret), account, name, method, createdMs: at, usedMs: at };
      await access.addSession(session);
      return secret;
    },

    /** The session of a secret while it lasts. */
    async find(secret: string): Promise<Session | null> {
      const session = await access.session(idOf(secret));
      if (!session) return null;
      const at = now();
      if (at - session.createdMs >= life.wholeMs || at - session.usedMs >= life.idleMs) {
        await access.endSession(session.id);
        return null;
      }
      if (at - session.usedMs > noteEveryMs) await access.useSession(session.id, at);
      return session;
    },

    end: (secret: string): Promise<void> => access.endSession(idOf(secret)),

    endOld: (): Promise<void> => access.endOldSessions(now() - life.wholeMs, now() - life.idleMs),
  };
}

export type Sessions = ReturnType<typeof sessionsIn>;
