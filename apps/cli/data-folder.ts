import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { StorePlace } from '@tallyboard/database/engine.ts';
import { storeTrouble } from '@tallyboard/database/store-error.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { dataFolderOf, readSite } from '@tallyboard/service-kit/settings.ts';
import { startError } from '@tallyboard/service-kit/start-error.ts';
import { DATABASE_FILE, storePlace } from '@tallyboard/service-kit/store-place.ts';
import { CommandError } from './command.ts';

export const DEFAULT_FOLDER = 'data';

export const FOLDER_OPTIONS = { data: { type: 'string' }, site: { type: 'string' } } as const;

export const FOLDER_HELP = `  --site URL   address of the Jira, as given to 'serve', or
  --data DIR   data folder (./data)`;

/** The data folder that `serve` uses with the same settings. Throws SettingsError. */
export const folderFor = ({ data, site }: { data?: string; site?: string }): string =>
  data ?? dataFolderOf(site === undefined ? null : readSite(site));

/** The store in messages. */
export const nameOfStore = (folder: string): string =>
  process.env.DATABASE_URL ? 'the database of DATABASE_URL' : `'${folder}'`;

export const hasData = (folder: string): boolean =>
  Boolean(process.env.DATABASE_URL) || isThere(join(folder, DATABASE_FILE));

/** Whether there is a file or folder. One that this user may not look at counts: opening it tells why. */
export function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (cause) {
    return (cause as { code?: unknown }).code === 'EACCES';
  }
}

/** Opens the store of a data folder; DATABASE_URL in the environment names a PostgreSQL instead. */
export async function openFolder(folder: string, { create = false } = {}): Promise<Store> {
  if (!create && !hasData(folder))
    throw new CommandError(
      `There is no data in '${folder}'. Fill it with: tallyboard import FILE... --data ${folder}`,
    );
  // The database driver is imported on first use.
  const { openStore } = await import('@tallyboard/server-store/store.ts');
  const place = placeOf(folder);
  return openStore(place).catch((cause: unknown) => explain(cause, folder));
}

/** Opens the store of a data folder and closes it after `use`. */
export async function withFolder<T>(
  folder: string,
  use: (store: Store) => Promise<T>,
  settings: { readonly create?: boolean } = {},
): Promise<T> {
  const store = await openFolder(folder, settings);
  try {
    return await use(store);
  } catch (cause) {
    // Jira may be away too, with the same codes.
    const { kind = 'away' } = storeTrouble(cause) ?? {};
    if (kind !== 'away') explain(cause, folder);
    throw cause;
  } finally {
    await store.close();
  }
}

/** Audits a change that was made on the command line. */
export const auditChange = ({ audit }: Store, action: string, target: string, detail = '') =>
  audit.add({ atMs: Date.now(), account: 'command line', action, target, detail });

/** Throws a CommandError where the folder cannot be used. */
export function placeOf(folder: string): StorePlace {
  try {
    return storePlace(folder);
  } catch (cause) {
    return explain(cause, folder);
  }
}

function explain(cause: unknown, folder: string): never {
  const plain = startError(cause, { port: 0, host: '', dataDir: folder });
  throw plain === null ? cause : new CommandError(plain, { cause });
}
