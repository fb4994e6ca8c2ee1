import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../store/store.ts';
import { openStore } from '../store/testing/open-store.ts';
import { benchNow, syntheticRecords } from './synthetic.ts';

interface Measure {
  name: string;
  value: number;
  limit: number;
  unit: string;
}

/** Filters that an index answers, as pages ask for them: the first 100 of an order. */
const indexed = [
  'project = P3 ORDER BY created DESC',
  'project = P3 AND status = "In Progress" ORDER BY updated DESC',
  'assignee = user-7 AND resolution = Unresolved ORDER BY priority DESC',
  'project = P1 AND created >= -30d',
  'updated >= -7d ORDER BY updated DESC',
  'due <= 0d AND due >= -14d AND resolution is EMPTY',
  'labels = security AND project = P2 ORDER BY key',
  'fixVersion = 1.4 AND project = P5',
  'key in (P1-10, P2-20, P3-30)',
  'project = P4 AND type = Bug AND priority in (Highest, High)',
  'reporter = user-3 AND statusCategory != Done',
  'text ~ "release nobody" AND project = P6',
];

const history = [
  'status was "In Review"',
  'status was "In Progress" during ("2026-01-01", "2026-02-01")',
  'status changed from "In Review" to Done after -90d',
  'status changed to Done by user-9',
  'project = P2 AND status was not Done',
  'assignee was user-5 AND status changed during ("2025-06-01", "2025-12-31")',
];

const viewer = { userId: 'user-1', zone: 'Europe/Prague' };

async function medianMs(store: Store, jql: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 7; run += 1) {
    const start = performance.now();
    await store.jql.search({ jql, viewer, now: benchNow, limit: 100 });
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[3] ?? 0;
}

const median = (numbers: number[]) =>
  numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** JQL over a large site on SQLite, and how fast such a site comes in. */
export default async function bench(size: 'small' | 'full'): Promise<Measure[]> {
  const count = size === 'full' ? 100_000 : 5_000;
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  const store = await openStore({ file: join(folder, 'bench.db') });
  try {
    let heapHighest = 0;
    // Processor time: what other programs do to the machine meanwhile is not the store's.
    const making = process.cpuUsage();
    for (const _record of syntheticRecords(count));
    const made = process.cpuUsage(making);
    const before = process.cpuUsage();
    await store.ingest(syntheticRecords(count), {
      onProgress: () => {
        heapHighest = Math.max(heapHighest, process.memoryUsage().heapUsed);
      },
    });
    const { user, system } = process.cpuUsage(before);
    const indexedTimes = await enqueue(indexed, jql => medianMs(store, jql));
    const historyTimes = await enqueue(history, jql => medianMs(store, jql));
    return [
      {
        name: 'ingest, processor time per issue',
        value: (user + system - made.user - made.system) / count,
        limit: 500,
        unit: 'µs',
      },
      { name: 'ingest, largest heap', value: heapHighest / 1e6, limit: 400, unit: 'MB' },
      { name: 'indexed filters, median', value: median(indexedTimes), limit: 20, unit: 'ms' },
      {
        name: 'history predicates, slowest',
        value: Math.max(...historyTimes),
        limit: 200,
        unit: 'ms',
      },
    ];
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function enqueue(
  queries: readonly string[],
  run: (jql: string) => Promise<number>,
): Promise<number[]> {
  const times: number[] = [];
  for (const jql of queries) {
    const time = await run(jql);
    if (process.env.TALLYBOARD_BENCH_DETAILS) console.error(`${time.toFixed(1)} ms  ${jql}`);
    times.push(time);
  }
  return times;
}
