/** Saved reports and board sets: lists of what readers own. */
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { statusOf } from '@tallyboard/jira/errors.ts';
import { readOne } from '@tallyboard/jira/read.ts';
import { parseWire } from '@tallyboard/jira/wire/parse.ts';
import * as v from 'valibot';

export const share = v.object({
  kind: v.picklist(['everyone', 'account', 'group', 'project']),
  /** The id of the account or project, or the name of the group. */
  name: v.string(),
  /** The name of the person or project; null where it is unknown. */
  label: v.nullable(v.string()),
  edit: v.boolean(),
});

/** Whose an item is, and what the reader may do with it. */
export const ownership = {
  /** A name. */
  owner: v.nullable(v.string()),
  /** Where the host knows no names. */
  ownerId: v.optional(v.string()),
  mine: v.boolean(),
  editable: v.boolean(),
  /** The reader may share and delete it. */
  manageable: v.boolean(),
  shares: v.array(share),
};

export interface StoredItem {
  readonly id: string;
  readonly name: string;
  /** Counts the writes, from 1. */
  readonly version: number;
}

/** Version 0 is a new item. Members that are missing stay. */
export type ItemChange<Item> = Partial<Item> & Pick<StoredItem, 'id' | 'version'>;

export interface OwnedItems<Item, Change> {
  readonly canShare: boolean;
  /** Those of the reader and those shared with them, by name. */
  list(signal?: AbortSignal): Promise<readonly Item[]>;
  /** Null: there is none, or it is not shared with the reader. */
  get(id: string, signal?: AbortSignal): Promise<Item | null>;
  /** Rejects with OutdatedError if it was changed since `version`. */
  save(change: Change): Promise<Item>;
  remove(id: string): Promise<void>;
}

/** Somebody else, or another tab, has changed or deleted the item. */
export class OutdatedError extends Error {
  override readonly name: string = 'OutdatedError';
  constructor(message = 'It was changed elsewhere. Open it again to see the change.') {
    super(message);
  }
}

export const byName = (a: Pick<StoredItem, 'name'>, b: Pick<StoredItem, 'name'>) =>
  a.name.localeCompare(b.name);

interface ServerPlace<Item> {
  readonly list: string;
  /** The member of the reply that lists them. */
  readonly member: string;
  readonly schema: v.GenericSchema<unknown, Item>;
  readonly outdated: () => Error;
}

/** On our own server, where they can be shared. */
export function serverItems<Item, Change extends Pick<StoredItem, 'id'>>(
  client: JiraClient,
  { list, member, schema, outdated }: ServerPlace<Item>,
) {
  const pathOf = (id: string) => `${list}/${encodeURIComponent(id)}`;
  /** `next` is the cursor of the next page. */
  const page = v.object({ [member]: v.array(schema), next: v.optional(v.string()) });
  return {
    canShare: true,
    pathOf,
    async list(signal) {
      const all: Item[] = [];
      for (let cursor: string | undefined; ; ) {
        const reply = await readOne(client, page, list, { query: { cursor }, signal });
        all.push(...(reply[member] as Item[]));
        if (typeof reply.next !== 'string') return all;
        cursor = reply.next;
      }
    },
    async get(id, signal) {
      try {
        return await readOne(client, schema, pathOf(id), { signal });
      } catch (error) {
        if (statusOf(error) === 404) return null;
        throw error;
      }
    },
    async save({ id, ...body }) {
      try {
        const reply = await client.send({ method: 'PUT', path: pathOf(id), body });
        return parseWire(schema, reply, member);
      } catch (error) {
        if (statusOf(error) === 409) throw outdated();
        throw error;
      }
    },
    async remove(id) {
      await client.send({ method: 'DELETE', path: pathOf(id) });
    },
  } satisfies OwnedItems<Item, Change> & { readonly pathOf: (id: string) => string };
}

interface UserPlace<Stored, Change> {
  readonly read: (signal?: AbortSignal) => Promise<readonly Stored[]>;
  readonly change: (update: (all: readonly Stored[]) => readonly Stored[]) => Promise<void>;
  /** The next version of an item. */
  readonly merge: (before: Stored | undefined, change: Change) => Stored;
  readonly outdated: () => Error;
}

const OF_READER = { owner: null, mine: true, editable: true, manageable: true, shares: [] };

/** In a property of the reader's user in Jira, which nobody else uses. */
export function userItems<
  Stored extends StoredItem,
  Change extends Pick<StoredItem, 'id' | 'version'>,
>({ read, change, merge, outdated }: UserPlace<Stored, Change>) {
  const ofReader = (item: Stored) => ({ ...item, ...OF_READER });
  const list = async (signal?: AbortSignal) => (await read(signal)).map(ofReader);
  type Item = ReturnType<typeof ofReader>;
  return {
    canShare: false,
    list,
    get: async (id, signal) => (await list(signal)).find(each => each.id === id) ?? null,
    async save(given) {
      let saved: Stored | null = null;
      await change(all => {
        const before = all.find(({ id }) => id === given.id);
        if ((before?.version ?? 0) !== given.version) throw outdated();
        saved = merge(before, given);
        return [...all.filter(each => each !== before), saved].sort(byName);
      });
      if (saved === null) throw new Error('Nothing was saved.');
      return ofReader(saved);
    },
    async remove(id) {
      await change(all => all.filter(each => each.id !== id));
    },
  } satisfies OwnedItems<Item, Change>;
}

const ID_LENGTH = 12;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** `randomUUID` is missing on pages without HTTPS. */
export const newItemId = (): string =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(ID_LENGTH)),
    byte => LETTERS[byte % LETTERS.length],
  ).join('');
