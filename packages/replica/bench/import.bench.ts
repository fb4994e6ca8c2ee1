import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import { importFiles } from '../import/import-files.ts';
import { demoRecords } from '../seed/demo.ts';
import { openStore } from '../store/testing/open-store.ts';

const asOf = Date.parse('2026-06-17T12:00:00Z');

/** A search reply of so many issues with whole histories and worklogs, written as it is made. */
async function writeReply(path: string, issues: number): Promise<void> {
  async function* text() {
    let between = '{"startAt":0,"issues":[\n';
    for (const record of demoRecords({ seed: 1, asOf, size: issues })) {
      if (record.kind !== 'issue') continue;
      yield `${between}${JSON.stringify(record.value)}`;
      between = ',\n';
    }
    yield ']}';
  }
  await pipeline(text, createWriteStream(path));
}

interface Run {
  seconds: number;
  landed: number;
  peakBytes: number;
}

/** Imports a file into a new store. The peak is of the heap and what it holds outside, cleaned before each look. */
async function run(folder: string, issues: number): Promise<Run> {
  const path = join(folder, `${issues}.json`);
  await writeReply(path, issues);
  const store = await openStore({ file: join(folder, `${issues}.db`) });
  globalThis.gc?.();
  let peakBytes = 0;
  let looked = 0;
  let looking = 0;
  const begun = performance.now();
  const { counts } = await importFiles(store, [path], {
    onProgress: ({ records }) => {
      if (records - looked < 2000) return;
      looked = records;
      const paused = performance.now();
      globalThis.gc?.();
      const { heapUsed, external } = process.memoryUsage();
      peakBytes = Math.max(peakBytes, heapUsed + external);
      looking += performance.now() - paused;
    },
  });
  const seconds = (performance.now() - begun - looking) / 1000;
  await store.close();
  return { seconds, landed: counts.issue ?? 0, peakBytes };
}

export default async function bench(size: 'small' | 'full') {
  const issues = size === 'full' ? 10_000 : 2_500;
  const folder = await mkdtemp(join(tmpdir(), 'tallyboard-bench-'));
  try {
    // The first run warms up what the process compiles and caches.
    await run(folder, Math.floor(issues / 2));
    const one = await run(folder, issues);
    const four = await run(folder, issues * 4);
    return [
      {
        name: 'import: milliseconds for an issue with its history',
        value: (four.seconds * 1000) / four.landed,
        limit: 0.5,
        unit: 'ms',
      },
      {
        name: 'import: peak memory of a file four times as long',
        value: four.peakBytes / one.peakBytes,
        limit: 1.3,
        unit: 'x',
      },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}
