/** What every screen of a running app stands on. */
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import type { Engine } from '@tallyboard/engine/calls.ts';
import type { Site } from '@tallyboard/engine/site/site.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { createContext, useContext } from 'react';
import type { Edition } from './edition.ts';

export interface Session {
  readonly host: Host;
  readonly engine: Engine;
  readonly site: Site;
  /** What the app may show; see edition.ts. */
  readonly edition: Edition;
  /** The viewer's zone: the one of the account, else the browser's. */
  readonly zone: ZoneId;
  readonly now: () => Instant;
  /** Learns of the site anew, as after changed settings: reports load again. The screen stays meanwhile. */
  readonly restart: () => void;
}

export const SessionContext = createContext<Session | null>(null);

/** Throws outside of a started app: a screen that needs a session is never shown without one. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This screen needs a started app.');
  return session;
}
