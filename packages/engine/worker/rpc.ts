/**
 * Calls between two threads. The page calls the engine in a worker; the worker, which cannot reach the host, calls the
 * page for each request.
 */
import { isRecord } from '@tallyboard/core/unknown.ts';
import type { HttpReply, RequestFunction } from '@tallyboard/jira/http.ts';
import type { Engine, LoadedDataset, Method, Watch } from '../calls.ts';
import { EngineError, type Failure, FrameClosedError, toFailure } from '../failure.ts';

export type Message = { readonly id: number } & (
  | { readonly kind: 'call'; readonly method: Method | 'request'; readonly args: unknown }
  | { readonly kind: 'cancel' }
  /** Rows of a long result, before it: a message of all of them would block the page while it is read. */
  | { readonly kind: 'rows'; readonly rows: readonly unknown[] }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** Percent of a call of the engine, bytes of a request. */
  | { readonly kind: 'progress'; readonly amount: number }
  | { readonly kind: 'part'; readonly part: LoadedDataset }
);

type Call = Extract<Message, { kind: 'call' }>;
type Answer = (method: Call['method'], args: unknown, watch: Watch) => Promise<unknown>;

/** About 20 ms to read. */
const ROWS_AT_ONCE = 1_000;

/** A result whose rows may be many. */
interface LongValue {
  readonly result: { rows: unknown[] };
}

const isLong = (value: unknown): value is LongValue =>
  isRecord(value) &&
  isRecord(value.result) &&
  Array.isArray(value.result.rows) &&
  value.result.rows.length > ROWS_AT_ONCE;

interface Pending {
  readonly rows: unknown[];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly watch: Watch;
}

export type RpcEnd = ReturnType<typeof createRpcEnd>;

/** One end: calls the other one, and answers its calls. */
export function createRpcEnd(
  post: (message: Message, transfer: Transferable[]) => void,
  answer: Answer,
) {
  const pending = new Map<number, Pending>();
  const answering = new Map<number, AbortController>();
  let lastId = 0;
  let closedBy: Error | null = null;
  const send = (message: Message) => post(message, []);

  async function respond({ id, method, args }: Call) {
    const controller = new AbortController();
    answering.set(id, controller);
    const { signal } = controller;
    const onProgress = (amount: number) => send({ kind: 'progress', id, amount });
    const onPart = (part: LoadedDataset) => send({ kind: 'part', id, part });
    try {
      const value = await answer(method, args, { signal, onProgress, onPart });
      if (isLong(value)) return sendRows(id, value);
      post({ kind: 'done', id, value }, method === 'request' ? bytesOf(value as HttpReply) : []);
    } catch (error) {
      send({ kind: 'failed', id, failure: toFailure(error) });
    } finally {
      answering.delete(id);
    }
  }

  function sendRows(id: number, value: LongValue): void {
    const { rows } = value.result;
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
      send({ kind: 'rows', id, rows: rows.slice(from, from + ROWS_AT_ONCE) });
    send({ kind: 'done', id, value: { ...value, result: { ...value.result, rows: [] } } });
  }

  return {
    call(method: Call['method'], args: unknown, watch: Watch = {}): Promise<unknown> {
      if (closedBy) return Promise.reject(closedBy);
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      pending.set(id, { resolve, reject, watch, rows: [] });
      const cancel = () => pending.has(id) && send({ kind: 'cancel', id });
      watch.signal?.addEventListener('abort', cancel, { once: true });
      send({ kind: 'call', id, method, args });
      return promise;
    },
    receive(message: Message) {
      if (message.kind === 'call') return void respond(message);
      if (message.kind === 'cancel') return answering.get(message.id)?.abort();
      const call = pending.get(message.id);
      if (message.kind === 'progress') return call?.watch.onProgress?.(message.amount);
      if (message.kind === 'part') return call?.watch.onPart?.(message.part);
      if (message.kind === 'rows') return void call?.rows.push(...message.rows);
      pending.delete(message.id);
      if (call && call.rows.length > 0 && message.kind === 'done')
        (message.value as LongValue).result.rows = call.rows;
      if (message.kind === 'done') call?.resolve(message.value);
      else call?.reject(new EngineError(message.failure));
    },
    /** The other end is gone: aborts its calls, and rejects those to it. */
    close(error: Error) {
      closedBy = error;
      for (const controller of answering.values()) controller.abort();
      for (const call of pending.values()) call.reject(error);
      pending.clear();
    },
  };
}

/** The bytes of a reply are transferred instead of copied: their sender no longer needs them. */
const bytesOf = ({ value }: HttpReply): Transferable[] =>
  value instanceof Uint8Array ? [value.buffer] : [];

/** The worker's end: answers calls by an engine, whose requests go through the page. */
export function serveEngine(
  post: (message: Message) => void,
  build: (request: RequestFunction) => Engine,
): { receive(message: Message): void; leave(): void } {
  const end = createRpcEnd(post, (method, args, watch) =>
    // The caller's types pair each method with its arguments.
    engine[method as Method](args as never, watch),
  );
  const engine = build((http, signal, onBytes) => {
    const watch = { ...(signal && { signal }), ...(onBytes && { onProgress: onBytes }) };
    return end.call('request', http, watch) as Promise<HttpReply>;
  });
  return { receive: end.receive, leave: () => end.close(new FrameClosedError()) };
}
