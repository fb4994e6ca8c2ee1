/**
 * The cached issues of one site and user: issues by id, and for each query the ids that it found and when.
 */

import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { SpecialFields } from '@tallyboard/core/model/field.ts';
import type { Freshness } from '../freshness.ts';
import { type CachedIssue, mergeCached, type Needs } from './cached-issue.ts';
import { CACHE_VERSION, chunkOf, decodeChunk, encodeChunk } from './chunk.ts';
import type { Fetches } from './fetches.ts';
import type { Mutex } from './mutex.ts';

/** Where the cache keeps its texts. Several engines may use one store at the same time. */
export interface CacheStore {
  /** The values of the keys, in their order; undefined for missing ones. */
  read(keys: readonly string[]): Promise<readonly unknown[]>;
  /** Replaces values in one transaction; an undefined value removes its key. */
  change(
    keys: readonly string[],
    next: (stored: readonly unknown[]) => readonly unknown[],
  ): Promise<void>;
  keys(prefix: string): Promise<readonly string[]>;
  remove(keys: readonly string[]): Promise<void>;
}

/** What a query found. */
export interface QueryRecord {
  readonly version: number;
  readonly ids: readonly string[];
  /** Ids whose newest state could not be read: their cached state is stale. */
  readonly unsure: readonly string[];
  /** When the list was requested. */
  readonly syncedAt: number;
  /** When their worklogs were known to be those of Jira; absent where nobody asked. */
  readonly worklogsAt?: number | undefined;
  /** When all names in them were read, if after the oldest issue; absent where no Refresh did. */
  readonly namesAt?: number | undefined;
  /** What the cache has of each of these issues. */
  readonly holds: Needs;
  /** Changes when an issue was added, changed or removed. */
  readonly revision: string;
  readonly usedAt: number;
  /** Lengths of the texts with these issues, by chunk. */
  readonly sizes: Readonly<Record<string, number>>;
}

/** How a load uses the cache. */
export interface CacheUse {
  readonly cache: IssueCache;
  /** Fields that other gadgets of the page are likely to need, read along so that they are fetched once. */
  readonly alsoFields?: ((special: SpecialFields) => readonly string[]) | undefined;
  /** The caller's dataset of this query and requirement; returned again when nothing changed. */
  readonly known?: Dataset | undefined;
}

export interface CachedRead {
  readonly ids: readonly string[];
  /** When the list of ids was read. */
  readonly at: number;
  /** Changes when an issue was added, changed or removed. */
  readonly revision: string;
  /** True when the caller's dataset is current: nothing was added to the collector. */
  readonly isKnown: boolean;
  /** When the oldest issue was read: Jira changes names of people, versions and epics without `updated`. */
  readonly namesAt?: number;
}

/** A write to the cache that gives way. */
export interface BackgroundWrite {
  /** Before its first text. */
  readonly isFirst: boolean;
  /** Whether another load waits for it. */
  readonly isAwaited: () => boolean;
  /** Whether loads still wait for their issues. */
  readonly isReading: () => boolean;
}

export interface IssueCacheSettings {
  readonly store: CacheStore;
  readonly mutex: Mutex;
  readonly fetches: Fetches;
  /** Entries of one user are never read for another. */
  readonly site: string;
  readonly user: string;
  readonly now: () => number;
  readonly freshness: Freshness;
  /** Awaited before each text of a background write, so that calculations on the same thread go first. */
  readonly pause?: ((write: BackgroundWrite) => Promise<void>) | undefined;
  /** Characters of all texts, before the least recently used query is evicted. */
  readonly maxCharacters?: number;
}

/** Gadgets of one dashboard open within this time, and share what the first of them read. */
const RECENT_MS = 10_000;

/** At most two bytes a character: 200 MB. */
const MAX_CHARACTERS = 100_000_000;
const MAX_QUERIES = 40;

/** A new value for `QueryRecord.revision`. */
export const newRevision = (at: number) => `${at} ${Math.random()}`;

/** Cache key of a query's column stream. */
export const columnsKey = (own: string, jql: string) => `${own}columns|${jql}`;

export class IssueCache {
  readonly mutex: Mutex;
  readonly fetches: Fetches;
  readonly now: () => number;
  readonly store: CacheStore;
  readonly pause: IssueCacheSettings['pause'];
  /** Begins the keys of this site and user. */
  readonly own: string;
  readonly #site: string;
  readonly #freshness: Freshness;
  readonly #maxCharacters: number;

  constructor(settings: IssueCacheSettings) {
    this.mutex = settings.mutex;
    this.fetches = settings.fetches;
    this.now = settings.now;
    this.store = settings.store;
    this.pause = settings.pause;
    this.own = `${settings.site}|${settings.user}|`;
    this.#site = settings.site;
    this.#freshness = settings.freshness;
    this.#maxCharacters = settings.maxCharacters ?? MAX_CHARACTERS;
  }

  chunkKey(chunk: number): string {
    return `${this.own}chunk|${chunk}`;
  }

