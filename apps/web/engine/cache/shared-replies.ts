import type { CacheStore, Locks } from '@tallyboard/jira/load/cache-store.ts';
import { liveName } from '@tallyboard/jira/load/issue-cache.ts';

/** How long a value that one frame has learnt does for the others. */
export interface Freshness {
  readonly forMs: number;
  /** Only while the frame lives that learnt it: a page that is opened anew asks again. */
  readonly whileAlive: boolean;
}

interface Kept {
  readonly at: number;
  readonly writer: string;
  readonly value: unknown;
}

export interface SharedReplies {
  /** The value of a key, learnt by one frame for all of them. Failures are not kept. */
  share<T>(
    key: string,
    freshness: Freshness,
    learn: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  /** Tells the others what this frame has learnt by the way. */
  tell(key: string, value: unknown): Promise<void>;
  /** From now on nothing that was learnt before does. */
  forget(): void;
}

export function createSharedReplies(
  store: CacheStore,
  locks: Locks,
  writer: string,
  now: () => number,
): SharedReplies {
  let notBefore = 0;

  async function find(key: string, { forMs, whileAlive }: Freshness): Promise<Kept | null> {
    const [kept] = (await store.read([key])) as readonly (Kept | undefined)[];
    if (typeof kept !== 'object' || typeof kept.at !== 'number') return null;
    const age = now() - kept.at;
    if (age < 0 || age > forMs || kept.at < notBefore) return null;
    if (whileAlive && (await locks.held(liveName(kept.writer))).length === 0) return null;
    return kept;
  }

  function keep(key: string, at: number, value: unknown): Promise<void> {
    const kept: Kept = { at, writer, value };
    return store.change([key], () => [kept]);
  }

  return {
    async share<T>(
      key: string,
      freshness: Freshness,
      learn: () => Promise<T>,
      signal?: AbortSignal,
    ): Promise<T> {
      const ready = await find(key, freshness);
      // What another frame of this very app has written under the key.
      if (ready) return ready.value as T;
      const alone = async (): Promise<T> => {
        const again = await find(key, freshness);
        if (again) return again.value as T;
        const at = now();
        const value = await learn();
        await keep(key, at, value);
        return value;
      };
      return locks.alone(`tallyboard reply ${key}`, alone, signal);
    },
    tell: (key, value) => keep(key, now(), value),
    forget() {
      notBefore = now();
    },
  };
}
