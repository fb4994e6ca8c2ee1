/** Parts of lists: replies that say that there is more than came. A store keeps them until imports have brought the rest. */
import { basename } from 'node:path';
import { isSite } from '../data/source.ts';
import type { Store } from '../store/store.ts';
import type { Page, RecognisedValue } from './recognise.ts';

/** Properties of these scopes are named by the lists. */
const SCOPE = 'partial-lists';
const IDS = 'partial-list-ids';

type Id = string | number;

interface Part {
  readonly file: string;
  /** Different records that came. */
  readonly count: number;
  /** Null for an unknown number. */
  readonly total: number | null;
  readonly kind: string;
  readonly source: string;
}

const NOUNS: Readonly<Record<string, string>> = {
  issueType: 'issue type',
  permissionScheme: 'permission scheme',
};

const plural = (noun: string): string =>
  noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : noun.endsWith('s') ? `${noun}es` : `${noun}s`;

/** '1 of the 230 issues of this search'. */
function textOf({ count, total, kind }: Part): string {
  const noun = NOUNS[kind] ?? kind;
  const list = kind === 'issue' ? 'search' : 'list';
  const came = count.toLocaleString('en');
  if (total !== null)
    return `${came} of the ${total.toLocaleString('en')} ${plural(noun)} of this ${list}`;
  return `there are further pages of this ${list} of ${plural(noun)}; ${came} came`;
}

/** The parts that a store holds of lists. */
export async function partialLists({ properties }: Pick<Store, 'properties'>): Promise<string[]> {
  return (await properties.all(SCOPE)).map(({ value }) => {
    const part = value as Part;
    return `${part.file}: ${textOf(part)}`;
  });
}

/** Records that came as elements of one list, by kind. */
export class ListContent {
  readonly idsOf = new Map<string, Id[]>();
  /** Elements that could not be read came too. */
  unread = 0;

  add({ kind, value }: Exclude<RecognisedValue, { kind: 'attachment' | 'page' }>): void {
    const { id, key, accountId, name } = value as unknown as Record<string, unknown>;
    const given = id ?? key ?? accountId ?? name;
    const number = Number(given);
    const ids = this.idsOf.get(kind) ?? [];
    ids.push(Number.isSafeInteger(number) ? number : String(given));
    this.idsOf.set(kind, ids);
  }

  /** What the list is of. */
  get kind(): string | undefined {
    return this.idsOf.has('issue') ? 'issue' : this.idsOf.keys().next().value;
  }
}

interface List {
  readonly path: string;
  readonly kind: string;
  readonly source: string;
  readonly total: number | null;
  readonly ids: Id[];
  unread: number;
  isPart: boolean;
  hasEnd: boolean;
}

/** The lists that an import reads. */
export class ImportedLists {
  readonly #lists = new Map<string, List>();
  /** By source and kind: records of no list. */
  readonly #loose = new Map<string, Id[]>();

  /** Pages of one list say the same total, or the same address. */
  add(content: ListContent, page: Page | null, path: string, from: string): void {
    // Folders that name no site may have any names.
    const source = isSite(from) ? from : '';
    const { kind } = content;
    if (kind === undefined) return;
    const ids = content.idsOf.get(kind) ?? [];
    if (page === null) {
      const loose = this.#loose.get(`${source} ${kind}`) ?? [];
      for (const id of ids) loose.push(id);
      this.#loose.set(`${source} ${kind}`, loose);
      return;
    }
    const { total, address } = page;
    const name = [source, kind, address, total ?? ''].join(' ');
    const known = this.#lists.get(name);
    const list = known ?? {
      path,
      kind,
      source,
      total,
      ids: [],
      unread: 0,
      isPart: false,
      hasEnd: false,
    };
    for (const id of ids) list.ids.push(id);
    list.unread += content.unread;
    list.isPart ||= page.isPart;
    list.hasEnd ||= page.isLast;
    this.#lists.set(name, list);
  }

  /** Updates the parts of a store; returns those of this import. */
  async write({
    properties,
  }: Pick<Store, 'properties'>): Promise<{ file: string; text: string }[]> {
    const lifted = new Set<string>();
    for (const { key, value } of await properties.all(SCOPE))
      if (await this.#lift(properties, key, value as Part)) lifted.add(key);
    const told: { file: string; text: string }[] = [];
    for (const [name, list] of this.#lists) {
      const { path, kind, source, total, unread } = list;
      const different = new Set([...list.ids, ...(this.#loose.get(`${source} ${kind}`) ?? [])]);
      const isWhole =
        total === null ? list.hasEnd || !list.isPart : different.size + unread >= total;
      if (isWhole || lifted.has(name)) continue;
      const ids = [...new Set(list.ids)];
      const stored = await properties.get(IDS, name);
      const all = new Set([...ids, ...((stored?.value as Id[] | undefined) ?? [])]);
      const part: Part = { file: basename(path), count: all.size + unread, total, kind, source };
      await properties.set(SCOPE, name, part);
      await properties.set(IDS, name, [...all]);
      told.push({ file: path, text: `${textOf(part)}.` });
    }
    return told;
  }

  /** Removes a stored part of which this import has brought the rest; whether it has. */
  async #lift(properties: Store['properties'], key: string, part: Part): Promise<boolean> {
    const { kind, source, total } = part;
    const lists = [...this.#lists.values()].filter(
      list => list.kind === kind && list.source === source,
    );
    const before = ((await properties.get(IDS, key))?.value ?? []) as Id[];
    const brought = [
      ...lists.flatMap(({ ids }) => ids),
      ...(this.#loose.get(`${source} ${kind}`) ?? []),
    ];
    if (brought.length === 0) return false;
    const all = new Set([...before, ...brought]);
    const isWhole = total === null ? lists.some(({ hasEnd }) => hasEnd) : all.size >= total;
    // The same list as it is now, which may be shorter.
    const isReplaced = lists.some(({ total: now, ids }) => {
      const own = new Set(ids);
      return now !== null && own.size >= now && before.every(id => own.has(id));
    });
    if (isWhole || isReplaced) {
      await properties.delete(SCOPE, key);
      await properties.delete(IDS, key);
      return true;
    }
    await properties.set(SCOPE, key, { ...part, count: all.size });
    await properties.set(IDS, key, [...all]);
    return false;
  }
}
