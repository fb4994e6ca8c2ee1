import { chunkOf, decodeChunk, encodeChunk } from './chunk.ts';
import { createColumnCache } from './column-cache.ts';
import { type IssueCache, newRevision } from './issue-cache.ts';

/** What is cached of these issues is read again: a reader changed them. */
export async function outdate(cache: IssueCache, ids: readonly string[]): Promise<void> {
  const { own, now, store, fetches } = cache;
  const changedAt = now();
  const changed = new Set(ids);
  // Loads under way may write what they read before.
  fetches.change(changed, changedAt);
  await createColumnCache(cache).clear();
  for (const [chunk, inChunk] of Map.groupBy(changed, chunkOf)) {
    await store.change([cache.chunkKey(chunk)], ([held]) => {
      const all = decodeChunk(held);
      for (const id of inChunk) {
        const issue = all.get(id);
        if (issue) all.set(id, { ...issue, changedAt });
      }
      return [all.size > 0 ? encodeChunk(all.values()) : held];
    });
  }
  for (const [key, { ids: found }] of await cache.allRecords()) {
    if (!key.startsWith(own) || !found.some(id => changed.has(id))) continue;
    await store.change([key], ([held]) => {
      const record = cache.parseRecord(held);
      return [record ? JSON.stringify({ ...record, revision: newRevision(changedAt) }) : held];
    });
  }
}
