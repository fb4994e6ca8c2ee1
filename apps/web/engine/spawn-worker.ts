import { connectShared } from '@tallyboard/engine/worker/shared-port.ts';
import type { WorkerLike } from '@tallyboard/engine/worker/worker-engine.ts';

/** The worker that all frames of this origin share; null where there is none, as in browsers that lack it. */
export function openSharedWorker(): SharedWorker | null {
  // Without locks, as over an insecure connection, nobody learns of the end of the other.
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
    // One that ends or does not answer is not tried again.
    shares = false;
    if (shared) return connectShared(shared, navigator.locks, crypto.randomUUID());
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  };
}
