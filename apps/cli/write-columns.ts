import type { Store } from '@tallyboard/server-store/store.ts';
import type { Streams } from './command.ts';
import { progressLine } from './progress.ts';

/** Writes the columns that reports read, where they are missing. */
export async function writeColumns(store: Store, streams: Streams): Promise<void> {
  const { writeStaleSegments } = await import('@tallyboard/server/columns/write-segments.ts');
  const line = progressLine(streams);
  const onProgress = (issues: number, total: number) =>
    line.show(`${Math.floor((issues * 100) / total)} %  writing the columns of reports`);
  await writeStaleSegments(store, { onProgress }).finally(() => line.clear());
}
