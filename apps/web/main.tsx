import { awaitBridge, HostRefusalError } from '@tallyboard/hosts/bridge/await-bridge.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { presentFlags } from '@tallyboard/ui/feedback/flags.tsx';
import { AppRoot } from '@tallyboard/ui/theme/app-root.tsx';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startEngine } from './engine/start-engine.ts';
import { startErrorReports } from './error-reports/report-error.ts';
import { PageProblem } from './page-problem.tsx';
import { type Route, routeOf } from './router/routes.ts';
import { preloadScreen } from './screens.ts';
import { readColorChoice, showColorChoice } from './start/color-choice.ts';
import { noteMissingHost, watchHost } from './start/host-trouble.tsx';
import { openHost } from './start/open-host.ts';
import { isFramedByOther, type StartMode, startModeOf } from './start/start-mode.ts';

async function run(root: HTMLElement) {
  const { hostname, port, search } = location;
  const framedByOther = isFramedByOther(window);
  const mode = startModeOf({ hostname, port, search, framedByOther });
  startErrorReports(document, mode);
  const react = createRoot(root);
  const opening = openMode(mode);
  const engine = engineWith(watchHost(async (...args) => (await opening).host.request(...args)));
  if (mode !== 'main' || new URLSearchParams(search).has('xdm_e')) {
    await screen;
    const { openingPage } = await import('./start/opening.tsx');
    react.render(openingPage(mode, engine, pluginRoute));
  }
  try {
    const { host, route } = await opening;
    await screen;
    // A host chooses the colors itself.
    if (host.info.standalone) showColorChoice(readColorChoice());
    followHost(host);
    react.render(<App host={host} engine={engine} route={route} />);
  } catch (error) {
    if (!(error instanceof HostRefusalError)) throw error;
    react.render(
      <AppRoot>
        <PageProblem
          title="Tallyboard could not be opened in this Jira site"
          messages={[error.message]}
          onRetry={() => location.reload()}
        />
      </AppRoot>,
    );
  }
}

const MISSING =
  'This page is a part of Jira and does not work by itself. Open Tallyboard from a project or a dashboard in Jira.';

/**
 * Opens the host of a start-up mode. `route` is the only screen of a mode without a router; null: the address decides.
 * Rejects with a HostRefusalError.
 */
async function openMode(mode: StartMode): Promise<{ host: Host; route: Route | null }> {
  if (mode === 'developer-hosted') {
    // @forge/bridge throws when it loads before the bridge exists.
    await awaitBridge(
      () => Reflect.get(window, '__bridge'),
      () => noteMissingHost(MISSING),
    );
    const { openForgeHost } = await import('@tallyboard/hosts/forge/forge-host.ts');
    const host = await openForgeHost();
    const route: Route = host.ruleForm ? { screen: 'rule-form' } : routeOf('/reports', host.info);
    return { host, route };
  }
  const { search } = location;
  if (mode === 'main') return { host: await openHost(search, noteMissingHost), route: null };
  const { openDataCenterHost } = await import('@tallyboard/hosts/data-center/data-center-host.ts');
  const host = await openDataCenterHost({
    search,
    page: location,
    frame: window,
    onLate: noteMissingHost,
  });
  return { host, route: pluginRoute(host) };
}

/** The plugin of Data Center has one HTML file; the query names the screen. */
function pluginRoute({ info }: Host): Route {
  const named = routeOf(location.pathname, info);
  return named.screen === 'unknown' ? routeOf('/reports', info) : named;
}

/** Follows the host's color mode, flags and links. */
function followHost(host: Host): void {
  host.onColorMode(showColorChoice);
  presentFlags(host.showFlag);
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
