import { type Clock, createGate, type Gate, systemClock } from '@tallyboard/jira/gate.ts';

/** As many requests as all frames of a page may have in flight together. */
const WIDTH = 8;
const TURN = 'tallyboard turn';
const placeName = (place: number) => `tallyboard place ${place}`;
/** A lock that is held while all wait; its name goes on with the end of the pause, for frames that open meanwhile. */
const PAUSE = 'tallyboard pause until ';

/** The part of a BroadcastChannel that is used. */
export interface PauseChannel {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
}

/** The gate of this page and its frames; undefined where the page does not come over a secure connection. */
export function openSharedGate(): Gate | undefined {
  const manager: LockManager | undefined = navigator.locks;
  if (!manager || typeof BroadcastChannel === 'undefined') return undefined;
  return createSharedGate(manager, new BroadcastChannel('tallyboard'));
}

/**
 * A gate that all frames go through: eight places, each a lock. One frame at a time looks for a free place, so that the
 * others queue in the order they came. A pause (429) of one holds for all of them.
 */
export function createSharedGate(
  manager: LockManager,
  channel: PauseChannel,
  clock: Clock = systemClock,
): Gate {
  const own = createGate({ width: WIDTH, clock });
  /** Places that this frame holds: to ask for them again would only take time. */
  const mine = new Set<number>();
  let pausedUntil = 0;
  const pause = (until: number) => {
    pausedUntil = Math.max(pausedUntil, until);
    own.pauseUntil(until);
  };
  channel.onmessage = ({ data }) => {
    if (typeof data === 'number') pause(data);
  };

  let listening: Promise<void> | null = null;
  /** What was said before this frame came to listen. */
  async function hearEarlier(): Promise<void> {
    const { held = [] } = await manager.query();
    for (const { name = '' } of held)
      if (name.startsWith(PAUSE)) pause(Number(name.slice(PAUSE.length)));
  }

  async function tellLater(until: number): Promise<void> {
    const release = await hold(manager, PAUSE + until, { mode: 'shared' });
    await clock.sleep(until - clock.now()).finally(release);
  }

  function keep(place: number, release: () => void): () => void {
    mine.add(place);
    return () => {
      mine.delete(place);
      release();
    };
  }

  /** Takes a free place, and returns the function that gives it back. */
  function takePlace(signal: AbortSignal | undefined): Promise<() => void> {
    return manager.request(TURN, signal ? { signal } : {}, async () => {
      for (let place = 0; place < WIDTH; place++) {
        if (mine.has(place)) continue;
        const taken = await hold(manager, placeName(place), { ifAvailable: true });
        if (taken) return keep(place, taken);
      }
      return anyPlace(signal);
    });
  }

  /** Waits for all places at once; the first one that comes free is taken and the others are let be. */
  async function anyPlace(signal: AbortSignal | undefined): Promise<() => void> {
    const others = new AbortController();
    const stop = signal ? AbortSignal.any([signal, others.signal]) : others.signal;
    let first: (() => void) | null = null;
    const waits = Array.from({ length: WIDTH }, async (_, place) => {
      const taken = await hold(manager, placeName(place), { signal: stop });
      if (!taken) throw new Error('A place was neither free nor waited for.');
      // Two may come free at the same moment.
      if (first) taken();
      else first = keep(place, taken);
      return first;
    });
    try {
      return await Promise.any(waits);
    } catch {
      signal?.throwIfAborted();
      throw new Error('No place came free.');
    } finally {
      others.abort();
      for (const wait of waits) wait.catch(() => {});
    }
  }

  return {
    run: (task, signal) =>
      own.run(async () => {
        // A browser that does not tell has refused: then the frame hears of the next pause.
        listening ??= hearEarlier().catch(() => {});
        await listening;
        const leave = await takePlace(signal).catch(alone);
        try {
          // Another frame may have been told to wait while this one stood in the queue.
          const now = clock.now();
          if (pausedUntil > now) await clock.sleep(pausedUntil - now, signal);
          return await task();
        } finally {
          leave();
        }
      }, signal),
    pauseUntil(instant) {
      pause(instant);
      channel.postMessage(instant);
      tellLater(instant).catch(() => {});
    },
  };
}

/** A browser may refuse locks to frames of other sites, as it refuses storage: then a frame keeps to its own width. */
function alone(error: unknown): () => void {
  if (error instanceof DOMException && error.name === 'SecurityError') return () => {};
  throw error;
}

/** Holds a lock until the returned function is called; null when it was to be had at once and was not free. */
function hold(
  manager: LockManager,
  name: string,
  settings: LockOptions,
): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    manager
      .request(name, settings, lock => {
        if (lock === null) return resolve(null);
        return new Promise<void>(release => resolve(release));
      })
      .catch(reject);
  });
}
