import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createWorkerEngine } from './engine/worker-engine.ts';
import { readColorChoice, showColorChoice } from './start/color-choice.ts';
import { openHost } from './start/open-host.ts';

async function run(root: HTMLElement) {
  const host = await openHost(location.search);
  // A host that embeds us chooses the colours itself.
  if (host.info.standalone) showColorChoice(readColorChoice());
  const engine = createWorkerEngine(
    () => new Worker(new URL('./engine/worker.ts', import.meta.url), { type: 'module' }),
    host.request,
  );
  createRoot(root).render(<App host={host} engine={engine} />);
}

const root = document.getElementById('app');
if (root) void run(root);
