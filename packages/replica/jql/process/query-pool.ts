/**
 * Queries in processes of their own, so that none blocks the server: one that takes too long, or too much memory, ends
 * with its process, which is replaced.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StorePlace } from '../../data/engine.ts';
import { BusyError, JqlError } from '../api.ts';
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
  readonly call: QueryCall;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Worker {
  child: ChildProcess;
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

export function createQueryPool(settings: QueryPoolSettings): QueryPool {
  const { place, deadlineMs = 20_000, processes = 2 } = settings;
  const waiting: Job[] = [];
  const workers = new Set<Worker>();
  let closed = false;

  function start(): void {
    if (closed) return;
    const child = fork(MODULE, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const worker: Worker = { child, ready: false, job: null, deadline: undefined };
    workers.add(worker);
    const replace = () => {
      workers.delete(worker);
      const reason = () => (closed ? new BusyError() : refusal('it needs too much memory'));
      settle(worker, job => job.reject(reason()));
      setTimeout(start, worker.ready ? 0 : RESTART_MS).unref();
    };
    child.on('message', (message: FromProcess) => receive(worker, message));
    // A process that could not be started has no id, and no exit.
    child.on('error', () => (child.pid === undefined ? replace() : child.kill('SIGKILL')));
    child.once('exit', replace);
    send(worker, { place, deadlineMs });
  }

  const send = (worker: Worker, message: ToProcess) => worker.child.send(message, () => {});

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
      worker.deadline = setTimeout(() => stop(worker), deadlineMs);
      send(worker, job.call);
    }
  }

  /** The next job: readers without a running one come first, for fairness. */
  function takeJob(): Job | undefined {
    const running = new Set([...workers].map(({ job }) => job?.call.reader?.userId));
    const at = waiting.findIndex(({ call }) => !running.has(call.reader?.userId));
    return waiting.splice(Math.max(0, at), 1)[0];
  }

  function stop(worker: Worker): void {
    // Receives no further query.
    workers.delete(worker);
    worker.child.kill('SIGKILL');
    const seconds = `${deadlineMs / 1000} seconds`;
    settle(worker, job => job.reject(refusal(`it takes longer than ${seconds}`)));
  }

  for (let count = 0; count < processes; count += 1) start();

  return {
    jqlFor(reader) {
      const call = (method: keyof JqlStore, args: readonly unknown[]) =>
        new Promise((resolve, reject) => {
          if (closed || waiting.length >= MAX_WAITING) throw new BusyError();
          waiting.push({ call: { reader, method, args }, resolve, reject });
          dispatch();
        });
      const methods = METHODS.map(name => [name, (...args: unknown[]) => call(name, args)]);
      return Object.fromEntries(methods) as JqlStore;
    },
    close() {
      closed = true;
      for (const { child } of workers) child.kill('SIGKILL');
      for (const job of waiting.splice(0)) job.reject(new BusyError());
    },
  };
}
