import type { Reply } from './answer-calls.ts';
import { BusyError } from './busy-error.ts';
import { type Child, type ChildSettings, startChild } from './child.ts';
import { OpenError } from './open-error.ts';
import { type TraceHeaders, traceHeaders, withSpan } from './tracing.ts';

export interface PoolSettings extends ChildSettings {
  /** Name of the span of a call. */
  readonly span: string;
  /** The first message to each process. */
  readonly opening: object;
  /** Calls that are answered at the same time. */
  readonly processes: number;
  /** Time of a call, without the start of its process. */
  readonly deadlineMs?: number;
  /** After which a process without calls ends, and one that is kept ready is replaced. */
  readonly idleMs: number;
  readonly maxWaiting: number;
  /** The error of a call that takes longer than so many 'seconds'. */
  readonly lateError?: (limit: string) => Error;
  readonly refusalError?: (refusal: never) => Error;
  /** The error of a call whose process has ended. */
  readonly endError?: (error: Error) => Error;
}

interface RunSettings {
  readonly reader?: unknown;
  readonly signal?: AbortSignal | undefined;
}

interface Task<Call> {
  readonly reader: unknown;
  readonly prepare: () => Promise<Call> | Call;
  /** In each round a reader has one call. */
  readonly round: number;
  readonly trace: TraceHeaders | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface Worker<Call> {
  readonly child: Child;
  isOpen: boolean;
  task: Task<Call> | null;
  /** Deadline of the task, or end of an idle worker. */
  timer: NodeJS.Timeout | undefined;
}

/** A process that is not ready by then never will be. */
const START_MS = 60_000;

/** More rounds than there are. */
const LATER = 2 ** 40;

/**
 * Answers calls in processes of their own, so that hard work blocks no request: see `answerCalls`. They start when they are
 * needed and end when they are idle; some may be kept ready. One that takes too long, or too much memory, ends with its call.
 * Readers take turns; those without a running call come first.
 */
export class ProcessPool<Call extends object, Value = unknown> {
  readonly #settings: PoolSettings;
  /** In the order of their arrival. */
  readonly #waiting: Task<Call>[] = [];
  readonly #workers = new Set<Worker<Call>>();
  readonly #ending = new Set<Promise<void>>();
  #round = 0;
  #ready = 0;
  #isClosed = false;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
  }

  /** Keeps so many processes ready from now on: the start of one takes longer than most calls. */
  keepReady(count: number): void {
    this.#ready = count;
    this.#startReady();
  }

