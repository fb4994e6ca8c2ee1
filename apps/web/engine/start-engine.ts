import type { Engine } from '@tallyboard/engine/calls.ts';
import { createWorkerEngine } from '@tallyboard/engine/worker/worker-engine.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { reportError } from '../error-reports/report-error.ts';
import { openSharedWorker, workerSpawner } from './spawn-worker.ts';

/** Our own pages that show gadgets in frames. */
const DASHBOARDS = /^\/(dashboards\/.+|wallboard\/?)?$/;

/**
 * Starts the engine's worker before the page has its host, and returns the function that connects them. A dashboard
 * computes nothing itself: it starts the worker that its frames will share.
 */
export function startEngine(
  page: Pick<Window, 'parent' | 'location'>,
): (request: RequestFunction) => Engine {
  const framed = page.parent !== page;
  const isDashboard = !framed && DASHBOARDS.test(page.location.pathname);
  if (isDashboard) openSharedWorker();
  let join: (request: RequestFunction) => void = () => {};
  const joined = new Promise<RequestFunction>(resolve => {
    join = resolve;
  });
  const engine = createWorkerEngine(
    workerSpawner(framed),
    async (http, signal) => (await joined)(http, signal),
    { eager: !isDashboard, onFailure: reportError },
  );
  return request => {
    join(request);
    return engine;
  };
}
