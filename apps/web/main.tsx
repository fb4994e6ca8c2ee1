import { awaitBridge, BridgeMissingError } from '@tallyboard/hosts/bridge/await-bridge.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { presentFlags } from '@tallyboard/ui/feedback/flags.tsx';
import { showPrintLayout } from '@tallyboard/ui/text/print.ts';
import { AppRoot } from '@tallyboard/ui/theme/app-root.tsx';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startEngine } from './engine/start-engine.ts';
import { startErrorReports } from './error-reports/report-error.ts';
import { PageProblem } from './page-problem.tsx';
import { type Route, routeOf } from './router/routes.ts';
import { preloadScreen } from './screens.ts';
import { readColorChoice, showColorChoice } from './start/color-choice.ts';
import { watchHost } from './start/host-trouble.tsx';
import { openHost } from './start/open-host.ts';
import { isFramedByOther, type StartMode, startModeOf } from './start/start-mode.ts';

async function run(root: HTMLElement) {
  const { hostname, port, search } = location;
  const framedByOther = isFramedByOther(window);
  const mode = startModeOf({ hostname, port, search, framedByOther });
  startErrorReports(document, mode);
  let opened: Awaited<ReturnType<typeof openMode>>;
  try {
    opened = await openMode(mode);
  } catch (error) {
    if (!(error instanceof BridgeMissingError)) throw error;
    createRoot(root).render(
      <AppRoot>
        <PageProblem
          title="Jira didn't respond"
          messages={[error.message]}
          onRetry={() => location.reload()}
        />
      </AppRoot>,
    );
    return;
  }
  const { host, route } = opened;
  await screen;
  // A host chooses the colors itself.
  if (host.info.standalone) showColorChoice(readColorChoice());
  followHost(host);
  const engine = engineWith(watchHost(host.request));
  createRoot(root).render(<App host={host} engine={engine} route={route} />);
}

const MISSING =
  'This page is a part of Jira and does not work by itself. Open Tallyboard from a project or a dashboard in Jira.';

/**
 * Opens the host of a start-up mode. `route` is the only screen of a mode without a router; null: the address decides.
 * Rejects with a BridgeMissingError.
 */
async function openMode(mode: StartMode): Promise<{ host: Host; route: Route | null }> {
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

/** Follows the host's color mode, print layout, flags and links. */
function followHost(host: Host): void {
  host.onColorMode(showColorChoice);
  presentFlags(host.showFlag);
  host.onPrintLayout?.(showPrintLayout);
  if (!host.can.newTabs) openLinksBy(host);
}

/** A sandboxed frame cannot open tabs. */
function openLinksBy(host: Host): void {
  document.addEventListener('click', event => {
    const link =
      event.target instanceof Element ? event.target.closest('a[target="_blank"]') : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
    event.preventDefault();
    host.open(link.href);
  });
}

const engineWith = startEngine(window);
const screen = preloadScreen(location);
const root = document.getElementById('app');
if (root) void run(root);
