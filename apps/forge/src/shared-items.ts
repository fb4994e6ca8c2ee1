/**
 * Saved reports and board sets that their owners share with projects or everybody: definitions, never issues. Rights are checked
 * here because a page can be manipulated.
 */
import { type Answer, refuse } from './settings.ts';

/** The owner of what a closed account has shared. No account has this id. */
export const NOBODY = '';

interface Share {
  readonly kind: 'everyone' | 'project';
  /** The id of the project; '' for everyone. */
  readonly name: string;
  readonly edit: boolean;
}

/** `Content` is what the item defines. */
export type SharedItem<Content extends object = object> = Content & {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly shares: readonly Share[];
  /** Counts the writes, from 1. */
  readonly version: number;
};

/** The part of the app's storage that is used. */
export interface ItemStore<Item> {
  get(id: string): Promise<Item | null>;
  /** A page of all items of the site. */
  list(cursor: string | null): Promise<{
    readonly items: readonly Item[];
    readonly next: string | undefined;
  }>;
  /** Stores the version after `version`, 0 for a new item; false if another version is stored (optimistic locking). */
  save(item: Item, version: number): Promise<boolean>;
  remove(id: string): Promise<void>;
}

export interface ItemLocation<Content extends object> {
  readonly store: ItemStore<SharedItem<Content>>;
  /** The calling user; null without one. */
  readonly account: string | null;
  /** The names of those of the projects, by id, in which the calling user has *Browse projects*. */
  readonly browsable: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

export interface ItemKind<Content extends object> {
  /** 'saved report' */
  readonly noun: string;
  /** The member of a reply that lists them. */
  readonly list: string;
  readonly empty: Content;
  /** The content after a change, or what is wrong with it. Members that the body lacks stay. */
  readContent(before: Content, body: unknown): Content | string;
}

const MAX_NAME = 255;
const MAX_SHARES = 50;

/** The calls of the pages for one kind of items. */
export function sharedItems<Content extends object>(kind: ItemKind<Content>) {
  type Place = ItemLocation<Content>;
  const { noun } = kind;
  const notFound = refuse(404, `This ${noun} does not exist, or it is not shared with you.`);
  const mayNot = (what: string) =>
    refuse(403, `You do not have permission to ${what} this ${noun}.`);

  /** Null: there is none, or it is not shared with the calling user. */
  async function find(place: Place, payload: unknown) {
    const id = idOf(payload);
    const stored = id === null ? null : await place.store.get(id);
    const [visible] = stored ? await visibleOf(place, [stored]) : [];
    return stored && visible ? { stored, visible } : null;
  }

  return {
    find,

    /** A page of the items of the calling user and of those shared with that user; `next` is the cursor of the next page. */
    async list(place: Place, payload: unknown): Promise<Answer> {
      const cursor = memberOf(payload, 'cursor');
      const { items, next } = await place.store.list(typeof cursor === 'string' ? cursor : null);
      return { status: 200, body: { [kind.list]: await visibleOf(place, items), next } };
    },

    async read(place: Place, payload: unknown): Promise<Answer> {
      const found = await find(place, payload);
      return found ? { status: 200, body: found.visible } : notFound;
    },

    /** Members that the body lacks stay. Only the owner changes `shares`. */
    async save(place: Place, payload: unknown): Promise<Answer> {
      const id = idOf(payload);
      const body = memberOf(payload, 'body');
      const version = memberOf(body, 'version');
      if (id === null) return refuse(400, `The id of a ${noun} is 8 to 40 letters and digits.`);
      if (typeof version !== 'number') return refuse(400, 'The version is missing.');
      if (place.account === null) return refuse(401, `Sign in to store a ${noun}.`);
      const found = version === 0 ? null : await find(place, payload);
      if (version !== 0 && !found) return notFound;
      if (found && !found.visible.editable) return mayNot('change');
      const changesShares = memberOf(body, 'shares') !== undefined;
      if (found && changesShares && !found.visible.manageable) return mayNot('share');
      const ownerId = place.account;
      const fresh = { ...kind.empty, id, ownerId, name: '', shares: [], version: 0 };
      const changed = await readChange(kind, place, found?.stored ?? fresh, body);
      if (typeof changed === 'string') return refuse(400, changed);
      const saved = { ...changed, version: version + 1 };
      if (!(await place.store.save(saved, version)))
        return refuse(409, `The ${noun} was changed by somebody else.`);
      return { status: 200, body: (await visibleOf(place, [saved]))[0] };
    },

    async remove(place: Place, payload: unknown): Promise<Answer> {
      const found = await find(place, payload);
      if (!found) return notFound;
      if (!found.visible.manageable) return mayNot('delete');
      await place.store.remove(found.stored.id);
      return { status: 200, body: null };
    },
  };
}

/** The items that the calling user may see, with what that user may do. Projects out of sight are not named. */
async function visibleOf<Content extends object>(
  { account, browsable }: ItemLocation<Content>,
  items: readonly SharedItem<Content>[],
) {
  const projects = await browsable([...new Set(items.flatMap(projectsOf))]);
  const reaches = ({ kind, name }: Share) => kind === 'everyone' || projects.has(name);
  return items.flatMap(item => {
    const { ownerId } = item;
    const mine = ownerId === account;
    const reaching = item.shares.filter(reaches);
    if (!mine && reaching.length === 0) return [];
    const editable = mine || reaching.some(({ edit }) => edit);
    return {
      ...item,
      owner: null,
      mine,
      editable,
      manageable: mine || (ownerId === NOBODY && editable),
      shares: (mine ? item.shares : reaching).map(share => ({
        ...share,
        label: projects.get(share.name) ?? null,
      })),
    };
  });
}

const projectsOf = ({ shares }: Pick<SharedItem, 'shares'>): readonly string[] =>
  shares.filter(({ kind }) => kind === 'project').map(({ name }) => name);

/** The changed item, or what is wrong with the change. */
async function readChange<Content extends object>(
  { noun, readContent }: ItemKind<Content>,
  { browsable }: ItemLocation<Content>,
  before: SharedItem<Content>,
  body: unknown,
): Promise<SharedItem<Content> | string> {
  const { name = before.name, shares } = Object(body);
  const text = typeof name === 'string' ? name.trim() : '';
  if (text === '') return 'The name is missing.';
  if (text.length > MAX_NAME) return `The name is longer than ${MAX_NAME} characters.`;
  const content = readContent(before, body);
  if (typeof content === 'string') return content;
  const read = shares === undefined ? before.shares : readShares(shares);
  if (!read) return `A ${noun} is shared with everyone or with at most ${MAX_SHARES} projects.`;
  const added = projectsOf({ shares: read }).filter(id => !projectsOf(before).includes(id));
  if ((await browsable(added)).size < new Set(added).size)
    return 'You do not have permission to browse one of the projects.';
  return { ...before, ...content, name: text, shares: read };
}

/** Null for other values. */
function readShares(value: unknown): readonly Share[] | null {
  if (!Array.isArray(value) || value.length > MAX_SHARES) return null;
  const shares = value.map(each => {
    const { kind, name, edit } = Object(each) as Record<string, unknown>;
    if (kind === 'everyone') return { kind, name: '', edit: edit === true } as const;
    const isProject = kind === 'project' && typeof name === 'string' && /^\d{1,20}$/.test(name);
    return isProject ? ({ kind, name, edit: edit === true } as const) : null;
  });
  return shares.includes(null) ? null : shares.filter(share => share !== null);
}

function idOf(payload: unknown): string | null {
  const id = memberOf(payload, 'id');
  return typeof id === 'string' && /^[a-z\d]{8,40}$/.test(id) ? id : null;
}

const memberOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);
