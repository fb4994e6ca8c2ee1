import type { StoreContext } from '../context.ts';
import { find, remove, upsert } from '../query.ts';

export type FavouriteStore = ReturnType<typeof favouriteStore>;

/** Filters that users have starred. */
export function favouriteStore({ db, write }: StoreContext) {
  return {
    async filters(userId: string): Promise<string[]> {
      const rows = await find(db, 'favourites', { user_id: userId }, 'filter_id');
      return rows.map(row => row.filter_id);
    },
    add: (userId: string, filterId: string) =>
      write(trx => upsert(trx, 'favourites', { user_id: userId, filter_id: filterId })),
    remove: (userId: string, filterId: string) =>
      write(trx => remove(trx, 'favourites', { user_id: userId, filter_id: filterId })),
  };
}
