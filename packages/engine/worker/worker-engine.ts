/** The main thread's end of the RPC: sends calls to a Web Worker, and makes its requests to the host. */

import type { HttpReply, HttpRequest } from '@tallyboard/jira/http.ts';
import {
  type Args,
  createEngineOf,
  type Engine,
  type Method,
  type Value,
  type Watch,
} from '../calls.ts';
import type { Failure } from '../failure.ts';
import { EngineError } from '../failure.ts';
import type { FromWorker, ToWorker } from './messages.ts';

export type RequestHost = (request: HttpRequest, signal?: AbortSignal) => Promise<HttpReply>;

/** The part of a Worker that is used, so that tests can put two ends of a channel here. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: EngineError) => void;
  readonly watch: Watch;
  readonly message: ToWorker;
}

export interface WorkerEngineSettings {
  /** Starts the worker before its first call. */
  readonly eager?: boolean;
  /** Called with each failure that the worker reports. */
  readonly onFailure?: (error: EngineError) => void;
}

/** Workers that fail before their first message, until that counts as a crash. */
const MAX_FAILS = 2;

const CRASHED: Failure = {
  kind: 'crash',
  status: 0,
  title: 'The calculation stopped unexpectedly',
  messages: ['Nothing is lost. Load again to go on; if it happens again, narrow the query.'],
};

/**
 * An engine in a worker. When the worker dies, every call under way rejects with a 'crash' failure and the next call
 * starts a new worker; datasets of the old one are gone, and a load brings them back.
 */
export function createWorkerEngine(
  spawn: () => WorkerLike,
  requestHost: RequestHost,
  { eager = false, onFailure }: WorkerEngineSettings = {},
): Engine {
  const pending = new Map<number, Pending>();
  const requests = new Map<number, AbortController>();
  let worker: WorkerLike | null = null;
  let lastId = 0;
  /** The worker has sent a message. */
  let hasAnswered = false;
  let fails = 0;
  let startArgs: Args<'start'> | null = null;

  const post = (message: ToWorker) => worker?.postMessage(message);

  function crash(cause: unknown) {
    worker?.terminate();
    worker = null;
    if (!hasAnswered && ++fails < MAX_FAILS) {
      // It never started: the next worker gets the same calls.
      open();
      for (const { message } of pending.values()) post(message);
      return;
    }
    for (const controller of requests.values()) controller.abort();
    requests.clear();
    const stranded = [...pending.values()];
    pending.clear();
    for (const call of stranded) call.reject(new EngineError(CRASHED, cause));
  }

  async function forward(request: number, http: HttpRequest) {
    const from = worker;
    const controller = new AbortController();
    requests.set(request, controller);
    let answer: ToWorker;
    try {
      answer = { kind: 'reply', request, reply: await requestHost(http, controller.signal) };
    } catch (error) {
      answer = { kind: 'no-reply', request, message: String(error) };
    }
    if (worker !== from) return;
    requests.delete(request);
    post(answer);
  }

  function receive(message: FromWorker) {
    hasAnswered = true;
    fails = 0;
    if (message.kind === 'request') void forward(message.request, message.http);
    else if (message.kind === 'abort') requests.get(message.request)?.abort();
    else settle(message);
  }

  function settle(message: Extract<FromWorker, { id: number }>) {
    const call = pending.get(message.id);
    if (!call) return;
    if (message.kind === 'progress') {
      call.watch.onProgress?.(message.percent);
      return;
    }
    pending.delete(message.id);
    if (message.kind === 'done') call.resolve(message.value);
    else {
      const error = new EngineError(message.failure);
      onFailure?.(error);
      call.reject(error);
    }
  }

  function open() {
    const opened = spawn();
    hasAnswered = false;
    opened.onmessage = event => receive(event.data as FromWorker);
    opened.onerror = event => crash(event.message);
    opened.onmessageerror = () => crash('A message could not be read.');
    worker = opened;
  }

  function call<M extends Method>(method: M, args: Args<M>, watch: Watch = {}) {
    if (!worker) {
      open();
      // A new worker has no session: its calls wait for `start`.
      if (startArgs && method !== 'start')
        post({ kind: 'call', id: ++lastId, method: 'start', args: startArgs });
    }
    const id = ++lastId;
    return new Promise<Value<M>>((resolve, reject) => {
      const message: ToWorker = { kind: 'call', id, method, args };
      pending.set(id, { resolve: resolve as (value: unknown) => void, reject, watch, message });
      watch.signal?.addEventListener('abort', () => post({ kind: 'cancel', id }), { once: true });
      post(message);
    });
  }

  if (eager) open();

  return createEngineOf((method, args, watch) => {
    if (method === 'start') startArgs = args as Args<'start'>;
    return call(method, args, watch);
  });
}
