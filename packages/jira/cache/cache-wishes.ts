/** What others want of a query while one of them reads it: its histories, which are then read beside it. */
export interface Wishes {
  /** Says which fields' histories are wanted, until the returned function is called. */
  ask(jql: string, fields: readonly string[]): () => void;
  /** Hears what is wanted of a query, now and later, until the returned function is called. */
  hear(jql: string, listener: (fields: readonly string[]) => void): () => void;
}

export function createWishes(): Wishes {
  const asked = new Map<string, Set<readonly string[]>>();
  const heard = new Map<string, Set<(fields: readonly string[]) => void>>();
  return {
    ask(jql, fields) {
      for (const listener of heard.get(jql) ?? []) listener(fields);
      return add(asked, jql, fields);
    },
    hear(jql, listener) {
      for (const fields of asked.get(jql) ?? []) listener(fields);
      return add(heard, jql, listener);
    },
  };
}

function add<T>(sets: Map<string, Set<T>>, key: string, value: T): () => void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(value));
  return () => {
    set.delete(value);
    if (set.size === 0) sets.delete(key);
  };
}
