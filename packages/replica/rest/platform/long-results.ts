import { randomUUID } from 'node:crypto';

const MAX_RESULTS = 4;
const MAX_AGE_MS = 60_000;

interface Remainder {
  readonly ids: readonly string[];
  readonly userId: string | null;
  readonly fromMs: number;
}

export type LongResults = ReturnType<typeof createLongResults>;

/** Ids of later pages of long results, for a minute: sorting all issues for each page costs more than the pages. */
export function createLongResults() {
  const remainders = new Map<string, Remainder>();
  return {
    keep(ids: readonly string[], userId: string | null): string {
      const [oldest] = remainders.keys();
      if (remainders.size >= MAX_RESULTS && oldest !== undefined) remainders.delete(oldest);
      const name = randomUUID();
      remainders.set(name, { ids, userId, fromMs: performance.now() });
      return name;
    },

    /** Undefined if they are no longer there, are those of another user, or are too few to know whether more follow. */
    take(name: unknown, userId: string | null, pageSize: number): readonly string[] | undefined {
      const found = remainders.get(String(name));
      remainders.delete(String(name));
      if (found?.userId !== userId || found.ids.length <= pageSize) return undefined;
      return performance.now() - found.fromMs < MAX_AGE_MS ? found.ids : undefined;
    },
  };
}
