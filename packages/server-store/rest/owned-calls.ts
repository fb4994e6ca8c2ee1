/** The calls of what accounts own and share: a list, and reading, writing and deleting one. */
import { StoreError } from '@tallyboard/database/store-error.ts';
import type { JsonObject } from '@tallyboard/replica/data/shapes.ts';
import { type Api, type Call, readBody } from '@tallyboard/replica/rest/api.ts';
import { CHANGE_OWN, READ_FIGURES } from '@tallyboard/replica/rest/call-rights.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { mayEdit, mayManage, mayView } from '@tallyboard/replica/rest/platform/dashboard.ts';
import type { AccountStore } from '../accounts.ts';
import type { Owned, OwnedStore } from '../owned-store.ts';
import { ownedShaper, readShares, readText, refuse } from './owned.ts';

interface Kind<Item extends Owned> {
  /** The address of the list. */
  readonly list: string;
  /** The member of the reply that lists them. */
  readonly members: string;
  readonly noun: string;
  readonly store: OwnedStore<Item>;
  /** A new one, besides what all have. */
  readonly empty: Omit<Item, keyof Owned>;
  /** What a body changes besides name and shares. Throws JiraError. */
  readonly readChange: (call: Call, before: Item, body: JsonObject) => Partial<Item>;
  /** Throws JiraError for one that must not be stored. */
  readonly check?: (call: Call, changed: Item) => Promise<void>;
  /** Further members of a reply. */
  readonly shape?: (call: Call, item: Item) => Promise<object>;
}

/**
 * A PUT names the version that was read, 0 for a new one; an outdated one is answered with 409 and the current one
 * (optimistic locking).
 */
export function ownedCalls<Item extends Owned>(
  api: Api,
  accounts: AccountStore,
  { list, members, noun, store, empty, readChange, check, shape: shapeMore }: Kind<Item>,
) {
  const one = `${list}/:id`;
  const shapeOwned = ownedShaper(accounts);
  const shape = async (call: Call, item: Item) => {
    const { ownerId: _, ...rest } = item;
    return { ...rest, ...(await shapeOwned(call, item)), ...(await shapeMore?.(call, item)) };
  };
  const visible = async (call: Call) => {
    const found = await store.get(call.params.id ?? '');
    return found && mayView(call, found) ? found : null;
  };
  const find = async (call: Call): Promise<Item> => {
    const found = await visible(call);
    if (found) return found;
    throw new JiraError(404, `This ${noun} does not exist, or it is not shared with you.`);
  };
  const refused = (what: string) =>
    new JiraError(403, `You do not have permission to ${what} this ${noun}.`);

  const newItem = ({ params: { id = '' }, caller }: Call): Item => {
    if (!/^[a-z\d]{8,40}$/.test(id))
      return refuse(`The id of a ${noun} is 8 to 40 letters and digits.`);
    if (caller.account === null) throw new JiraError(401, `Sign in to save a ${noun}.`);
    const owned: Owned = {
      id,
      ownerId: caller.account,
      name: '',
      shares: [],
      version: 0,
      updatedMs: 0,
    };
    return { ...empty, ...owned } as Item;
  };
  /** Members that the body lacks stay. */
  const readItem = (call: Call, before: Item): Item => {
    const body = readBody(call);
    const { name = before.name, shares } = body;
    return {
      ...before,
      name: readText(name, 'name'),
      ...readChange(call, before, body),
      ...(shares !== undefined && { shares: readShares(call, shares) }),
    };
  };

  api.root.get(list, READ_FIGURES, async call => {
    const all = (await store.all()).filter(each => mayView(call, each));
    return { [members]: await Promise.all(all.map(each => shape(call, each))) };
  });

  api.root.get(one, READ_FIGURES, async call => shape(call, await find(call)));

  api.root.put(one, CHANGE_OWN, async call => {
    const { version } = readBody(call);
    if (typeof version !== 'number') return refuse('The version is missing.');
    const before = version === 0 ? newItem(call) : await find(call);
    const changed = readItem(call, before);
    if (!mayEdit(call, before)) throw refused('change');
    if (changed.shares !== before.shares && !mayManage(call, before)) throw refused('share');
    await check?.(call, changed);
    try {
      const saved = await store.save({ ...changed, version, updatedMs: call.clock() });
      call.reply.code(version === 0 ? 201 : 200);
      return await shape(call, saved);
    } catch (error) {
      if (!(error instanceof StoreError) || error.reason !== 'conflict') throw error;
      const now = await visible(call);
      call.reply.code(409);
      const current = now ? await shape(call, now) : undefined;
      return { errorMessages: [error.message], errors: {}, current };
    }
  });

  api.root.delete(one, CHANGE_OWN, async call => {
    const found = await find(call);
    if (!mayManage(call, found)) throw refused('delete');
    await store.remove(found.id);
  });

  return { one, find };
}
