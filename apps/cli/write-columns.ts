import type { Store } from '@tallyboard/server-store/store.ts';
import type { Streams } from './command.ts';
import { placeOf } from './data-folder.ts';
import { progressLine } from './progress.ts';

/** Uses both cores of a small machine; each process takes up to 400 MB. */
const PROCESSES = 2;

/** Writes the columns that reports read, where they are missing. A failure is only reported. */
export async function writeColumns(store: Store, folder: string, streams: Streams): Promise<void> {
  const { writeInProcess } = await import('@tallyboard/server/columns/write-in-process.ts');
  const line = progressLine(streams);
  const onProgress = (issues: number, total: number) =>
    line.show(`${Math.floor((issues * 100) / total)} %  writing the columns of reports`);
  try {
    const settings = { onProgress, processes: PROCESSES };
    await writeInProcess(store, placeOf(folder), settings).finally(() => line.clear());
  } catch (error) {
    const { message } = error as Error;
    streams.err.write(
      `Reports are slower without columns, which could not be written: ${message}\n`,
    );
  }
}
