import * as v from 'valibot';
import { CutListError, WireError } from './errors.ts';
import { maybe, parseWire } from './wire/parse.ts';

/** Some proxies and mock servers write numbers as texts. */
const count = () =>
  maybe(v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+$/), v.transform(Number))]));

const PageSchema = v.object({
  startAt: count(),
  maxResults: count(),
  total: count(),
  isLast: maybe(v.boolean()),
  warningMessages: maybe(v.array(v.string())),
});

/** The items of all pages. */
export interface Paged<Item> {
  readonly items: readonly Item[];
  /** The largest total that a page named; null when none did. */
  readonly total: number | null;
  /** Warnings of all pages, each once, in the order they came. */
  readonly warnings: readonly string[];
  /** Why the list may not be whole; null for a list that ended as Jira said. */
  readonly cut: string | null;
}

export interface OffsetPaging<Item> {
  /** Asks for one page. */
  readonly fetchPage: (startAt: number, maxResults: number) => Promise<unknown>;
  /** The list's name in the page: 'values', 'issues', 'worklogs'. */
  readonly list: string;
  readonly parseItem: (value: unknown, where: string) => Item;
  /** What makes two items the same, where the list may shift between pages. */
  readonly idOf: (item: Item) => string | number;
  readonly where: string;
  readonly pageSize: number;
}

type PageShape<Item> = Pick<OffsetPaging<Item>, 'list' | 'parseItem' | 'where'>;

/** One page of startAt paging, with the host's own words for it; a bare array is a whole list. */
export function parsePage<Item>(reply: unknown, paging: PageShape<Item>) {
  if (Array.isArray(reply)) {
    return {
      items: parseItems(reply, paging),
      pageSize: null,
      total: reply.length,
      isLast: true,
      warnings: [],
    };
  }
  const page = parseWire(PageSchema, reply, paging.where);
  const list: unknown = Reflect.get(Object(reply), paging.list);
  // Only beside a total of 0 does Jira leave a list out. Gateways answer 200 with an error in its place.
  if (!Array.isArray(list) && !(list === undefined && page.total === 0))
    throw new WireError(`${paging.where} ${paging.list}`, 'a list', list);
  return {
    items: Array.isArray(list) ? parseItems(list, paging) : [],
    pageSize: page.maxResults ?? null,
    total: page.total ?? null,
    isLast: page.isLast ?? null,
    warnings: page.warningMessages ?? [],
  };
}

function parseItems<Item>(list: readonly unknown[], paging: PageShape<Item>): Item[] {
  return list.map((item, index) =>
    paging.parseItem(item, `${paging.where} ${paging.list}.${index}`),
  );
}

/** A host may filter a page after cutting it: only so many pages in a row without a new item end a list. */
export const MAX_EMPTY_PAGES = 3;

export const NOTHING_NEW = `Jira sent ${MAX_EMPTY_PAGES} pages without anything new.`;

/**
 * Reads an offset list or PageBean to its end, one page after the other, advancing by the number of received items. Ends
 * at isLast, at the total, or at a page without new items (a host that ignores startAt) unless isLast is false. A total
 * is ignored while pages are full: lists grow while they are read.
 */
export async function fetchAllPages<Item>(paging: OffsetPaging<Item>): Promise<Paged<Item>> {
  const items = new Map<string | number, Item>();
  const warnings = new Set<string>();
  let total: number | null = null;
  let cut: string | null = null;
  let startAt = 0;
  for (let emptyPages = 0; ; ) {
    const page = parsePage(await paging.fetchPage(startAt, paging.pageSize), paging);
    for (const warning of page.warnings) warnings.add(warning);
    if (page.total !== null) total = Math.max(total ?? 0, page.total);
    const before = items.size;
    for (const item of page.items) {
      const id = paging.idOf(item);
      if (!items.has(id)) items.set(id, item);
    }
    emptyPages = items.size === before ? emptyPages + 1 : 0;
    startAt += page.items.length || (page.pageSize ?? paging.pageSize);
    if (page.isLast === true) break;
    if (emptyPages >= MAX_EMPTY_PAGES) cut = NOTHING_NEW;
    if (cut !== null) break;
    if (page.isLast === false) continue;
    const full = page.pageSize !== null && page.items.length >= page.pageSize;
    if (emptyPages > 0 || (page.total !== null && startAt >= page.total && !full)) break;
  }
  return { items: [...items.values()], total, warnings: [...warnings], cut };
}

/** As many as the transport keeps in flight. */
const LANES = 8;

/**
 * Reads pages of known starts beside each other. `read` returns whether its page brought anything new: a total that is
 * wrong does not make the list endless.
 */
export async function readAllStarts(
  { from, to, step }: { readonly from: number; readonly to: number; readonly step: number },
  read: (startAt: number) => Promise<boolean>,
): Promise<void> {
  let next = from;
  let emptyPages = 0;
  const lane = async () => {
    while (next < to && emptyPages < MAX_EMPTY_PAGES) {
      const startAt = next;
      next += step;
      emptyPages = (await read(startAt)) ? 0 : emptyPages + 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

export interface TokenPage<Item> {
  readonly items: readonly Item[];
  readonly nextPageToken: string | null;
  readonly isLast: boolean | null;
}

/** The token of the next page. One is followed whatever `isLast` says: JRACLOUD-95477. */
export const nextTokenOf = ({ nextPageToken }: Pick<TokenPage<unknown>, 'nextPageToken'>) =>
  nextPageToken || undefined;

/** Why a list of token pages may not be whole. A repeated token (JRACLOUD-95368) may also be its end. */
export type ListCut = 'repeated' | 'no-token' | 'nothing-new';

export const CUT_WORDS: Readonly<Record<ListCut, string>> = {
  repeated: 'Jira sent the same page twice.',
  'no-token': 'Jira named no next page, but did not call this one the last.',
  'nothing-new': NOTHING_NEW,
};

/**
 * Walks token pages and calls `onPage` with each, after the request for the next one. Ends without a token; a list that
 * ends otherwise is cut, because the rest cannot be requested.
 */
export async function walkTokenPages<Item>(
  fetchPage: (token: string | undefined) => Promise<TokenPage<Item>>,
  onPage: (items: readonly Item[]) => void | Promise<void>,
  idOf: (item: Item) => unknown = item => Object(item).id,
): Promise<{ readonly cut: ListCut | null }> {
  const tokens = new Set<string>();
  const ids = new Set<unknown>();
  let emptyPages = 0;
  let cut: ListCut | null = null;
  let asked: Promise<TokenPage<Item>> | null = fetchPage(undefined);
  while (asked !== null) {
    const page: TokenPage<Item> = await asked;
    const before = ids.size;
    for (const item of page.items) ids.add(idOf(item));
    emptyPages = ids.size === before ? emptyPages + 1 : 0;
    const token = nextTokenOf(page);
    if (token === undefined) cut = page.isLast === false ? 'no-token' : null;
    else if (tokens.has(token)) cut = 'repeated';
    else if (emptyPages >= MAX_EMPTY_PAGES) cut = 'nothing-new';
    asked = token === undefined || cut !== null ? null : fetchPage(token);
    if (token !== undefined) tokens.add(token);
    // Where onPage throws, nobody waits for the next page.
    asked?.catch(() => {});
    await onPage(page.items);
  }
  return { cut };
}

/** The same where a part of the list is of no use. Throws CutListError. */
export async function walkWholeList<Item>(
  ...asked: Parameters<typeof walkTokenPages<Item>>
): Promise<void> {
  const { cut } = await walkTokenPages(...asked);
  if (cut !== null) throw new CutListError(CUT_WORDS[cut]);
}
