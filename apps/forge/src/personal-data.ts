/**
 * Account ids that the app stores are reported to Atlassian each week, as it asks of apps that keep them. Those of accounts that were
 * closed are taken out: what they shared stays with those it is shared with.
 */
import type { MailStore } from './mails.ts';
import { NOBODY, type SharedItem } from './shared-items.ts';

/** A kind of things with owners. */
export interface OwnedThings {
  /** The ids of all owners. */
  owners(): Promise<readonly string[]>;
  /** Takes the owner out of what they own. */
  disown(owner: string): Promise<void>;
}

interface AccountUpdate {
  readonly accountId: string;
  readonly status: 'updated' | 'closed';
}

interface Report {
  readonly places: readonly OwnedThings[];
  /** Atlassian's: `updatedAt` is when the data of the account were last read. Names are never stored, so that they are always of now. */
  readonly report: (
    accounts: { readonly accountId: string; readonly updatedAt: string }[],
  ) => Promise<readonly AccountUpdate[]>;
  readonly now: () => number;
}

/** Returns the ids that were taken out. */
export async function reportAccounts({ places, report, now }: Report): Promise<readonly string[]> {
  const lists = await Promise.all(places.map(place => place.owners()));
  const owners = [...new Set(lists.flat())].filter(owner => owner !== NOBODY).sort();
  const updatedAt = new Date(now()).toISOString();
  const updates = await report(owners.map(accountId => ({ accountId, updatedAt })));
  const closed = updates.filter(({ status }) => status === 'closed').map(each => each.accountId);
  for (const owner of closed) for (const place of places) await place.disown(owner);
  return closed;
}

interface Items<Item> {
  list(cursor: string | null): Promise<{
    readonly items: readonly Item[];
    readonly next: string | undefined;
  }>;
  save(item: Item, version: number): Promise<boolean>;
}

async function allOf<Item>({ list }: Pick<Items<Item>, 'list'>): Promise<readonly Item[]> {
  const all: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Items<Item>['list']>> = await list(cursor);
    all.push(...page.items);
    cursor = page.next ?? null;
  } while (cursor !== null);
  return all;
}

/** Shared reports or board sets. */
export const ownedItems = <Item extends SharedItem>(store: Items<Item>): OwnedThings => ({
  owners: async () => (await allOf(store)).map(({ ownerId }) => ownerId),
  async disown(owner) {
    for (const item of await allOf(store)) {
      if (item.ownerId !== owner) continue;
      const { version } = item;
      // What somebody changes at this moment is taken out a week later.
      await store.save({ ...item, ownerId: NOBODY, version: version + 1 }, version);
    }
  },
});

/** Mails of shared reports: their authors, and people who get them. A mail without recipients is removed. */
export const ownedMails = (store: Pick<MailStore, 'all' | 'save' | 'remove'>): OwnedThings => ({
  owners: async () =>
    (await store.all()).flatMap(({ ownerId, to }) => [
      ownerId,
      ...to.flatMap(each => (each.kind === 'user' ? [each.id] : [])),
    ]),
  async disown(owner) {
    for (const mail of await store.all()) {
      const to = mail.to.filter(each => each.kind !== 'user' || each.id !== owner);
      const ownerId = mail.ownerId === owner ? NOBODY : mail.ownerId;
      if (to.length === 0) await store.remove(mail.id);
      else if (to.length < mail.to.length || ownerId !== mail.ownerId)
        await store.save({ ...mail, to, ownerId });
    }
  },
});

/** Pins of shared reports. */
export const ownedPins = <Pin extends { readonly ownerId: string }>(store: {
  readonly all: () => Promise<readonly Pin[]>;
  readonly save: (pin: Pin) => Promise<void>;
}): OwnedThings => ({
  owners: async () => (await store.all()).map(({ ownerId }) => ownerId),
  async disown(owner) {
    for (const pin of await store.all())
      if (pin.ownerId === owner) await store.save({ ...pin, ownerId: NOBODY });
  },
});
