/** Imports that have begun and not ended: they run, failed or were killed. A store then has a part of their issues. */
import { resolve } from 'node:path';
import type { Store } from '../store/store.ts';

/** Properties of this scope are named by the paths of the files. */
const SCOPE = 'unfinished-imports';

export async function beginImport({ properties }: Store, paths: readonly string[]): Promise<void> {
  for (const path of paths) await properties.set(SCOPE, resolve(path), null);
}

export async function endImport({ properties }: Store, paths: readonly string[]): Promise<void> {
  for (const path of paths) await properties.delete(SCOPE, resolve(path));
}

export const hasUnfinishedImport = async ({ properties }: Pick<Store, 'properties'>) =>
  (await properties.all(SCOPE)).length > 0;
