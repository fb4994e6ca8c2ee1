/** Web Locks of one thread, as far as the app uses them: exclusive locks in the order they were asked for. */
export function createFakeLocks(): LockManager {
  const holders = new Map<string, Promise<unknown>>();
  const queues = new Map<string, (() => void)[]>();

  async function request(name: string, settings: unknown, run?: unknown): Promise<unknown> {
    const callback = (run ?? settings) as (lock: Lock | null) => unknown;
    const { ifAvailable, signal } = (run ? settings : {}) as LockOptions;
    signal?.throwIfAborted();
    if (holders.has(name)) {
      if (ifAvailable) return callback(null);
      await wait(name, signal);
    }
    const held = (async () => callback({ name, mode: 'exclusive' }))();
    holders.set(name, held);
    try {
      return await held;
    } finally {
      holders.delete(name);
      queues.get(name)?.shift()?.();
    }
  }

  function wait(name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      // Taken at once when it is this one's turn, so that nobody comes between.
      const turn = () => {
        holders.set(name, Promise.resolve());
        resolve();
      };
      queue.push(turn);
      signal?.addEventListener('abort', () => {
        const place = queue.indexOf(turn);
        if (place < 0) return;
        queue.splice(place, 1);
        reject(signal.reason);
      });
    });
  }

  return {
    request: request as LockManager['request'],
    query: async () => ({
      held: [...holders.keys()].map(name => ({ name })),
      pending: [...queues].flatMap(([name, turns]) => turns.map(() => ({ name }))),
    }),
  };
}
