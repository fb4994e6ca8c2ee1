import { findOne } from '@tallyboard/database/query.ts';
import type { DbContext } from './catalogue.ts';
import { upsert } from './rows.ts';

type Db = Pick<DbContext, 'db'>;

const REVISION_NAME = 'data revision';

/** Rises with each write of issues, histories, worklogs or entities. */
export async function dataRevision(db: Db): Promise<number> {
  return (await findOne(db, 'facts', { name: REVISION_NAME }))?.value ?? 0;
}

/**
 * A revision after those known: the time of the write in milliseconds, or later where writes are faster. Databases with the same
 * number of writes, such as a store and its restored backup, have different revisions: ETags have them.
 */
export const revisionAfter = (...known: readonly number[]): number =>
  Math.max(Date.now(), ...known.map(revision => revision + 1));

export const setDataRevision = (db: Db, value: number): Promise<void> =>
  upsert(db, 'facts', { name: REVISION_NAME, value });
