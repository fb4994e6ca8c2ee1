import { openHost } from './open-host.ts';
import type { OpenedMode } from './opened-mode.ts';
import type { StartMode } from './start-mode.ts';

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
