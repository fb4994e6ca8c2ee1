import type { HubPort } from './hub.ts';
import type { Message } from './rpc.ts';
import type { WorkerLike } from './worker-engine.ts';

/** The part of a SharedWorker that is used. */
export interface SharedWorkerLike {
  readonly port: HubPort;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** A worker without a first message by then cannot be used. */
const TIMEOUT_MS = 10_000;

/**
 * The frame's end of a shared worker. Calls `onerror` when the worker cannot be used, or ends while the frame is open.
 */
export function connectShared(
  shared: SharedWorkerLike,
  locks: LockManager,
  name: string,
  timeoutMs: number = TIMEOUT_MS,
): WorkerLike {
  const { port } = shared;
  const lock = `tallyboard frame ${name}`;
  const closing = new AbortController();
  /** Messages sent before this frame has its lock. */
  let early: Message[] | null = [];
  const fail = (message: string) => {
    if (closing.signal.aborted) return;
    // The event of a dedicated worker.
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
  // Third-party frames are refused where the browser blocks their storage.
  locks
    .request(lock, { signal: closing.signal }, lives)
    .catch(() => fail('The browser refuses the lock of this frame.'));
  const timer = setTimeout(() => fail('The shared worker does not answer.'), timeoutMs);
  shared.onerror = event => fail(event.message || 'The shared worker could not be started.');
  port.onmessage = event => {
    const { data } = event;
    if (data.kind !== 'lives') return like.onmessage?.(event as MessageEvent<Message>);
    clearTimeout(timer);
    locks
      .request(data.lock, { signal: closing.signal }, () => fail('The shared worker has ended.'))
      .catch(() => {});
  };

  const like: WorkerLike = {
    onmessage: null,
    onerror: null,
    onmessageerror: null,
    postMessage(message, transfer) {
      // Early messages are calls, which transfer nothing.
      if (early) early.push(message);
      else port.postMessage(message, transfer);
    },
    terminate() {
      closing.abort();
      clearTimeout(timer);
      port.close();
    },
  };
  return like;
}
