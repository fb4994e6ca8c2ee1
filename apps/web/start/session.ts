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
  readonly edition: Edition;
  /** Zone of the user's account, else of the browser. */
  readonly zone: ZoneId;
  readonly now: () => Instant;
  /** Loads the site again, such as after changed settings. The screen stays. */
  readonly restart: () => void;
}

export const SessionContext = createContext<Session | null>(null);

/** What figures need to be drawn: also where no site is loaded, as on a wall by a display link. */
export type FigureSession = Pick<Session, 'host' | 'zone' | 'now'>;

export const FigureSessionContext = createContext<FigureSession | null>(null);

/** Throws outside a started app and a wall. */
export function useFigureSession(): FigureSession {
  const own = useContext(FigureSessionContext);
  const session = useContext(SessionContext);
  const found = own ?? session;
  if (!found) throw new Error('Figures need a started app or a wall.');
  return found;
}

/** Throws outside a started app. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This screen needs a started app.');
  return session;
}

/** The id of the saved report that is shown as it was saved; null for other figures. */
export const ShownSavedReport = createContext<string | null>(null);