  /**
   * The value of a call, which `prepare` makes when a process is free. Throws a BusyError if too many calls wait, and the signal's
   * reason when it aborts, which ends the process.
   */
  run(prepare: () => Promise<Call> | Call, settings: RunSettings = {}): Promise<Value> {
    return withSpan(this.#settings.span, {}, () => this.#run(prepare, settings));
  }

  #run(prepare: () => Promise<Call> | Call, { reader, signal }: RunSettings): Promise<Value> {
    return new Promise<unknown>((resolve, reject) => {
      if (this.#isClosed) throw new BusyError();
      this.#makeRoom(reader);
      const running = [...this.#workers].flatMap(({ task }) => task ?? []);
      const before = [...running, ...this.#waiting].findLast(task => task.reader === reader);
      const round = before ? Math.max(this.#round, before.round + 1) : this.#round;
      const task = { reader, prepare, round, trace: traceHeaders(), resolve, reject };
      this.#waiting.push(task);
      signal?.addEventListener('abort', () => this.#stop(task, signal.reason), { once: true });
      this.#dispatch();
    }) as Promise<Value>;
  }

  /** Resolves when all processes have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const task of this.#waiting.splice(0)) task.reject(new BusyError());
    for (const worker of [...this.#workers]) this.#retire(worker, new BusyError());
    await Promise.all(this.#ending);
  }

  /** In a full queue the last call of the reader with the most is refused. Throws a BusyError if that is the new one. */
  #makeRoom(reader: unknown): void {
    const waiting = this.#waiting;
    if (waiting.length < this.#settings.maxWaiting) return;
    const byReader = Map.groupBy(waiting, each => each.reader);
    const most = [...byReader.values()].reduce((a, b) => (b.length > a.length ? b : a));
    const last = most.at(-1);
    const count = byReader.get(reader)?.length ?? 0;
    if (!last || count + 1 >= most.length) throw new BusyError();
    waiting.splice(waiting.indexOf(last), 1);
    last.reject(new BusyError());
  }

  #start(): Worker<Call> {
    const { opening, endError = error => error } = this.#settings;
    const child = startChild(this.#settings, {
      onMessage: message => this.#receive(worker, message),
      onEnd: error => this.#retire(worker, endError(error)),
    });
    const worker: Worker<Call> = { child, isOpen: false, task: null, timer: undefined };
    this.#workers.add(worker);
    child.send(opening);
    return worker;
  }

  #startReady(): void {
    while (!this.#isClosed && this.#workers.size < this.#ready) this.#start();
  }

  /** Ends a worker, whose task fails with the error. */
  #retire(worker: Worker<Call>, error: unknown): void {
    if (!this.#workers.delete(worker)) return;
    worker.child.kill();
    const ended = worker.child.ended.then(() => void this.#ending.delete(ended));
    this.#ending.add(ended);
    this.#settle(worker)?.reject(error);
    this.#dispatch();
    // Not at once: the next one may fail too, as long as the database is away.
    if (this.#workers.size < this.#ready)
      setTimeout(() => this.#startReady(), this.#settings.idleMs).unref();
  }

  #settle(worker: Worker<Call>): Task<Call> | null {
    const { task } = worker;
    clearTimeout(worker.timer);
    worker.task = null;
    return task;
  }

  #receive(worker: Worker<Call>, reply: Reply): void {
    if (reply.kind === 'open') {
      worker.isOpen = true;
      if (worker.task) this.#limit(worker);
      return;
    }
    const task = this.#settle(worker);
    if (reply.kind === 'value') task?.resolve(reply.value);
    else if (reply.kind === 'refused')
      task?.reject(this.#settings.refusalError?.(reply.refusal as never));
    else if (reply.isOpening) task?.reject(new OpenError(reply.message, reply.code));
    else task?.reject(Object.assign(new Error(reply.message), { code: reply.code }));
    this.#dispatch();
    if (!worker.task) this.#awaitCall(worker);
  }

  #awaitCall(worker: Worker<Call>): void {
    const end = () => {
      if (this.#workers.size > this.#ready) this.#retire(worker, null);
    };
    worker.timer = setTimeout(end, this.#settings.idleMs).unref();
  }

  #dispatch(): void {
    while (this.#waiting.length > 0 && !this.#isClosed) {
      const free = [...this.#workers].find(({ task }) => task === null);
      if (!free && this.#workers.size >= this.#settings.processes) return;
      const running = new Set([...this.#workers].map(({ task }) => task?.reader));
      const turn = ({ reader, round }: Task<Call>) => round + (running.has(reader) ? LATER : 0);
      const next = this.#waiting.reduce((a, b) => (turn(b) < turn(a) ? b : a));
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#round = Math.max(this.#round, next.round);
      this.#begin(free ?? this.#start(), next);
    }
  }

  #begin(worker: Worker<Call>, task: Task<Call>): void {
    worker.task = task;
    this.#limit(worker);
    const prepare = async () => task.prepare();
    prepare().then(
      call => worker.task === task && worker.child.send({ call, trace: task.trace }),
      error => worker.task === task && this.#retire(worker, error),
    );
  }

  /** A machine that is busy starts a process slowly: no call is too hard for that. */
  #limit(worker: Worker<Call>): void {
    const { deadlineMs, lateError, purpose } = this.#settings;
    clearTimeout(worker.timer);
    const end = (ms: number, error: () => Error | undefined) => {
      worker.timer = setTimeout(() => this.#retire(worker, error()), ms);
    };
    if (!worker.isOpen)
      end(
        START_MS,
        () => new BusyError(`The process that ${purpose} did not start in time. Try again later.`),
      );
    else if (deadlineMs !== undefined)
      end(deadlineMs, () => lateError?.(`${deadlineMs / 1000} seconds`));
  }

  /** Ends a task that nobody wants any more. */
  #stop(task: Task<Call>, reason: unknown): void {
    const at = this.#waiting.indexOf(task);
    if (at >= 0) this.#waiting.splice(at, 1);
    task.reject(reason);
    for (const worker of this.#workers) if (worker.task === task) this.#retire(worker, null);
  }
}
