import type { Instant } from '@tallyboard/core/time/units.ts';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { createGate } from '@tallyboard/jira/gate.ts';
import type { EngineCache } from './engine-cache.ts';
import { type Client, openSharedSession, type SharedSession } from './shared-session.ts';

/** Frames of one page open within this time. A later frame asks again who the user is and what is set. */
const PAGE_MS = 10_000;

/** How long a failed session is reused, so that frames starting together do not each retry. */
const FAILED_MS = 2_000;

export interface SharedSessionsSettings {
  readonly now: () => Instant;
  readonly cache: Promise<EngineCache | null>;
  /** Frames that open together share a session; else each has its own. */
  readonly shared: boolean;
  readonly warn?: ((error: unknown) => void) | undefined;
}

export type SharedSessions = ReturnType<typeof createSharedSessions>;

export function createSharedSessions(settings: SharedSessionsSettings) {
  const { now, cache, shared, warn } = settings;
  const gate = createGate();
  const ofClient = new Map<Client, SharedSession>();
  /** The newest session of each kind of frame. */
  const newest = new Map<string, { readonly session: SharedSession; readonly at: Instant }>();

  /** The frame is closed. */
  function release(client: Client): void {
    const session = ofClient.get(client);
    ofClient.delete(client);
    session?.clients.delete(client);
    if (session?.clients.size === 0) session.close();
  }

  function find(key: string, former: SharedSession | undefined): SharedSession | null {
    const open = newest.get(key);
    // A frame that starts again, as after changed settings, needs a new session.
    if (!shared || !open || open.session === former || open.session.clients.size === 0) return null;
    return now() - open.at < PAGE_MS ? open.session : null;
  }

  return {
    shared,
    release,
    /** The session for a frame that starts; releases its former one. */
    acquire(client: Client, info: HostInfo, gadget: boolean): SharedSession {
      const former = ofClient.get(client);
      const key = JSON.stringify([gadget, { ...info, dashboardItemId: null, gadget: null }]);
      const found = find(key, former);
      release(client);
      const fresh = former !== undefined;
      const session =
        found ??
        openSharedSession(client, {
          info,
          gadget,
          now,
          gate,
          cache,
          fresh,
          warn,
          ...(shared && { sharedMs: PAGE_MS }),
        });
      session.clients.add(client);
      ofClient.set(client, session);
      if (found === null) {
        newest.set(key, { session, at: now() });
        session.session.catch(() => {
          if (newest.get(key)?.session === session)
            newest.set(key, { session, at: now() - PAGE_MS + FAILED_MS });
        });
      }
      return session;
    },
  };
}
