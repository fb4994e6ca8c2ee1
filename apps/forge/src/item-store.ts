/** Shared reports and board sets in the app's storage: an entity each, so that two writers never overwrite one another. */
import { Filter, FilterConditions, kvs, WhereConditions } from '@forge/kvs';
import type { SharedBoardSet } from './shared-board-sets.ts';
import type { ItemStore, SharedItem } from './shared-items.ts';
import type { SharedReport } from './shared-reports.ts';

/** Even the longest items of a page fit into the 5 MB of a reply. */
const PAGE_SIZE = 40;

/** @param entityName and `member`, its attribute with the item, are those of manifest.yml. */
function itemStore<Item extends SharedItem>(entityName: string, member: string): ItemStore<Item> {
  type Entry = Readonly<Record<string, unknown>> & { readonly version: number };
  const entity = () => kvs.entity<Entry>(entityName);
  const itemIn = (entry: Entry) => entry[member] as Item;
  return {
    async get(id) {
      const entry = await entity().get(id);
      return entry ? itemIn(entry) : null;
    },

    async list(cursor) {
      const query = entity()
        .query()
        .index('version')
        .where(WhereConditions.greaterThan(0))
        .limit(PAGE_SIZE);
      const { results, nextCursor } = await (cursor === null
        ? query
        : query.cursor(cursor)
      ).getMany();
      return { items: results.map(({ value }) => itemIn(value)), next: nextCursor };
    },

    async save(item, version) {
      const { id } = item;
      const entry: Entry = { version: item.version, [member]: item };
      try {
        if (version === 0) await entity().set(id, entry, { keyPolicy: 'FAIL_IF_EXISTS' });
        else {
          const conditions = new Filter<Entry>().and('version', FilterConditions.equalTo(version));
          await kvs.transact().set(id, entry, { entityName, conditions }).execute();
        }
        return true;
      } catch (error) {
        // The platform documents no code of a condition that failed.
        const stored = await entity().get(id);
        if ((stored?.version ?? 0) === version) throw error;
        return false;
      }
    },

    remove: id => entity().delete(id),
  };
}

export const reportStore = itemStore<SharedReport>('shared-report', 'report');
export const boardSetStore = itemStore<SharedBoardSet>('shared-board-set', 'set');
