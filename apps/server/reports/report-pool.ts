/**
 * Reports are computed in processes of their own, so that none blocks the server. Processes start when they are needed and
 * end when they are idle; one may be kept ready. A process is killed if its report takes too long or has lost all its clients.
 */
import { fileURLToPath } from 'node:url';
import type { StorePlace } from '@tallyboard/database/engine.ts';
import { BusyError } from '@tallyboard/database/process/busy-error.ts';
import { type Child, LimitError, startChild } from '@tallyboard/database/process/child.ts';
import { makeRoom } from '@tallyboard/database/process/queue.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import type { ComputedReport, FromProcess, ReportJob, ToProcess } from './report-job.ts';

export interface ReportPool {
  /**
   * Computes a report when a process is free; `prepare` is called then. Throws a JiraError if it cannot be computed, and a
   * BusyError if too many reports wait.
   */
  run(prepare: () => Promise<ReportJob>, settings: RunSettings): Promise<ComputedReport>;
  /** Keeps one process ready from now on: its start takes longer than most reports of a project. */
  keepReady(): void;
  close(): void;
}

interface RunSettings {
  /** Readers take turns; those without a running report come first. */
  readonly reader: string;
  /** Stops the calculation. */
  readonly signal: AbortSignal;
}

interface PoolSettings {
  readonly place: StorePlace;
  /** Reports that are computed at the same time. */
  readonly processes?: number;
  /** Of one report. */
  readonly deadlineMs?: number;
  /** After which a process without work ends. */
  readonly idleMs?: number;
}

interface Task extends RunSettings {
  readonly prepare: () => Promise<ReportJob>;
  /** In each round a reader has one report. */
  readonly round: number;
  resolve(report: ComputedReport): void;
  reject(error: unknown): void;
}

interface Worker {
  readonly child: Child<ToProcess>;
  task: Task | null;
  /** Of the task, or of a worker without one. */
  timer: NodeJS.Timeout | undefined;
}

const MAX_WAITING = 100;
/** Of JavaScript objects; columns take memory besides. */
const HEAP_MB = 1024;
const MODULE = fileURLToPath(new URL('./report-process.ts', import.meta.url));

const refusal = (reason: string) =>
  new JiraError(400, `The report ${reason}. Narrow its query, or group by less.`);

function failureOf(error: Error): Error {
  if (error instanceof LimitError) return refusal(error.message);
  return error instanceof BusyError ? error : new JiraError(500, error.message);
}

export function createReportPool({
  place,
  processes = 2,
  deadlineMs = 120_000,
  idleMs = 30_000,
}: PoolSettings): ReportPool {
  /** In the order of their arrival. */
  const waiting: Task[] = [];
  /** Of the task that began last. */
  let round = 0;
  const workers = new Set<Worker>();
  let closed = false;
  let keepsReady = false;

  function start(): Worker {
    const child = startChild<ToProcess, FromProcess>({
      module: MODULE,
      purpose: 'computes the report',
      heapMb: HEAP_MB,
      onMessage: message => receive(worker, message),
      onEnd: error => retire(worker, failureOf(error)),
    });
    const worker: Worker = { child, task: null, timer: undefined };
    workers.add(worker);
    child.send({ place });
    return worker;
  }

  /** Ends a worker, whose task fails with the error. */
  function retire(worker: Worker, error: unknown): void {
    if (!workers.delete(worker)) return;
    worker.child.kill();
    settle(worker, task => task.reject(error));
    dispatch();
    startReadyLater();
  }

  /** Not at once: the next one may fail too, as long as the database is away. */
  function startReadyLater(): void {
    if (keepsReady && workers.size === 0) setTimeout(startReady, idleMs).unref();
  }

  function startReady(): void {
    if (keepsReady && workers.size === 0) start();
  }

  function settle(worker: Worker, finish: (task: Task) => void): void {
    const { task } = worker;
    clearTimeout(worker.timer);
    worker.task = null;
    if (task) finish(task);
  }

  function receive(worker: Worker, message: FromProcess): void {
    if (message.kind === 'failed') {
      // Its database may be away.
      retire(worker, Object.assign(new Error(message.message), { code: message.code }));
      return;
    }
    settle(worker, task => {
      if (message.kind === 'computed') task.resolve(message.report);
      else task.reject(new JiraError(message.status ?? 400, message.messages));
    });
    worker.timer = setTimeout(() => endIdle(worker), idleMs).unref();
    dispatch();
  }

  function endIdle(worker: Worker): void {
    if (keepsReady && workers.size === 1) return;
    retire(worker, null);
    startReady();
  }

  function dispatch(): void {
    while (waiting.length > 0 && !closed) {
      const free = [...workers].find(({ task }) => task === null);
      if (!free && workers.size >= processes) return;
      const running = new Set([...workers].map(({ task }) => task?.reader));
      const isRunning = ({ reader }: Task) => Number(running.has(reader));
      const [task] = waiting.toSorted((a, b) => isRunning(a) - isRunning(b) || a.round - b.round);
      if (!task) return;
      waiting.splice(waiting.indexOf(task), 1);
      round = Math.max(round, task.round);
      begin(free ?? start(), task);
    }
  }

  function enqueue(asked: Omit<Task, 'round'>): Task {
    const { reader } = asked;
    makeRoom(waiting, reader, MAX_WAITING);
    const running = [...workers].flatMap(({ task }) => task ?? []);
    const before = [...running, ...waiting].findLast(task => task.reader === reader);
    const task = { ...asked, round: before ? Math.max(round, before.round + 1) : round };
    waiting.push(task);
    return task;
  }

  function begin(worker: Worker, task: Task): void {
    clearTimeout(worker.timer);
    worker.task = task;
    const seconds = `${deadlineMs / 1000} seconds`;
    worker.timer = setTimeout(
      () => retire(worker, refusal(`takes longer than ${seconds}`)),
      deadlineMs,
    );
    task.prepare().then(
      job => worker.task === task && worker.child.send(job),
      error => worker.task === task && retire(worker, error),
    );
  }

  /** Of a task that nobody wants any more. */
  function stop(task: Task): void {
    const at = waiting.indexOf(task);
    if (at >= 0) waiting.splice(at, 1);
    task.reject(task.signal.reason);
    const worker = [...workers].find(each => each.task === task);
    if (worker) retire(worker, null);
  }

  return {
    run: (prepare, settings) =>
      new Promise((resolve, reject) => {
        if (closed) throw new BusyError();
        const task = enqueue({ ...settings, prepare, resolve, reject });
        settings.signal.addEventListener('abort', () => stop(task), { once: true });
        dispatch();
      }),
    keepReady() {
      keepsReady = true;
      startReady();
    },
    close() {
      closed = true;
      keepsReady = false;
      for (const task of waiting.splice(0)) task.reject(new BusyError());
      for (const worker of [...workers]) retire(worker, new BusyError());
    },
  };
}
