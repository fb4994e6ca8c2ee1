import * as v from 'valibot';
import { WireError } from './errors.ts';
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
  // An empty list may be left out; one that is something else was not received.
  if (!Array.isArray(list) && !(list === undefined && !page.total))
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

/** A host may filter a page after cutting it: only this many empty pages in a row are the end. */
const MAX_EMPTY_PAGES = 3;

/**
 * Reads an offset list or PageBean to its end, one page after the other, advancing by the number of received items. Ends
 * at isLast, at the total, or at a page without new items (a host that ignores startAt) unless isLast is false. A total
 * is ignored while pages are full: lists grow while they are read.
 */
export async function fetchAllPages<Item>(paging: OffsetPaging<Item>): Promise<Paged<Item>> {
  const items = new Map<string | number, Item>();
  const warnings = new Set<string>();
  let total: number | null = null;
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
    if (page.isLast === true || emptyPages >= MAX_EMPTY_PAGES) break;
    if (page.isLast === false) continue;
    const full = page.pageSize !== null && page.items.length >= page.pageSize;
    if (emptyPages > 0 || (page.total !== null && startAt >= page.total && !full)) break;
  }
  return { items: [...items.values()], total, warnings: [...warnings] };
}

export interface TokenPage<Item> {
  readonly items: readonly Item[];
  readonly nextPageToken: string | null;
  readonly isLast: boolean | null;
}

/**
 * Walks token pages and calls `onPage` with each, after the request for the next one. Ends without a token, at isLast, or
 * at a repeated token (JRACLOUD-95368), which it reports because the rest cannot be requested.
 */
export async function walkTokenPages<Item>(
  fetchPage: (token: string | undefined) => Promise<TokenPage<Item>>,
  onPage: (items: readonly Item[]) => void,
): Promise<{ readonly repeatedToken: boolean }> {
  const seen = new Set<string>();
  let asked: Promise<TokenPage<Item>> | null = fetchPage(undefined);
  let repeatedToken = false;
  while (asked !== null) {
    const page: TokenPage<Item> = await asked;
    const token = page.isLast === true ? '' : (page.nextPageToken ?? '');
    repeatedToken = seen.has(token);
    asked = token === '' || repeatedToken ? null : fetchPage(token);
    seen.add(token);
    // Where onPage throws, nobody waits for the next page.
    asked?.catch(() => {});
    onPage(page.items);
  }
  return { repeatedToken };
}
