import type { CacheStore } from '../cached/issue-cache.ts';

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
