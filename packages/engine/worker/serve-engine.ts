/** The worker's end of the RPC: answers calls, and sends requests to the host through the main thread. */
import type { HttpReply, HttpRequest } from '@tallyboard/jira/http.ts';
import type { Engine } from '../calls.ts';
import { toFailure } from '../failure.ts';
import { FrameClosedError } from '../session/frame-closed.ts';
import type { FromWorker, ToWorker } from './messages.ts';

interface Waiting {
  readonly resolve: (reply: HttpReply) => void;
  readonly reject: (error: unknown) => void;
}

export interface Port {
  postMessage(message: FromWorker): void;
}

/** Returns the handler of each message of the main thread. */
export function serveEngine(
  port: Port,
  build: (request: (http: HttpRequest, signal?: AbortSignal) => Promise<HttpReply>) => Engine,
): (message: ToWorker) => void {
  const waiting = new Map<number, Waiting>();
  const calls = new Map<number, AbortController>();
  let lastRequest = 0;

  function requestHost(http: HttpRequest, signal?: AbortSignal): Promise<HttpReply> {
    const request = ++lastRequest;
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      waiting.set(request, { resolve, reject });
      const abort = () => {
        if (!waiting.delete(request)) return;
        port.postMessage({ kind: 'abort', request });
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      port.postMessage({ kind: 'request', request, http });
    });
  }

  const engine = build(requestHost);

  async function answer({ id, method, args }: Extract<ToWorker, { kind: 'call' }>) {
    const controller = new AbortController();
    calls.set(id, controller);
    const watch = {
      signal: controller.signal,
      onProgress: (percent: number) => port.postMessage({ kind: 'progress', id, percent }),
    };
    try {
      // The caller's types pair each method with its arguments.
      const run = engine[method] as (args: unknown, watch: unknown) => Promise<unknown>;
      port.postMessage({ kind: 'done', id, value: await run(args, watch) });
    } catch (error) {
      port.postMessage({ kind: 'failed', id, failure: toFailure(error) });
    } finally {
      calls.delete(id);
    }
  }

  function settle(request: number, finish: (call: Waiting) => void) {
    const call = waiting.get(request);
    if (!call) return;
    waiting.delete(request);
    finish(call);
  }

  function leave() {
    for (const call of calls.values()) call.abort();
    const unanswered = [...waiting.values()];
    waiting.clear();
    for (const call of unanswered) call.reject(new FrameClosedError());
  }

  return message => {
    if (message.kind === 'call') void answer(message);
    else if (message.kind === 'leave') leave();
    else if (message.kind === 'cancel') calls.get(message.id)?.abort();
    else if (message.kind === 'reply') settle(message.request, call => call.resolve(message.reply));
    else settle(message.request, call => call.reject(new TypeError(message.message)));
  };
}
