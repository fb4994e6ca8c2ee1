/** A call had to wait longer than it may, or Jira wants a longer pause: try again after these seconds. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
  readonly status: 429 | 503;
  readonly retryAfterSeconds: number;
  constructor(status: 429 | 503, waitMs: number) {
    super(
      status === 429
        ? 'Jira has asked for a pause. Please try again later.'
        : 'Too many calls to Jira are waiting. Please try again later.',
    );
    this.status = status;
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  }
}

/** Where processes over one store tell each other of a pause. */
export interface PauseBoard {
  read(): Promise<number>;
  write(untilMs: number): Promise<void>;
}

export interface GateSettings {
  /** Calls in flight at once, of all users together. */
  readonly width: number;
  /** The longest wait for a place, and the longest pause that a call waits for rather than being sent away. */
  readonly patienceMs: number;
  /** Calls that may wait at once. */
  readonly queue: number;
  readonly board?: PauseBoard;
  readonly now?: () => number;
}

export interface Gate {
  /** Runs a task when there is a place for it. Throws BusyError, or the signal's reason when the caller went away. */
  run<T>(user: string, task: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Lets no call start before this instant; never shortens a pause. */
  pauseUntil(instant: number): Promise<void>;
}

interface Waiting {
  readonly start: () => void;
}

/** How long a look at the board holds good: a pause of another process is known within this time. */
const boardFreshMs = 1000;

/** One gate to Jira for all users: so many calls at once, in turn from user to user, and none while Jira wants a pause. */
export function createGate(settings: GateSettings): Gate {
  const { width, patienceMs, queue, board, now = Date.now } = settings;
  /** Users in the order of their turns, each with the calls that wait. */
  const turns = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;
  let pausedUntil = 0;
  let boardReadAt = Number.NEGATIVE_INFINITY;
  let wakeUp: NodeJS.Timeout | undefined;

  async function lookAtBoard(): Promise<void> {
    if (!board || now() - boardReadAt < boardFreshMs) return;
    boardReadAt = now();
    pausedUntil = Math.max(pausedUntil, await board.read());
  }

  function next(): void {
    const pause = pausedUntil - now();
    if (pause > 0) {
      clearTimeout(wakeUp);
      wakeUp = setTimeout(next, pause);
      wakeUp.unref();
      return;
    }
    while (running < width) {
      const [user, calls] = turns.entries().next().value ?? [];
      if (user === undefined || calls === undefined) return;
      // To the end of the turns: somebody with a hundred calls does not hold up somebody with one.
      turns.delete(user);
      const call = calls.shift();
      if (calls.length > 0) turns.set(user, calls);
      if (!call) continue;
      running += 1;
      call.start();
    }
  }

  function enter(user: string, signal: AbortSignal): Promise<void> {
    const pause = pausedUntil - now();
    if (pause > patienceMs) throw new BusyError(429, pause);
    if (waiting >= queue) throw new BusyError(503, patienceMs);
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        waiting -= 1;
        const calls = turns.get(user)?.filter(each => each !== entry) ?? [];
        if (calls.length > 0) turns.set(user, calls);
        else turns.delete(user);
        finish();
      };
      const entry: Waiting = { start: settle(resolve) };
      const giveUp = () => {
        const left = pausedUntil - now();
        reject(left > 0 ? new BusyError(429, left) : new BusyError(503, patienceMs));
      };
      const abort = settle(() => reject(signal.reason));
      const timer = setTimeout(settle(giveUp), patienceMs);
      signal.addEventListener('abort', abort, { once: true });
      waiting += 1;
      const calls = turns.get(user);
      if (calls) calls.push(entry);
      else turns.set(user, [entry]);
      next();
    });
  }

  return {
    async run(user, task, signal) {
      await lookAtBoard();
      await enter(user, signal);
      try {
        return await task();
      } finally {
        running -= 1;
        next();
      }
    },
    async pauseUntil(instant) {
      if (instant <= pausedUntil) return;
      pausedUntil = instant;
      await board?.write(instant);
    },
  };
}
