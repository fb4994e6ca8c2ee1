import { rename, rm, writeFile } from 'node:fs/promises';
import { CommandError } from './command.ts';
import { PATH_REASONS } from './error-text.ts';

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

function reasonOf(error: unknown, path: string): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return PATH_REASONS[code]?.(path) ?? message;
}
