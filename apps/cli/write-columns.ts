import type { Store } from '@tallyboard/server-store/store.ts';
import type { SegmentPool } from '@tallyboard/service-kit/columns/write-in-process.ts';
import type { Streams } from './command.ts';
import { placeOf } from './data-folder.ts';
import { progressLine } from './progress.ts';

/** Uses both cores of a small machine; each process takes up to 400 MB. */
const PROCESSES = 2;
/** So many are written sooner than a process has started. */
const MAX_WITHOUT_PROCESS = 500;
/** A fill that takes longer is not small: its processes start, so that nothing waits for their start. */
const SMALL_MS = 250;

/**
 * Fills a store, and writes the columns that reports read where they are missing: when `fill` calls `write`, or else at its end.
 * A failure to write them is only reported.
 */
export async function fillWithColumns<Result>(
  store: Store,
  folder: string,
  streams: Streams,
  fill: (write: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const { createSegmentPool } = await import('@tallyboard/service-kit/columns/write-in-process.ts');
  const processes = createSegmentPool(placeOf(folder), PROCESSES);
  const early = setTimeout(() => processes.pool.keepReady(PROCESSES), SMALL_MS);
  let written: Promise<void> | null = null;
  const write = () => {
    clearTimeout(early);
    written ??= writeColumns(store, folder, streams, processes);
    return written;
  };
  try {
    const result = await fill(write);
    await write();
    return result;
  } finally {
    clearTimeout(early);
    await processes.pool.close();
  }
}

async function writeColumns(
  store: Store,
  folder: string,
  streams: Streams,
  processes: SegmentPool,
): Promise<void> {
  const [{ writeInProcess }, { isOutdated, writeStaleSegments }] = await Promise.all([
    import('@tallyboard/service-kit/columns/write-in-process.ts'),
    import('@tallyboard/service-kit/columns/write-segments.ts'),
  ]);
  const line = progressLine(streams);
  const onProgress = (issues: number, total: number) =>
    line.show(`${Math.floor((issues * 100) / total)} %  writing the columns of reports`);
  try {
    const outdated = (await store.segments.list()).filter(isOutdated);
    const issues = outdated.reduce((sum, segment) => sum + segment.issues, 0);
    const write =
      issues <= MAX_WITHOUT_PROCESS
        ? writeStaleSegments(store, { onProgress })
        : writeInProcess(store, placeOf(folder), { onProgress, processes });
    await write.finally(() => line.clear());
  } catch (error) {
    const { message } = error as Error;
    streams.err.write(
      `Reports are slower without columns, which could not be written: ${message}\n`,
    );
  }
}
