import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { StorePlace } from '@tallyboard/replica/data/engine.ts';
import { makeFolder } from '@tallyboard/server/make-folder.ts';
import { startError } from '@tallyboard/server/start-error.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { CommandError } from './command.ts';

export const DEFAULT_FOLDER = 'data';
/** The file that `tallyboard serve` and `npm start` keep their data in. */
const FILE = 'tallyboard.db';

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

function make(path: string, folder: string): void {
  try {
    makeFolder(path);
  } catch (cause) {
    const plain = startError(cause, { port: 0, host: '', dataDir: folder });
    throw plain === null ? cause : new CommandError(plain, { cause });
  }
}

/** The database is loaded only where one is opened. */
async function open(place: StorePlace): Promise<Store> {
  const { openStore } = await import('@tallyboard/server-store/store.ts');
  return openStore(place);
}
