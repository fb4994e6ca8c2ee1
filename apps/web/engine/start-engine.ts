import type { Engine } from '@tallyboard/engine/calls.ts';
import { connectShared } from '@tallyboard/engine/worker/shared-port.ts';
import {
  createWorkerEngine,
  type WorkerEngine,
  type WorkerLike,
} from '@tallyboard/engine/worker/worker-engine.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { reportError } from '../error-reports/report-error.ts';

/** Our own pages that show gadgets. */
const DASHBOARDS = /^\/(dashboards\/.+|wallboard\/?)?$/;

/** Its figures are computed by the server. */
const LINKED_WALL = /^\/wall\/\d/;

/**
 * Starts the engine's worker before the page has its host, and returns the function that connects them. A dashboard
 * starts the worker that its gadgets will share.
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
    async (...args) => (await joined)(...args),
    { eager: !isDashboard && !LINKED_WALL.test(page.location.pathname), onFailure },
  );
  return request => {
    join(request);
    return engine;
  };
}

/** An engine for a gadget of our own dashboard; all of one page share a worker and what it has loaded. */
export const openGadgetEngine = (request: RequestFunction): WorkerEngine =>
  createWorkerEngine(workerSpawner(true), request, { onFailure });

function onFailure(error: unknown): void {
  if (!isAbort(error)) console.warn(error);
  reportError(error);
}

/** The worker that all gadgets of this origin share, in frames or not; null where the browser has no SharedWorker. */
function openSharedWorker(): SharedWorker | null {
  // Without Web Locks (insecure connection) neither side notices the end of the other.
  if (typeof SharedWorker === 'undefined' || !navigator.locks) return null;
  try {
    return new SharedWorker(new URL('./shared-worker.ts', import.meta.url), {
      type: 'module',
      name: 'tallyboard',
    });
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/** Returns the function that starts a worker: the shared one for gadgets, unless it has failed before. */
function workerSpawner(isGadget: boolean): () => WorkerLike {
  let shares = isGadget;
  return () => {
    const shared = shares ? openSharedWorker() : null;
    // A shared worker that ended or did not answer is not tried again.
    shares = false;
    if (shared) return connectShared(shared, navigator.locks, crypto.randomUUID());
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  };
}
