import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/**
 * Makes a SQLite file, and those beside it, readable by its owner only, whatever the umask and the folder allow. SQLite gives
 * the files beside it the mode of the database.
 */
export function keepPrivate(file: string): void {
  if (process.platform === 'win32') return;
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    // An existing file is not opened: closing it would release the locks that this process has on it (fcntl(2)).
    if ((error as { code?: unknown }).code !== 'EEXIST') return;
  }
  for (const path of [file, `${file}-wal`, `${file}-shm`]) narrow(path);
}

function narrow(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o777) === 0o600) return;
  try {
    chmodSync(path, 0o600);
  } catch (cause) {
    if (found.uid === process.getuid?.() || (found.mode & 0o077) === 0) return;
    const message = `Others can read '${path}', which belongs to another user. Take their rights away: chmod 600 ${path}`;
    throw Object.assign(new Error(message, { cause }), { code: 'NOT_PRIVATE' });
  }
}
