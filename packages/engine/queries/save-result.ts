import type { Computed } from '@tallyboard/core/model/result.ts';
import type { ComputeArgs } from '../calls.ts';
import { type DatasetEntry, loadedOf } from '../datasets.ts';
import {
  type ResultCache,
  resultKey,
  type StoredDataset,
  storedKey,
} from '../session/result-cache.ts';

type Index = readonly { readonly key: string; readonly issues: number }[];

const MAX_RESULTS = 24;
const MAX_DATASETS = 24;
/** A result has up to as many numbers for each of its figures. */
const MAX_ISSUES = 250_000;

/** Queues a result to be written to the cache, in place of those of an earlier revision of its query. */
export function saveResult(
  cache: ResultCache,
  entry: DatasetEntry,
  args: Omit<ComputeArgs, 'dataset'>,
  computed: Computed<unknown>,
): void {
  const { waiting } = cache;
  const { jql, revision } = entry.dataset;
  if (revision === undefined || entry.earlier || entry.part || args.context.past) return;
  if (waiting.size === 0) void write(cache);
  const fresh = {
    revision,
    requirement: entry.requirement,
    loaded: loadedOf(entry),
    results: new Map([[resultKey(args), computed]]),
  };
  waiting.set(jql, joinResults(waiting.get(jql), fresh));
}

async function write({ waiting, settings }: ResultCache): Promise<void> {
  const { store, issues, pause } = settings;
  const { isReading } = issues.fetches;
  await pause?.({ isFirst: true, isAwaited: () => false, isReading });
  for (const [jql, value] of waiting) {
    waiting.delete(jql);
    const key = storedKey(settings, jql);
    const gone: string[] = [];
    await store.change([`${issues.own}results`, key], ([index, held]) => {
      const others = ((index ?? []) as Index).filter(each => each.key !== key);
      let count = 0;
      const left = [{ key, issues: value.loaded.issueCount }, ...others].filter((each, place) => {
        count += each.issues;
        const fits = place === 0 || (place < MAX_DATASETS && count <= MAX_ISSUES);
        if (!fits) gone.push(each.key);
        return fits;
      });
      return [left, joinResults(held as StoredDataset | undefined, value)];
    });
    if (gone.length > 0) await store.remove(gone);
  }
}

function joinResults(held: StoredDataset | undefined, fresh: StoredDataset): StoredDataset {
  const isSame =
    held?.revision === fresh.revision && held.loaded.fetchedAt === fresh.loaded.fetchedAt;
  const all = [...(isSame ? held.results : []), ...fresh.results];
  return { ...fresh, results: new Map(all.slice(-MAX_RESULTS)) };
}
