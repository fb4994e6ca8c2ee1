import { liveName } from '@tallyboard/jira/cache/issue-cache.ts';
import type { CacheStore, Locks } from '@tallyboard/jira/cache/store.ts';
import { HttpError, NetworkError } from '@tallyboard/jira/errors.ts';

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

/** A call that failed, as other frames can read it. */
interface KeptFailure {
  readonly failedAt: number;
  /** Null when no reply came. */
  readonly answer: HttpAnswer | null;
}

type HttpAnswer = Pick<
  HttpError,
  'path' | 'status' | 'messages' | 'fieldErrors' | 'heading' | 'retryAfter'
>;

export interface SharedReplies {
  /**
   * The value of a key, learnt by one frame for all of them. When that frame is told no, those that waited for it are
   * told the same: each trying anew, one after the other, would keep the last one waiting for minutes. Who asks
   * afterwards asks the host.
   */
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

  const failureOf = (key: string) => `${key}|failure`;

  async function keepFailure(key: string, error: unknown): Promise<void> {
    const failure = describe(error, now());
    if (failure) await store.change([failureOf(key)], () => [failure]);
  }

  /** Throws what another frame was told since `asked`. */
  async function failAsOthers(key: string, asked: number): Promise<void> {
    const [kept] = (await store.read([failureOf(key)])) as readonly (KeptFailure | undefined)[];
    if (!kept || kept.failedAt <= asked || kept.failedAt > now()) return;
    const { answer } = kept;
    const call = { method: 'GET', path: answer?.path ?? key } as const;
    throw answer ? new HttpError(call, answer.status, answer) : new NetworkError(call);
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
      const asked = now();
      const alone = async (): Promise<T> => {
        const again = await find(key, freshness);
        if (again) return again.value as T;
        await failAsOthers(key, asked);
        const at = now();
        try {
          const value = await learn();
          await keep(key, at, value);
          return value;
        } catch (error) {
          await keepFailure(key, error);
          throw error;
        }
      };
      return locks.alone(`tallyboard reply ${key}`, alone, signal);
    },
    tell: (key, value) => keep(key, now(), value),
    forget() {
      notBefore = now();
    },
  };
}

/** Null for what says nothing to others: a frame that was closed, a reply that only this frame could not read. */
function describe(error: unknown, failedAt: number): KeptFailure | null {
  if (error instanceof NetworkError) return { failedAt, answer: null };
  if (!(error instanceof HttpError)) return null;
  const { path, status, messages, fieldErrors, heading, retryAfter } = error;
  return { failedAt, answer: { path, status, messages, fieldErrors, heading, retryAfter } };
}
