import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import { addWorklogs } from '@tallyboard/dataset/cached/add-worklogs.ts';
import { joinRequirements } from '@tallyboard/dataset/requirement-cover.ts';
import type { DatasetEntry } from '@tallyboard/dataset/shared/entries.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import type { QuerySession } from './query.ts';

/** The dataset with the worklogs that are read after its issues; without them when cancelled. */
export async function withWorklogs(
  {
    client,
    metadata,
    cache,
    now,
    datasets,
  }: Pick<QuerySession, 'client' | 'metadata' | 'cache' | 'now' | 'datasets'>,
  entry: DatasetEntry,
  needed: Requirement,
  signal = new AbortController().signal,
): Promise<DatasetEntry> {
  const { worklogsSince } = needed;
  if (worklogsSince === null) return entry;
  try {
    const add = () =>
      addWorklogs(client, entry.dataset, worklogsSince, {
        metadata,
        cache: cache?.cache ?? null,
        now,
        signal,
      });
    // One after another: the others find in the cache what the first one read.
    const name = `worklogs ${entry.dataset.jql}`;
    const dataset = await (cache ? cache.cache.mutex.run(name, add, signal) : add());
    return datasets.extend(entry, joinRequirements(entry.requirement, needed), dataset);
  } catch (error) {
    if (isAbort(error)) return entry;
    throw error;
  }
}
