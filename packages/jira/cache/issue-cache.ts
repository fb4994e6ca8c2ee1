/**
 * The issues that were read before, of one site and one user, in a store that all frames share. An issue is known by its
 * id; what a query found, and since when that is known to hold, is kept beside it.
 */

import {
  CACHE_VERSION,
  type CachedIssue,
  chunkOf,
  decodeChunk,
  encodeChunk,
  mergeCached,
} from './chunk.ts';
import type { Mutex } from './mutex.ts';
import type { Needs } from './needs.ts';
import type { CacheStore } from './store.ts';

/** What a query found. */
export interface QueryRecord {
  readonly version: number;
  readonly ids: readonly string[];
  /** Ids whose newest state could not be read: what is held of them does not count. */
  readonly unsure: readonly string[];
  /** When the walk began that this is the result of. */
  readonly syncedAt: number;
  /** What is held of each of these issues. */
  readonly holds: Needs;
  /** Another whenever an issue came, changed or went. */
  readonly revision: string;
  /** When what is held was last looked at, issue by issue. */
  readonly checkedAt: number;
  readonly usedAt: number;
  /** Length of each text that the issues are in. */
  readonly sizes: Readonly<Record<string, number>>;
}

export interface IssueCacheSettings {
  readonly store: CacheStore;
  readonly mutex: Mutex;
  /** Names the site and, after a '|', the user: nothing of one user is ever read for another. */
  readonly site: string;
  readonly user: string;
  readonly now: () => number;
  /** Since when this page has been open; absent where that is not known. */
  readonly openSince?: number | undefined;
  /**
   * Awaited before each text is written while nobody waits for it, so that whoever computes with the issues on the same
   * thread goes first. It may end at once when somebody does wait after all.
   */
  readonly pause?: Pause | undefined;
  /** Characters of all texts before the least recently used query goes. */
  readonly maxCharacters?: number;
}

/** Gadgets of one dashboard open within this time, and share what the first of them read. */
const RECENT_MS = 10_000;

export type Pause = (isFirst: boolean, isAwaited: () => boolean) => Promise<void>;

/** Two bytes a character at the most: 200 MB. */
const MAX_CHARACTERS = 100_000_000;
const MAX_QUERIES = 40;

export type IssueCache = ReturnType<typeof createIssueCache>;

export function createIssueCache(settings: IssueCacheSettings) {
  const { store, mutex, site, user, now, pause } = settings;
  const { openSince = Number.POSITIVE_INFINITY } = settings;
  const { maxCharacters = MAX_CHARACTERS } = settings;
  const own = `${site}|${user}|`;
  const queryKey = (jql: string) => `${own}query|${jql}`;
  const chunkKey = (chunk: number) => `${own}chunk|${chunk}`;

  function parseRecord(value: unknown): QueryRecord | null {
    if (typeof value !== 'string') return null;
    try {
      const record = JSON.parse(value) as QueryRecord;
      const sound =
        record.version === CACHE_VERSION &&
        Array.isArray(record.ids) &&
        Array.isArray(record.unsure) &&
        Array.isArray(record.holds.fields) &&
        typeof record.syncedAt === 'number';
      // A clock that was set back makes times of before worthless.
      return sound && record.syncedAt <= now() ? record : null;
    } catch {
      return null;
    }
  }

  async function allRecords(): Promise<Map<string, QueryRecord>> {
    const keys = (await store.keys('')).filter(key => key.includes('|query|'));
    const values = await store.read(keys);
    const records = new Map<string, QueryRecord>();
    keys.forEach((key, index) => {
      const record = parseRecord(values[index]);
      if (record) records.set(key, record);
    });
    return records;
  }

  /** Drops whole queries, the least recently used first, and then every text that none of the others needs. */
  async function evict(): Promise<void> {
    const records = [...(await allRecords())].sort((a, b) => b[1].usedAt - a[1].usedAt);
    const kept = new Map<string, number>();
    const gone: string[] = [];
    let characters = 0;
    records.forEach(([key, record], place) => {
      const base = key.slice(0, key.indexOf('|query|') + 1);
      const added = Object.entries(record.sizes).filter(
        ([chunk]) => !kept.has(`${base}chunk|${chunk}`),
      );
      const more = added.reduce((sum, [, size]) => sum + size, 0);
      if (place > 0 && (characters + more > maxCharacters || place >= MAX_QUERIES)) {
        gone.push(key);
        return;
      }
      characters += more;
      for (const [chunk, size] of added) kept.set(`${base}chunk|${chunk}`, size);
    });
    const chunks = (await store.keys('')).filter(key => key.includes('|chunk|'));
    gone.push(...chunks.filter(key => !kept.has(key)));
    if (gone.length > 0) await store.remove(gone);
  }

  return {
    mutex,
    now,
    own,

    /** Whether this engine read something at `since` so shortly before `instant` that it need not be asked again. */
    isRecent: (since: number, instant: number) =>
      since >= openSince && instant - since <= RECENT_MS,

    /** True when nothing is held of this user. */
    async isEmpty(): Promise<boolean> {
      return (await store.keys(`${own}chunk|`)).length === 0;
    },

    async query(jql: string): Promise<QueryRecord | null> {
      return parseRecord((await store.read([queryKey(jql)]))[0]);
    },

    async saveQuery(
      jql: string,
      record: Omit<QueryRecord, 'version' | 'usedAt' | 'sizes'>,
      sizes: ReadonlyMap<number, number>,
    ): Promise<QueryRecord> {
      const whole: QueryRecord = {
        version: CACHE_VERSION,
        ...record,
        usedAt: now(),
        sizes: Object.fromEntries(sizes),
      };
      await store.change([queryKey(jql)], () => [JSON.stringify(whole)]);
      await evict();
      return whole;
    },

    /** What is held of the ids, in the texts of their neighbours; `sizes` tells how long each text is. */
    async entries(ids: readonly string[]): Promise<{
      readonly issues: ReadonlyMap<string, CachedIssue>;
      readonly sizes: Map<number, number>;
    }> {
      const chunks = [...new Set(ids.map(chunkOf))];
      const texts = await store.read(chunks.map(chunkKey));
      const wanted = new Set(ids);
      const issues = new Map<string, CachedIssue>();
      const sizes = new Map<number, number>();
      chunks.forEach((chunk, index) => {
        const text = texts[index];
        sizes.set(chunk, typeof text === 'string' ? text.length : 0);
        for (const [id, issue] of decodeChunk(text)) if (wanted.has(id)) issues.set(id, issue);
      });
      return { issues, sizes };
    },

    /** Adds what was read to what is held, one text after another, and returns the lengths of those that changed. */
    async keep(
      fresh: readonly CachedIssue[],
      { isWaitedFor = true } = {},
    ): Promise<Map<number, number>> {
      const sizes = new Map<number, number>();
      for (const [chunk, issues] of Map.groupBy(fresh, ({ id }) => chunkOf(id))) {
        if (!isWaitedFor) await pause?.(sizes.size === 0, () => mutex.isAwaited(own));
        await store.change([chunkKey(chunk)], ([held]) => {
          const all = decodeChunk(held);
          for (const issue of issues) all.set(issue.id, mergeCached(all.get(issue.id), issue));
          const text = encodeChunk(all.values());
          sizes.set(chunk, text.length);
          return [text];
        });
      }
      return sizes;
    },

    /** Removes what other users of this site left behind. */
    async dropOthers(): Promise<void> {
      const keys = await store.keys(`${site}|`);
      const others = keys.filter(key => !key.startsWith(own));
      if (others.length > 0) await store.remove(others);
    },
  };
}
