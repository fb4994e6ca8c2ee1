import { awaitBridge } from '@tallyboard/hosts/bridge/await-bridge.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { type Route, routeOf } from '../router/routes.ts';
import { openHost } from './open-host.ts';
import type { StartMode } from './start-mode.ts';

const MISSING =
  'This page is a part of Jira and does not work by itself. Open Tallyboard from a project or a dashboard in Jira.';

export interface OpenedMode {
  readonly host: Host;
  /** The only screen of a mode without a router; null: the address decides. */
  readonly route: Route | null;
}

/** Opens the host of a start-up mode. Rejects with a BridgeMissingError. */
export async function openMode(mode: StartMode): Promise<OpenedMode> {
  if (mode === 'developer-hosted') {
    // @forge/bridge throws when it loads before the bridge exists.
    await awaitBridge(() => Reflect.get(window, '__bridge'), { missing: MISSING });
    const { openForgeHost } = await import('@tallyboard/hosts/forge/forge-host.ts');
    const host = await openForgeHost();
    return { host, route: routeOf('/reports', host.info) };
  }
  const { search, pathname } = location;
  if (mode === 'main') return { host: await openHost(search), route: null };
  const { openDataCenterHost } = await import('@tallyboard/hosts/data-center/data-center-host.ts');
  const host = await openDataCenterHost({ search, page: location, frame: window });
  // The plugin has one HTML file; the query names the screen.
  const named = routeOf(pathname, host.info);
  return { host, route: named.screen === 'unknown' ? routeOf('/reports', host.info) : named };
}
