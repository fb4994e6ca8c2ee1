import type { Host } from '@tallyboard/hosts/host.ts';
import type { Route } from '../router/routes.ts';
import { openHost } from './open-host.ts';
import type { StartMode } from './start-mode.ts';

export interface OpenedMode {
  readonly host: Host;
  /** The only screen of a mode without a router; null: the address decides. */
  readonly route: Route | null;
}

/** Opens the host of a start-up mode. Rejects with a BridgeMissingError. */
export async function openMode(mode: StartMode): Promise<OpenedMode> {
  if (mode === 'developer-hosted') {
    const { openDeveloperHosted } = await import('./developer-hosted.ts');
    return openDeveloperHosted();
  }
  if (mode === 'server') {
    const { openServerMode } = await import('./server-mode.ts');
    return openServerMode(location);
  }
  return { host: await openHost(location.search), route: null };
}
