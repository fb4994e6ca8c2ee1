import type { Greeting } from './hub.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import type { WorkerLike } from './worker-engine.ts';

/** The part of a SharedWorker that is used. */
export interface SharedWorkerLike {
  readonly port: {
    onmessage: ((event: MessageEvent<FromWorker | Greeting>) => void) | null;
    postMessage(message: ToWorker | Greeting): void;
    close(): void;
  };
  onerror: ((event: ErrorEvent) => void) | null;
}

/** A worker that has not said a word by then cannot be used. */
const PATIENCE_MS = 10_000;

/**
 * The worker that frames share, as this frame sees it. `onerror` is told when the worker cannot be used, and when it
 * ends while this frame still lives.
 */
export function connectShared(
  shared: SharedWorkerLike,
  locks: LockManager,
  name: string,
  patienceMs: number = PATIENCE_MS,
): WorkerLike {
  const { port } = shared;
  const lock = `tallyboard frame ${name}`;
  const closing = new AbortController();
  /** What is said before the worker can tell that this frame lives. */
  let early: ToWorker[] | null = [];
  const fail = (message: string) => {
    if (closing.signal.aborted) return;
    // As a worker of our own tells it.
    like.onerror?.(Object.assign(new Event('error'), { message }) as ErrorEvent);
  };

  const lives = () => {
    port.postMessage({ kind: 'lives', lock });
    for (const message of early ?? []) port.postMessage(message);
    early = null;
    return new Promise<void>(release => {
      closing.signal.addEventListener('abort', () => release(), { once: true });
    });
  };
  // Refused to frames of other sites where the reader keeps those from storing anything.
  locks
    .request(lock, { signal: closing.signal }, lives)
    .catch(() => fail('The browser refuses the lock of this frame.'));
  const timer = setTimeout(() => fail('The shared worker does not answer.'), patienceMs);
  shared.onerror = event => fail(event.message || 'The shared worker could not be started.');
  port.onmessage = event => {
    const { data } = event;
    if (data.kind !== 'lives') return like.onmessage?.(event);
    clearTimeout(timer);
    locks
      .request(data.lock, { signal: closing.signal }, () => fail('The shared worker has ended.'))
      .catch(() => {});
  };

  const like: WorkerLike = {
    onmessage: null,
    onerror: null,
    onmessageerror: null,
    postMessage(message) {
      // Nobody but the engine of this frame writes to it.
      if (early) early.push(message as ToWorker);
      else port.postMessage(message as ToWorker);
    },
    terminate() {
      closing.abort();
      clearTimeout(timer);
      port.close();
    },
  };
  return like;
}
