import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { StorePlace } from '@tallyboard/replica/data/engine.ts';
import { makeFolder } from '@tallyboard/server/make-folder.ts';
import { dataFolderOf, readSite, SettingsError } from '@tallyboard/server/settings.ts';
import { startError } from '@tallyboard/server/start-error.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { CommandError, UsageError } from './command.ts';

export const DEFAULT_FOLDER = 'data';
/** The database file of `tallyboard serve`. */
const FILE = 'tallyboard.db';

export const FOLDER_OPTIONS = { data: { type: 'string' }, site: { type: 'string' } } as const;

export const FOLDER_HELP = `  --site URL   address of the Jira, as given to 'serve', or
  --data DIR   data folder (./data)`;

/** The data folder that `serve` uses with the same settings. */
export function folderFor({ data, site }: { data?: string; site?: string }): string {
  try {
    return data ?? dataFolderOf(readSite(site));
  } catch (error) {
    if (error instanceof SettingsError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** What holds the data, for messages. */
export const nameOfStore = (folder: string): string =>
  process.env.DATABASE_URL ? 'the database of DATABASE_URL' : `'${folder}'`;

/** Opens the store of a data folder; DATABASE_URL in the environment names a PostgreSQL instead. */
export async function openFolder(folder: string, { create = false } = {}): Promise<Store> {
  const { DATABASE_URL } = process.env;
  if (DATABASE_URL) return open({ databaseUrl: DATABASE_URL });
  const path = resolve(folder);
  const file = join(path, FILE);
  if (create) make(path, folder);
  else if (!existsSync(file))
    throw new CommandError(
      `There is no data in '${folder}'. Fill it with: tallyboard import FILE... --data ${folder}`,
    );
  return open({ file });
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
  } finally {
    await store.close();
  }
}

/** Audits a change that was made on the command line. */
export const auditChange = ({ audit }: Store, action: string, target: string, detail = '') =>
  audit.add({ atMs: Date.now(), account: 'command line', action, target, detail });

function make(path: string, folder: string): void {
  try {
    makeFolder(path);
  } catch (cause) {
    const plain = startError(cause, { port: 0, host: '', dataDir: folder });
    throw plain === null ? cause : new CommandError(plain, { cause });
  }
}

/** Imports the database driver on first use. */
async function open(place: StorePlace): Promise<Store> {
  const { openStore } = await import('@tallyboard/server-store/store.ts');
  return openStore(place);
}
