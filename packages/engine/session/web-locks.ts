import { createOwnLocks, type Locks } from '@tallyboard/jira/cache/store.ts';

/** Locks that all frames of this origin share; those of this frame alone where the page is not served securely. */
export function createWebLocks(manager: LockManager | undefined): Locks {
  if (!manager) return createOwnLocks();
  return {
    async alone(name, task, signal) {
      return await manager.request(name, signal ? { signal } : {}, task);
    },
    hold(name) {
      // Ends with the frame: nothing resolves it.
      void manager.request(name, () => new Promise(() => {}));
    },
    async held(prefix) {
      const { held = [] } = await manager.query();
      return held.map(({ name }) => name ?? '').filter(name => name.startsWith(prefix));
    },
    async isAwaited(prefix) {
      const { pending = [] } = await manager.query();
      return pending.some(({ name }) => name?.startsWith(prefix));
    },
  };
}
