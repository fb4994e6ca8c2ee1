import { connectShared } from '@tallyboard/engine/worker/shared-port.ts';
import type { WorkerLike } from '@tallyboard/engine/worker/worker-engine.ts';

/** The worker that all frames of this origin share; null where the browser has no SharedWorker. */
export function openSharedWorker(): SharedWorker | null {
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

/** Returns the function that starts a worker: the shared one for frames, unless it has failed before. */
export function workerSpawner(frame: boolean): () => WorkerLike {
  let shares = frame;
  return () => {
    const shared = shares ? openSharedWorker() : null;
    // A shared worker that ended or did not answer is not tried again.
    shares = false;
    if (shared) return connectShared(shared, navigator.locks, crypto.randomUUID());
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  };
}
