import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchUserNames } from '@tallyboard/jira/endpoints/users.ts';
import { byName, type OwnedItems, type StoredItem } from './owned-items.ts';

interface Owned extends StoredItem {
  readonly owner: string | null;
  readonly ownerId?: string | undefined;
  readonly mine: boolean;
}

interface Change {
  readonly id: string;
  readonly version: number;
  readonly shares?: readonly unknown[] | undefined;
}

interface Places<Item, Given> {
  readonly client: JiraClient;
  /** The reader's user property. */
  readonly own: OwnedItems<Item, Given>;
  /** The app's storage. */
  readonly shared: OwnedItems<Item, Given>;
  readonly outdated: () => Error;
}

/**
 * Items in the reader's user property, and in the app's storage from their first share on. An item in both is that of the
 * storage.
 */
export function appItems<Item extends Owned, Given extends Change>({
  client,
  own,
  shared,
  outdated,
}: Places<Item, Given>): OwnedItems<Item, Given> {
  /** With the names of owners, which the storage lacks. */
  async function named(items: readonly Item[], signal?: AbortSignal): Promise<readonly Item[]> {
    const owners = items.flatMap(({ mine, ownerId }) => (mine ? [] : (ownerId ?? [])));
    const names = await fetchUserNames(client, [...new Set(owners)], signal);
    return items.map(item => ({ ...item, owner: names.get(item.ownerId ?? '') ?? item.owner }));
  }

  async function get(id: string, signal?: AbortSignal): Promise<Item | null> {
    const stored = await shared.get(id, signal);
    if (stored) return (await named([stored], signal))[0] ?? null;
    return own.get(id, signal);
  }

  return {
    canShare: true,
    get,
    async list(signal) {
      const [mine, stored] = await Promise.all([own.list(signal), shared.list(signal)]);
      const all = await named(stored, signal);
      const ids = new Set(all.map(({ id }) => id));
      return [...all, ...mine.filter(({ id }) => !ids.has(id))].sort(byName);
    },
    async save(change) {
      const before = change.version === 0 ? null : await get(change.id);
      const isStored = before?.ownerId !== undefined;
      if (!isStored && !change.shares?.length) return own.save(change);
      if (!isStored && (before?.version ?? 0) !== change.version) throw outdated();
      const saved = await shared.save(isStored ? change : { ...before, ...change, version: 0 });
      if (before && !isStored) await own.remove(before.id);
      return { ...saved, owner: before?.owner ?? saved.owner };
    },
    async remove(id) {
      await ((await shared.get(id)) ? shared : own).remove(id);
    },
  };
}
