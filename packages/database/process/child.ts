import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import type { Reply } from './answer-calls.ts';
import { BusyError } from './busy-error.ts';

export interface Child {
  send(message: object): void;
  kill(): void;
  readonly ended: Promise<void>;
}

export interface ChildSettings {
  /** A module that calls `answerCalls`. */
  readonly module: string;
  /** As in 'the process that answers queries'. */
  readonly purpose: string;
  readonly heapMb: number;
  /** Other processes come first. */
  readonly isBackground?: boolean;
}

interface ChildListeners {
  readonly onMessage: (message: Reply) => void;
  /** Called after the end, or a failure, with a LimitError, a BusyError if it could not be started, or another error. */
  readonly onEnd: (error: Error) => void;
}

/** The end of a process that probably needed too much. The message is a predicate of its work. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
}

export function startChild(
  { module, purpose, heapMb, isBackground = false }: ChildSettings,
  { onMessage, onEnd }: ChildListeners,
): Child {
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
    return { send() {}, kill() {}, ended: Promise.resolve() };
  }
  const { pid } = child;
  if (pid !== undefined && isBackground) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  child.on('message', onMessage);
  child.on('error', pid === undefined ? failStart : onEnd);
  const ended = new Promise<void>(resolve => {
    if (pid === undefined) resolve();
    child.once('exit', (code, signal) => {
      onEnd(failureOf({ purpose, heapMb }, code, signal));
      resolve();
    });
  });
  return {
    // At a limit of open files it has neither an id nor a channel.
    send: message => pid !== undefined && child.send(message, () => {}),
    kill: () => child.kill('SIGKILL'),
    ended,
  };
}

/** V8 aborts when the heap is full. */
function failureOf(
  { purpose, heapMb }: Pick<ChildSettings, 'purpose' | 'heapMb'>,
  code: number | null,
  signal: NodeJS.Signals | null,
): Error {
  if (signal === 'SIGABRT') return new LimitError(`needs more than ${heapMb} MB of memory`);
  if (signal === 'SIGKILL')
    return new LimitError('was ended by SIGKILL: by an administrator, or as memory was full');
  const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
  return new Error(`The process that ${purpose} has ended ${how}.`);
}

/** The environment of processes that this one starts: with its compile cache, they start sooner. */
function childEnvironment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  // In the folder of the cache each version of Node has one of its own, which this names.
  return { ...process.env, ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }) };
}
