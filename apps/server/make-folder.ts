import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it that are missing. Throws what the system says. One by one, since `recursive` of
 * Node 24 never comes back where the system refuses with ENOENT, as below /proc.
 */
export function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw Object.assign(new Error(`'${path}' is not a folder.`), { code: 'ENOTDIR' });
  if (dirname(path) !== path) makeFolder(dirname(path));
  // What is kept in it is for its owner alone.
  mkdirSync(path, { mode: 0o700 });
}
