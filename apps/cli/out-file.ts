import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError } from './command.ts';

/** Writes a file that appears when it is complete. Throws a CommandError where it cannot be written. */
export async function writeOut(path: string, data: string | Uint8Array): Promise<void> {
  const draft = `${path}.part`;
  try {
    await writeFile(draft, data);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw new CommandError(`'${path}' cannot be written: ${reasonOf(error, path)}`);
  }
}

const REASONS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: path => `there is no folder '${dirname(path)}'.`,
  ENOTDIR: path => `'${dirname(path)}' is no folder.`,
  EISDIR: () => 'it is a folder.',
  EACCES: () => 'this user may not write there.',
  EPERM: () => 'this user may not write there.',
  EROFS: () => 'the disk takes no changes.',
  ENOSPC: () => 'the disk is full.',
};

function reasonOf(error: unknown, path: string): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code]?.(path) ?? message;
}
