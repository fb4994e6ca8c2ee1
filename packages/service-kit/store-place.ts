import { mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { StorePlace } from '@tallyboard/database/engine.ts';
import { SettingsError } from './settings.ts';

export const DATABASE_FILE = 'tallyboard.db';

/** The PostgreSQL of DATABASE_URL, else a file in the data folder, which is created if missing. */
export function storePlace(dataDir: string): StorePlace {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL) return { databaseUrl: readAddress(DATABASE_URL) };
  const folder = resolve(dataDir);
  makeFolder(folder);
  return { file: join(folder, DATABASE_FILE) };
}

/** The message names no part of the address, which may have a password. */
function readAddress(text: string): string {
  if (/^(postgres(ql)?:\/\/|socket:|\/)/.test(text)) return text;
  throw new SettingsError(
    'DATABASE_URL is the address of a PostgreSQL, such as postgres://user@host/database.',
  );
}

/**
 * Creates a folder and its missing parents. One by one, because `recursive` of Node 24 hangs where the system refuses
 * with ENOENT, as below /proc.
 */
function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw Object.assign(new Error(`'${path}' is not a folder.`), { code: 'ENOTDIR' });
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}
