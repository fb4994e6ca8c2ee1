/** What the cache of issues stands on, given from outside: a store of texts and a lock, which frames share. */

export interface CacheStore {
  /** The values of the keys, in their order; undefined for what is not there. */
  read(keys: readonly string[]): Promise<readonly unknown[]>;
  /** Replaces values in one step that nobody else can come between; an undefined value removes its key. */
  change(
    keys: readonly string[],
    next: (held: readonly unknown[]) => readonly unknown[],
  ): Promise<void>;
  keys(prefix: string): Promise<readonly string[]>;
  remove(keys: readonly string[]): Promise<void>;
}

export interface Locks {
  /** Runs the task while nobody else, in any frame, runs one of that name. Rejects with the signal's reason. */
  alone<T>(name: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Holds a name until the frame ends. */
  hold(name: string): void;
  /** The names that are held now and begin with a prefix. */
  held(prefix: string): Promise<readonly string[]>;
  /** Whether somebody waits for a name that begins with the prefix. */
  isAwaited(prefix: string): Promise<boolean>;
}

/** Where frames cannot lock, each goes by itself; the cache stays right, only more is fetched. */
export function createOwnLocks(): Locks {
  const queues = new Map<string, Promise<unknown>>();
  const names = new Set<string>();
  /** Of those who wait for their turn. */
  const awaited: string[] = [];
  return {
    async alone(name, task, signal) {
      const before = queues.get(name);
      const mine = (async () => {
        if (before) awaited.push(name);
        await before?.catch(() => {});
        if (before) awaited.splice(awaited.indexOf(name), 1);
        signal?.throwIfAborted();
        return task();
      })();
      queues.set(name, mine);
      try {
        return await mine;
      } finally {
        if (queues.get(name) === mine) queues.delete(name);
      }
    },
    hold: name => void names.add(name),
    held: async prefix => [...names].filter(name => name.startsWith(prefix)),
    isAwaited: async prefix => awaited.some(name => name.startsWith(prefix)),
  };
}

/** A store of this process alone, for tests and for a run without a browser. */
export function createMemoryStore(): CacheStore & { readonly values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return {
    values,
    read: async keys => keys.map(key => values.get(key)),
    async change(keys, next) {
      const after = next(keys.map(key => values.get(key)));
      keys.forEach((key, index) => {
        if (after[index] === undefined) values.delete(key);
        else values.set(key, after[index]);
      });
    },
    keys: async prefix => [...values.keys()].filter(key => key.startsWith(prefix)),
    async remove(keys) {
      for (const key of keys) values.delete(key);
    },
  };
}
