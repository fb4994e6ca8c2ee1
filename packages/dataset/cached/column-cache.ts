/** Streams of columns that earlier visits loaded, the last one of each query; the host says whether one is current. */
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import { columnsKey, type IssueCache } from './issue-cache.ts';

/** What is known of a stream without its bytes. */
export interface ColumnRecord {
  readonly requirement: Requirement;
  readonly etag: string;
  /** When the host said last that it is current. */
  readonly at: number;
  readonly size: number;
}

/** Bytes of all streams, before the least recently used one is evicted. */
const MAX_BYTES = 300_000_000;

export type ColumnCache = ReturnType<typeof createColumnCache>;

/** Beside the issues of the same site and user. */
export function createColumnCache({ store, own, fetches, now, pause }: IssueCache) {
  const prefix = columnsKey(own, '');
  const recordKey = (jql: string) => columnsKey(own, jql);
  const bytesKey = (jql: string) => `${own}stream|${jql}`;
  const keysOf = (jql: string) => [recordKey(jql), bytesKey(jql)];

  async function evict(): Promise<void> {
    const keys = await store.keys(prefix);
    const records = (await store.read(keys)) as readonly (ColumnRecord | undefined)[];
    const newestFirst = keys
      .flatMap((key, index) => {
        const record = records[index];
        return record ? [{ ...record, jql: key.slice(prefix.length) }] : [];
      })
      .sort((a, b) => b.at - a.at);
    let bytes = 0;
    const gone = newestFirst.filter(({ size }, place) => {
      bytes += size;
      return place > 0 && bytes > MAX_BYTES;
    });
    if (gone.length > 0) await store.remove(gone.flatMap(({ jql }) => keysOf(jql)));
  }

  return {
    async find(jql: string): Promise<ColumnRecord | null> {
      const record = (await store.read([recordKey(jql)]))[0] as ColumnRecord | undefined;
      // A later time was written before the clock was set back.
      return record && record.at <= now() ? record : null;
    },

    /** Null when the bytes are of another stream, gone or unreadable. */
    async bytes(jql: string, { etag, size }: ColumnRecord): Promise<Uint8Array | null> {
      const [record, blob] = (await store.read(keysOf(jql))) as [ColumnRecord?, Blob?];
      if (record?.etag !== etag || blob?.size !== size) return null;
      return blob.arrayBuffer().then(
        buffer => new Uint8Array(buffer),
        () => null,
      );
    },

    /**
     * A stream in place of another one of its query, once figures had time to be drawn. Not if a reader has changed issues
     * since `changeCount`.
     */
    async save(
      jql: string,
      { changeCount, ...record }: Omit<ColumnRecord, 'size'> & { readonly changeCount: number },
      bytes: Uint8Array,
    ): Promise<void> {
      await pause?.({ isFirst: true, isAwaited: () => false, isReading: () => false });
      if (fetches.changeCount() !== changeCount) return;
      const blob = new Blob([bytes as Uint8Array<ArrayBuffer>]);
      await store.change(keysOf(jql), () => [{ ...record, size: blob.size }, blob]);
      await evict();
    },

    /** Notes that a stream is current, as the host has just said. */
    touch: (jql: string, { etag }: ColumnRecord): Promise<void> =>
      store.change([recordKey(jql)], ([held]) => {
        const record = held as ColumnRecord | undefined;
        return [record?.etag === etag ? { ...record, at: now() } : held];
      }),

    remove: (jql: string): Promise<void> => store.remove(keysOf(jql)),

    /** Removes all streams of the user. */
    async clear(): Promise<void> {
      const keys = await store.keys(prefix);
      if (keys.length > 0)
        await store.remove(keys.flatMap(key => keysOf(key.slice(prefix.length))));
    },
  };
}
