/** What accounts own and share: saved reports and board sets. */
import { find, remove } from '@tallyboard/database/query.ts';
import { StoreError } from '@tallyboard/database/store-error.ts';
import type { Share } from '@tallyboard/replica/data/dashboards/dashboard.ts';
import type { Kysely } from 'kysely';
import type { ServerDb, ServerTables } from './tables.ts';

export interface Owned {
  readonly id: string;
  /** Null: it is everybody's. */
  readonly ownerId: string | null;
  readonly name: string;
  readonly shares: readonly Share[];
  /** Counts the writes, from 1. */
  readonly version: number;
  readonly updatedMs: number;
}

type OwnedTable = 'saved_reports' | 'board_sets';

interface OwnedRow {
  id: string;
  owner_id: string | null;
  name: string;
  shares: string;
  version: number;
  updated: number;
}

interface Columns<Item extends Owned, Table extends OwnedTable> {
  readonly table: Table;
  /** In messages: 'saved report'. */
  readonly noun: string;
  /** The columns besides those that all have. */
  readonly rowOf: (item: Item) => Omit<ServerTables[Table], keyof OwnedRow>;
  readonly itemOf: (row: ServerTables[Table]) => Omit<Item, keyof Owned>;
}

export type OwnedStore<Item extends Owned> = ReturnType<typeof ownedStore<Item, OwnedTable>>;

export function ownedStore<Item extends Owned, Table extends OwnedTable>(
  typed: ServerDb,
  { table: name, noun, rowOf, itemOf }: Columns<Item, Table>,
) {
  const table: OwnedTable = name;
  const db = typed as unknown as Kysely<Record<OwnedTable, OwnedRow>>;

  const read = (row: OwnedRow): Item => {
    const { id, owner_id: ownerId, name, shares, version, updated: updatedMs } = row;
    const own = itemOf(row as unknown as ServerTables[Table]);
    const owned: Owned = { id, ownerId, name, shares: JSON.parse(shares), version, updatedMs };
    return { ...own, ...owned } as Item;
  };
  const all = async (condition: Partial<OwnedRow>) =>
    (await find({ db }, table, condition, 'name', 'id')).map(read);

  return {
    all: () => all({}),
    get: async (id: string): Promise<Item | null> => (await all({ id }))[0] ?? null,

    /** Stores the version after `version`; 0 is a new one. @throws StoreError 'conflict' for another stored version. */
    async save(item: Item): Promise<Item> {
      const { id, ownerId, name, shares, version, updatedMs } = item;
      const row: OwnedRow = {
        ...rowOf(item),
        id,
        owner_id: ownerId,
        name,
        shares: JSON.stringify(shares),
        version: version + 1,
        updated: updatedMs,
      };
      const written =
        version === 0
          ? (
              await db
                .insertInto(table)
                .values(row)
                .onConflict(each => each.doNothing())
                .executeTakeFirst()
            ).numInsertedOrUpdatedRows
          : (
              await db
                .updateTable(table)
                .set(row)
                .where('id', '=', id)
                .where('version', '=', version)
                .executeTakeFirst()
            ).numUpdatedRows;
      if (Number(written ?? 0) === 0)
        throw new StoreError('conflict', `The ${noun} was changed by somebody else.`);
      return { ...item, version: version + 1 };
    },

    async remove(id: string): Promise<void> {
      await remove({ db }, table, { id });
    },

    async removeOf(ownerId: string): Promise<void> {
      await remove({ db }, table, { owner_id: ownerId });
    },
  };
}