  #queryKey(jql: string): string {
    return `${this.own}query|${jql}`;
  }

  parseRecord(value: unknown): QueryRecord | null {
    if (typeof value !== 'string') return null;
    try {
      const record = JSON.parse(value) as QueryRecord;
      // A later time was written before the clock was set back.
      return record.version === CACHE_VERSION && record.syncedAt <= this.now() ? record : null;
    } catch {
      return null;
    }
  }

  /** Without readings of a clock that was ahead. */
  #readChunk(text: unknown): Map<string, CachedIssue> {
    const issues = decodeChunk(text);
    for (const [id, { at }] of issues) if (at > this.now()) issues.delete(id);
    return issues;
  }

  async allRecords(): Promise<Map<string, QueryRecord>> {
    const keys = (await this.store.keys('')).filter(key => key.includes('|query|'));
    const values = await this.store.read(keys);
    const records = new Map<string, QueryRecord>();
    keys.forEach((key, index) => {
      const record = this.parseRecord(values[index]);
      if (record) records.set(key, record);
    });
    return records;
  }

  /** Evicts whole queries, the least recently used first, and the texts that no other query needs. */
  async evict(): Promise<void> {
    // The texts of loads under way belong to no query yet.
    if (!this.fetches.isIdle()) return;
    const records = [...(await this.allRecords())].sort((a, b) => b[1].usedAt - a[1].usedAt);
    const kept = new Map<string, number>();
    const gone: string[] = [];
    let characters = 0;
    records.forEach(([key, record], place) => {
      const base = key.slice(0, key.indexOf('|query|') + 1);
      const added = Object.entries(record.sizes).filter(
        ([chunk]) => !kept.has(`${base}chunk|${chunk}`),
      );
      const more = added.reduce((sum, [, size]) => sum + size, 0);
      if (place > 0 && (characters + more > this.#maxCharacters || place >= MAX_QUERIES)) {
        gone.push(key);
        return;
      }
      characters += more;
      for (const [chunk, size] of added) kept.set(`${base}chunk|${chunk}`, size);
    });
    const chunks = (await this.store.keys('')).filter(key => key.includes('|chunk|'));
    gone.push(...chunks.filter(key => !kept.has(key)));
    if (gone.length > 0) await this.store.remove(gone);
  }

  /** Whether this session read something so shortly ago that it need not be asked again. */
  isRecent(at: number): boolean {
    return at >= this.#freshness.openedAt && this.#freshness.isYoung(at, RECENT_MS);
  }

  /** Whether something was read before the last Refresh of this session. */
  isOfThePast(at: number): boolean {
    return this.#freshness.isOfThePast(at);
  }

  /** True when no issue of this user is cached. */
  async isEmpty(): Promise<boolean> {
    return (await this.store.keys(`${this.own}chunk|`)).length === 0;
  }

  async query(jql: string): Promise<QueryRecord | null> {
    return this.parseRecord((await this.store.read([this.#queryKey(jql)]))[0]);
  }

  async saveQuery(
    jql: string,
    record: Omit<QueryRecord, 'version' | 'usedAt' | 'sizes'>,
    sizes: ReadonlyMap<number, number>,
  ): Promise<QueryRecord> {
    const whole: QueryRecord = {
      version: CACHE_VERSION,
      ...record,
      usedAt: this.now(),
      sizes: Object.fromEntries(sizes),
    };
    await this.store.change([this.#queryKey(jql)], () => [JSON.stringify(whole)]);
    return whole;
  }

  /** The cached issues of the ids, and the lengths of the texts that have them. */
  async entries(ids: readonly string[]): Promise<{
    readonly issues: ReadonlyMap<string, CachedIssue>;
    readonly sizes: Map<number, number>;
  }> {
    const chunks = [...new Set(ids.map(chunkOf))];
    const texts = await this.store.read(chunks.map(chunk => this.chunkKey(chunk)));
    const wanted = new Set(ids);
    const issues = new Map<string, CachedIssue>();
    const sizes = new Map<number, number>();
    chunks.forEach((chunk, index) => {
      const text = texts[index];
      sizes.set(chunk, typeof text === 'string' ? text.length : 0);
      for (const [id, issue] of this.#readChunk(text)) if (wanted.has(id)) issues.set(id, issue);
    });
    return { issues, sizes };
  }

  /** Merges fresh issues into the cache, one text after another, and returns the lengths of the changed texts. */
  async keep(
    fresh: readonly CachedIssue[],
    { isAwaited = true } = {},
  ): Promise<Map<number, number>> {
    const sizes = new Map<number, number>();
    const write = {
      isAwaited: () => this.mutex.isAwaited(this.own),
      isReading: this.fetches.isReading,
    };
    for (const [chunk, issues] of Map.groupBy(fresh, ({ id }) => chunkOf(id))) {
      if (!isAwaited) await this.pause?.({ ...write, isFirst: sizes.size === 0 });
      await this.store.change([this.chunkKey(chunk)], ([held]) => {
        const all = this.#readChunk(held);
        for (const issue of issues) {
          const { id, at } = issue;
          const read = this.fetches.isChanged(id, at) ? { ...issue, changedAt: at } : issue;
          all.set(id, mergeCached(all.get(id), read));
        }
        const text = encodeChunk(all.values());
        sizes.set(chunk, text.length);
        return [text];
      });
    }
    return sizes;
  }

  /** Removes entries of other users of this site. */
  async dropOthers(): Promise<void> {
    const keys = await this.store.keys(`${this.#site}|`);
    const others = keys.filter(key => !key.startsWith(this.own));
    if (others.length > 0) await this.store.remove(others);
  }
}
