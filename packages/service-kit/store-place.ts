import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
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
  if (!/^(postgres(ql)?:\/\/|socket:|\/)/.test(text))
    throw new SettingsError(
      'DATABASE_URL is the address of a PostgreSQL, such as postgres://user@host/database.',
    );
  const parameters = parametersOf(text);
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = parameters.get(name);
    if (file && !isReadable(file))
      throw new SettingsError(`${name} of DATABASE_URL is '${file}', which cannot be read.`);
  }
  // The driver verifies certificates in the other modes too, but warns of a later version in which it will not.
  return parameters.get('uselibpqcompat') === 'true'
    ? text
    : text.replace(/([?&]sslmode=)(?!disable|no-verify)[^&#]+/, '$1verify-full');
}

function parametersOf(address: string): URLSearchParams {
  if (address.startsWith('/')) return new URLSearchParams();
  // The driver takes spaces, and addresses of a socket that have no host.
  const url = URL.parse(address.replaceAll(' ', '%20').replace('@/', '@socket/'));
  if (url) return url.searchParams;
  throw new SettingsError(
    'DATABASE_URL is not a valid address. In its user name and password write # as %23, / as %2F, ? as %3F, @ as %40, : as %3A and % as %25. It has one host, and its port is a number.',
  );
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
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
