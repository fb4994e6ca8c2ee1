/** Processes that work for this one: a pool of them keeps hard work from blocking requests. */
import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { BusyError } from './busy-error.ts';

export interface Child<Sent> {
  send(message: Sent): void;
  kill(): void;
}

interface ChildSettings<Received> {
  readonly module: string;
  /** As in 'the process that answers queries'. */
  readonly purpose: string;
  /** Of JavaScript objects. */
  readonly heapMb: number;
  readonly onMessage: (message: Received) => void;
  /** Called after the end, or a failure, with a LimitError, a BusyError if it could not be started, or another error. */
  readonly onEnd: (error: Error) => void;
}

/** The end of a process that probably needed too much. The message is a predicate of its work. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
}

export function startChild<Sent extends object, Received>({
  module,
  purpose,
  heapMb,
  onMessage,
  onEnd,
}: ChildSettings<Received>): Child<Sent> {
  const failStart = (error: Error) =>
    onEnd(
      new BusyError(
        `The server cannot start the process that ${purpose}: ${error.message}. Try again later.`,
      ),
    );
  let child: ChildProcess;
  try {
    child = fork(module, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMb}`],
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  } catch (error) {
    setImmediate(failStart, error as Error);
    return { send: () => {}, kill: () => {} };
  }
  const { pid } = child;
  child.on('message', onMessage);
  child.on('error', pid === undefined ? failStart : onEnd);
  child.once('exit', (code, signal) => onEnd(failureOf(purpose, code, signal)));
  return {
    // At a limit of open files it has neither an id nor a channel.
    send: message => pid !== undefined && child.send(message, () => {}),
    kill: () => child.kill('SIGKILL'),
  };
}

/** V8 aborts when the heap is full. */
function failureOf(purpose: string, code: number | null, signal: NodeJS.Signals | null): Error {
  if (signal === 'SIGABRT') return new LimitError('needs too much memory');
  if (signal === 'SIGKILL')
    return new LimitError('was ended by SIGKILL: by an administrator, or as memory was full');
  const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
  return new Error(`The process that ${purpose} has ended ${how}.`);
}

/** The environment of processes that this one starts: with its compile cache, they start sooner. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  // In the folder of the cache each version of Node has one of its own, which this names.
  return { ...process.env, ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }) };
}
