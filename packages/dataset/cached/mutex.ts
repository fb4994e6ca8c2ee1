export type Mutex = ReturnType<typeof createMutex>;

/** Mutual exclusion by name, within one engine. */
export function createMutex() {
  const last = new Map<string, Promise<unknown>>();
  const waiting: string[] = [];

  return {
    /** Runs tasks of the same name one after another. Throws the signal's reason when it fires before the task starts. */
    async run<T>(name: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const before = last.get(name);
      const own = (async () => {
        if (before) {
          waiting.push(name);
          await before.catch(() => {});
          waiting.splice(waiting.indexOf(name), 1);
        }
        signal?.throwIfAborted();
        return task();
      })();
      last.set(name, own);
      try {
        return await own;
      } finally {
        if (last.get(name) === own) last.delete(name);
      }
    },
    /** Whether a task waits for one of these names. */
    isAwaited: (prefix: string) => waiting.some(name => name.startsWith(prefix)),
  };
}
