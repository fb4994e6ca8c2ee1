import type { DbContext } from './catalogue.ts';
import { findOne, upsert } from './query.ts';

type Db = Pick<DbContext, 'db'>;

const REVISION_NAME = 'data revision';

/** Rises with each write of issues, histories, worklogs or entities. */
export async function dataRevision(db: Db): Promise<number> {
  return (await findOne(db, 'facts', { name: REVISION_NAME }))?.value ?? 0;
}

export const setDataRevision = (db: Db, value: number): Promise<void> =>
  upsert(db, 'facts', { name: REVISION_NAME, value });
