/** The page until the frame around it answers. */
import type { Engine } from '@tallyboard/engine/calls.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { createFramelessHost } from '@tallyboard/hosts/standalone/standalone-host.ts';
import { AppRoot } from '@tallyboard/ui/theme/app-root.tsx';
import { App } from '../app.tsx';
import type { Route } from '../router/routes.ts';
import { HostTrouble } from './host-trouble.tsx';
import type { StartMode } from './start-mode.ts';

/** `pluginRoute` names the screen of a page without a router. */
export function openingPage(mode: StartMode, engine: Engine, pluginRoute: (host: Host) => Route) {
  const host = openingHost(location.search);
  if (mode !== 'developer-hosted')
    return <App host={host} engine={engine} route={mode === 'server' ? pluginRoute(host) : null} />;
  // Only the frame of Jira Cloud knows what the page shows.
  return (
    <AppRoot>
      <main className="tb-page-message">
        <p>Connecting to Jira</p>
        <progress aria-label="Connecting to Jira" />
        <HostTrouble />
      </main>
    </AppRoot>
  );
}

/** The host by the address of the page; licence and rights come with the answer. Its calls are never answered. */
const openingHost = (search: string): Host => ({
  ...createFramelessHost(
    { ...parseHostInfo(search), licensed: true, admin: false },
    () => new Promise(() => {}),
  ),
  opening: true,
});
