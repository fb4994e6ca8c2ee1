/**
 * Queries in processes of their own, so that none blocks the server: one that takes too long, or too much memory, ends
 * with its process, which is replaced.
 */
import { fileURLToPath } from 'node:url';
import type { StorePlace } from '@tallyboard/database/engine.ts';
import { BusyError } from '@tallyboard/database/process/busy-error.ts';
import { type Child, LimitError, startChild } from '@tallyboard/database/process/child.ts';
import { makeRoom } from '@tallyboard/database/process/queue.ts';
import { JqlError } from '../api.ts';
import { refusal } from '../limits.ts';
import type { JqlStore } from '../search.ts';
import type { FromProcess, QueryCall, Reader, ToProcess } from './query-process.ts';

export interface QueryPool {
  /** The queries of a reader. */
  jqlFor(reader: Reader): JqlStore;
  close(): void;
}

export interface QueryPoolSettings {
  place: StorePlace;
  /** Of one query. */
  deadlineMs?: number;
  processes?: number;
}

interface Job {
  /** Undefined for the server itself. */
  readonly reader: string | null | undefined;
  readonly call: QueryCall;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Worker {
  child: Child<ToProcess>;
  ready: boolean;
  job: Job | null;
  deadline: NodeJS.Timeout | undefined;
}

const METHODS: readonly (keyof JqlStore)[] = [
  'search',
  'count',
  'matches',
  'parse',
  'autocomplete',
  'suggestions',
];
const MAX_WAITING = 2000;
const HEAP_MB = 512;
/** Before a process that did not start is started again. */
const RESTART_MS = 1000;
const MODULE = fileURLToPath(new URL('./query-process.ts', import.meta.url));

const limitOf = ({ message }: LimitError) =>
  new JqlError([`Error in the JQL Query: The query ${message}.`]);

export function createQueryPool(settings: QueryPoolSettings): QueryPool {
  const { place, deadlineMs = 20_000, processes = 2 } = settings;
  const waiting: Job[] = [];
  const workers = new Set<Worker>();
  let closed = false;

  function start(): void {
    if (closed) return;
    const child = startChild<ToProcess, FromProcess>({
      module: MODULE,
      purpose: 'answers queries',
      heapMb: HEAP_MB,
      onMessage: message => receive(worker, message),
      onEnd: error => retire(worker, error instanceof LimitError ? limitOf(error) : error),
    });
    const worker: Worker = { child, ready: false, job: null, deadline: undefined };
    workers.add(worker);
    child.send({ place, deadlineMs });
  }

  /** Ends a worker, whose job fails with the error, and starts another one. */
  function retire(worker: Worker, error: Error): void {
    if (!workers.delete(worker)) return;
    worker.child.kill();
    settle(worker, job => job.reject(error));
    if (!worker.ready && workers.size === 0) for (const job of waiting.splice(0)) job.reject(error);
    setTimeout(start, worker.ready ? 0 : RESTART_MS).unref();
  }

  function settle(worker: Worker, finish: (job: Job) => void): void {
    const { job } = worker;
    clearTimeout(worker.deadline);
    worker.job = null;
    if (job) finish(job);
  }

  function receive(worker: Worker, message: FromProcess): void {
    if (message.kind === 'ready') worker.ready = true;
    else
      settle(worker, job => {
        if (message.kind === 'value') job.resolve(message.value);
        else if (message.kind === 'refused') job.reject(new JqlError(message.messages));
        else job.reject(Object.assign(new Error(message.message), { code: message.code }));
      });
    dispatch();
  }

  function dispatch(): void {
    for (const worker of workers) {
      if (!worker.ready || worker.job) continue;
      const job = takeJob();
      if (!job) return;
      worker.job = job;
      const seconds = `${deadlineMs / 1000} seconds`;
      worker.deadline = setTimeout(
        () => retire(worker, refusal(`it takes longer than ${seconds}`)),
        deadlineMs,
      );
      worker.child.send(job.call);
    }
  }

  /** The next job: readers without a running one come first, for fairness. */
  function takeJob(): Job | undefined {
    const running = new Set([...workers].flatMap(({ job }) => (job ? [job.reader] : [])));
    const at = waiting.findIndex(({ reader }) => !running.has(reader));
    return waiting.splice(Math.max(0, at), 1)[0];
  }

  for (let count = 0; count < processes; count += 1) start();

  return {
    jqlFor(reader) {
      const call = (method: keyof JqlStore, args: readonly unknown[]) =>
        new Promise((resolve, reject) => {
          if (closed) throw new BusyError();
          makeRoom(waiting, reader?.userId, MAX_WAITING);
          const job = { reader: reader?.userId, call: { reader, method, args } };
          waiting.push({ ...job, resolve, reject });
          dispatch();
        });
      const methods = METHODS.map(name => [name, (...args: unknown[]) => call(name, args)]);
      return Object.fromEntries(methods) as JqlStore;
    },
    close() {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(new BusyError());
      for (const worker of [...workers]) retire(worker, new BusyError());
    },
  };
}
