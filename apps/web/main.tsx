import { BridgeMissingError } from '@tallyboard/hosts/bridge/await-bridge.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startEngine } from './engine/start-engine.ts';
import { startErrorReports } from './error-reports/start-error-reports.ts';
import { preloadScreen } from './screens.ts';
import { readColorChoice, showColorChoice } from './start/color-choice.ts';
import { followHost } from './start/follow-host.ts';
import { type OpenedMode, openMode } from './start/open-mode.ts';
import { isFramedByOther, startModeOf } from './start/start-mode.ts';

async function run(root: HTMLElement) {
  const { hostname, port, search } = location;
  const framedByOther = isFramedByOther(window);
  const mode = startModeOf({ hostname, port, search, framedByOther });
  startErrorReports(document, mode);
  let opened: OpenedMode;
  try {
    opened = await openMode(mode);
  } catch (error) {
    if (!(error instanceof BridgeMissingError)) throw error;
    const { default: NoHost } = await import('./start/no-host.tsx');
    createRoot(root).render(<NoHost message={error.message} />);
    return;
  }
  const { host, route } = opened;
  await screen;
  // A host chooses the colors itself.
  if (host.info.standalone) showColorChoice(readColorChoice());
  followHost(host);
  const engine = engineWith(host.request);
  createRoot(root).render(<App host={host} engine={engine} route={route} />);
}

const engineWith = startEngine(window);
const screen = preloadScreen(location);
const root = document.getElementById('app');
if (root) void run(root);
