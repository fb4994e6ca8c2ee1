import { accessSync, constants, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
/** Bytes that all tests of a run need at once, with room to spare. Containers often have 64 MB. */
const NEEDED = 4 * 2 ** 30;

/** Moves temporary files of this process and its children to memory where Linux has room: a new database takes 30 ms instead of 400. */
export function useMemoryFolder(): void {
  if (process.env.TMPDIR !== undefined) return;
  try {
    accessSync(FOLDER, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(FOLDER);
    if (bavail * bsize >= NEEDED) process.env.TMPDIR = FOLDER;
  } catch {
    // Other systems have no such folder.
  }
}
