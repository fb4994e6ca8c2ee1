import { mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { StorePlace } from '@tallyboard/replica/data/engine.ts';
import { SettingsError } from './settings.ts';

export const DATABASE_FILE = 'tallyboard.db';

/** The PostgreSQL of DATABASE_URL, else a file in the data folder, which is created if missing. */
export function storePlace(dataDir: string): StorePlace {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL) return { databaseUrl: DATABASE_URL };
  const folder = resolve(dataDir);
  makeFolder(folder);
  return { file: join(folder, DATABASE_FILE) };
}

/** The place with the replicas of DATABASE_READ_URLS. Throws SettingsError, without the addresses: they may have passwords. */
export function withReplicas(place: StorePlace, environment: NodeJS.ProcessEnv): StorePlace {
  const list = environment.DATABASE_READ_URLS?.split(',').map(url => url.trim()) ?? [];
  const readUrls = list.filter(url => url !== '');
  if (readUrls.length === 0) return place;
  if (!('databaseUrl' in place))
    throw new SettingsError(
      'DATABASE_READ_URLS needs DATABASE_URL, the PostgreSQL of the replicas.',
    );
  for (const [at, url] of readUrls.entries())
    if (!/^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new SettingsError(
        `DATABASE_READ_URLS: address ${at + 1} of ${readUrls.length} is not that of a PostgreSQL, like postgres://user@host/database. A comma in a password is written %2C.`,
      );
  return { ...place, readUrls };
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
