import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Ids of the filters that a user starred. */
export async function readFavourites(db: Kysely<Database>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('favourites')
    .select('filter_id')
    .where('user_id', '=', userId)
    .orderBy('filter_id')
    .execute();
  return rows.map(row => row.filter_id);
}

export async function writeFavourite(
  db: Kysely<Database>,
  userId: string,
  filterId: string,
  favourite: boolean,
): Promise<void> {
  if (favourite) {
    await db
      .insertInto('favourites')
      .values({ user_id: userId, filter_id: filterId })
      .onConflict(conflict => conflict.doNothing())
      .execute();
    return;
  }
  await db
    .deleteFrom('favourites')
    .where('user_id', '=', userId)
    .where('filter_id', '=', filterId)
    .execute();
}
