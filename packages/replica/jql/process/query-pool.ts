import { fileURLToPath } from 'node:url';
import type { StorePlace } from '@tallyboard/database/engine.ts';
import { LimitError } from '@tallyboard/database/process/child.ts';
import { ProcessPool } from '@tallyboard/database/process/pool.ts';
import { JqlError } from '../api.ts';
import { refusal } from '../limits.ts';
import type { JqlStore } from '../search.ts';
import type { QueryCall, Reader } from './query-process.ts';

export interface QueryPool {
  /** The queries of a reader. */
  jqlFor(reader: Reader): JqlStore;
  close(): Promise<void>;
}

export interface QueryPoolSettings {
  place: StorePlace;
  deadlineMs?: number;
  processes?: number;
}

const METHODS: readonly (keyof JqlStore)[] = [
  'search',
  'count',
  'matches',
  'parse',
  'autocomplete',
  'suggestions',
];

/** Queries in processes of their own, so that none blocks the server. */
export function createQueryPool(settings: QueryPoolSettings): QueryPool {
  const { place, deadlineMs = 20_000, processes = 2 } = settings;
  const pool = new ProcessPool<QueryCall>({
    module: fileURLToPath(new URL('./query-process.ts', import.meta.url)),
    purpose: 'answers queries',
    span: 'query',
    heapMb: 512,
    opening: { place, readOnlyMs: deadlineMs },
    processes,
    deadlineMs,
    idleMs: 1000,
    maxWaiting: 2000,
    lateError: limit => refusal(`it takes longer than ${limit}`),
    refusalError: (messages: string[]) => new JqlError(messages),
    endError: error =>
      error instanceof LimitError
        ? new JqlError([`Error in the JQL Query: The query ${error.message}.`])
        : error,
  });
  pool.keepReady(processes);
  return {
    jqlFor(reader) {
      const methods = METHODS.map(method => [
        method,
        (...args: unknown[]) =>
          pool.run(() => ({ reader, method, args }), { reader: reader?.userId }),
      ]);
      return Object.fromEntries(methods) as JqlStore;
    },
    close: () => pool.close(),
  };
}
