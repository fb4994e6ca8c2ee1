import type { StoreContext } from '../context.ts';

export type FavouriteStore = ReturnType<typeof favouriteStore>;

/** Filters that users have starred. */
export function favouriteStore({ db, write }: StoreContext) {
  return {
    async filters(userId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('favourites')
        .select('filter_id')
        .where('user_id', '=', userId)
        .orderBy('filter_id')
        .execute();
      return rows.map(row => row.filter_id);
    },
    add: (userId: string, filterId: string) =>
      write(trx =>
        trx
          .insertInto('favourites')
          .values({ user_id: userId, filter_id: filterId })
          .onConflict(conflict => conflict.doNothing())
          .execute(),
      ),
    remove: (userId: string, filterId: string) =>
      write(trx =>
        trx
          .deleteFrom('favourites')
          .where('user_id', '=', userId)
          .where('filter_id', '=', filterId)
          .execute(),
      ),
  };
}
