import type { StoreContext } from '../context.ts';
import { find, remove, upsert } from '../query.ts';

/** Filters, and dashboards as 'dashboard/ID', that users have starred. */
export function favouriteStore(context: StoreContext) {
  const { write } = context;
  return {
    async of(userId: string | null): Promise<ReadonlySet<string>> {
      const rows = userId ? await find(context, 'favourites', { user_id: userId }) : [];
      return new Set(rows.map(row => row.filter_id));
    },
    add: (userId: string, filterId: string) =>
      write(trx => upsert(trx, 'favourites', { user_id: userId, filter_id: filterId })),
    remove: (userId: string, filterId: string) =>
      write(trx => remove(trx, 'favourites', { user_id: userId, filter_id: filterId })),
  };
}
