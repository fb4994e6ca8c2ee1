import type { HttpRequest, RequestFunction } from '@tallyboard/jira/http.ts';
import {
  type Args,
  createEngineOf,
  type Engine,
  type Method,
  type Value,
  type Watch,
} from '../calls.ts';
import { EngineError, type Failure } from '../failure.ts';
import { createRpcEnd, type Message, type RpcEnd } from './rpc.ts';

/** The part of a Worker that is used, so that tests can put two ends of a channel here. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<Message>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  postMessage(message: Message, transfer: Transferable[]): void;
  terminate(): void;
}

export interface WorkerEngineSettings {
  /** Starts the worker before its first call. */
  readonly eager?: boolean;
  /** Called with each failure that the worker reports. */
  readonly onFailure?: (error: unknown) => void;
}

export interface WorkerEngine extends Engine {
  /** Ends the worker; calls under way reject. */
  close(): void;
}

/** Workers that fail before their first message, until that counts as a crash. */
const MAX_FAILS = 2;

const CRASHED: Failure = {
  kind: 'crash',
  status: 0,
  title: 'The calculation stopped unexpectedly',
  messages: ['Nothing is lost. Load again to go on; if it happens again, narrow the query.'],
};

const CLOSED = new DOMException('The engine was closed.', 'AbortError');

/** Rejects calls to a worker that never started, which are repeated with the next one. */
const NEVER_STARTED = new Error('The worker never started.');

/**
 * An engine in a worker. When the worker dies, every call under way rejects with a 'crash' failure and the next call
 * starts a new worker; datasets of the old one are gone, and a load brings them back.
 */
export function createWorkerEngine(
  spawn: () => WorkerLike,
  requestHost: RequestFunction,
  { eager = false, onFailure }: WorkerEngineSettings = {},
): WorkerEngine {
  let current: RpcEnd | null = null;
  let terminate = () => {};
  let closed = false;
  let fails = 0;
  let startArgs: Args<'start'> | null = null;
  /** The worker that has got `start`. */
  let started: RpcEnd | null = null;

  function open(): RpcEnd {
    const worker = spawn();
    let hasAnswered = false;
    const end = createRpcEnd(
      (message, transfer) => worker.postMessage(message, transfer),
      (_, http, { signal, onProgress }) => requestHost(http as HttpRequest, signal, onProgress),
    );
    const crash = (cause: unknown) => {
      worker.terminate();
      current = null;
      const isRetried = !hasAnswered && ++fails < MAX_FAILS;
      if (isRetried) open();
      end.close(isRetried ? NEVER_STARTED : new EngineError(CRASHED, cause));
    };
    worker.onmessage = ({ data }) => {
      hasAnswered = true;
      fails = 0;
      end.receive(data);
    };
    worker.onerror = event => crash(event.message);
    worker.onmessageerror = () => crash('A message could not be read.');
    current = end;
    terminate = () => worker.terminate();
    return end;
  }

  async function run<M extends Method>(method: M, args: Args<M>, watch?: Watch): Promise<Value<M>> {
    if (closed) throw CLOSED;
    const end = current ?? open();
    if (method === 'start') startArgs = args as Args<'start'>;
    // A new worker has no session: its calls wait for `start`.
    else if (startArgs && started !== end) void end.call('start', startArgs).catch(() => {});
    started = end;
    try {
      return (await end.call(method, args, watch)) as Value<M>;
    } catch (error) {
      if (error === NEVER_STARTED) {
        // Null when the next worker has failed too.
        if (current) return run(method, args, watch);
        throw new EngineError(CRASHED, error);
      }
      if (current === end) onFailure?.(error);
      throw error;
    }
  }

  if (eager) open();
  return {
    ...createEngineOf(run),
    close() {
      closed = true;
      terminate();
      current?.close(CLOSED);
      current = null;
    },
  };
}
