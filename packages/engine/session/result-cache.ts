/**
 * The last figures of each query in the browser's cache: a report that was shown before is drawn again before its issues
 * are read. They count only for the issues that the cache still has, by the revision of the query.
 */
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import type {
  CacheStore,
  IssueCache,
  IssueCacheSettings,
} from '@tallyboard/jira/cache/issue-cache.ts';
import type { ComputeArgs, LoadedDataset } from '../calls.ts';
import { covers } from '../requirement-cover.ts';

/** What is known of a dataset without its issues. */
export interface StoredDataset {
  readonly revision: string;
  readonly requirement: Requirement;
  readonly loaded: LoadedDataset;
  /** By `resultKey`, the newest last. */
  readonly results: ReadonlyMap<string, Computed<unknown>>;
}

export interface ResultCacheSettings extends Pick<IssueCacheSettings, 'pause'> {
  readonly store: CacheStore;
  readonly issues: IssueCache;
  /** Of the code: results that another version computed are not used. */
  readonly version: string;
}

/** What a result was computed from, besides the issues. */
export const resultKey = ({ report, settings, context }: Omit<ComputeArgs, 'dataset'>): string =>
  JSON.stringify([report, settings, context]);

export const storedKey = ({ issues, version }: ResultCacheSettings, jql: string): string =>
  `${issues.own}result ${version}|${jql}`;

export type ResultCache = ReturnType<typeof createResultCache>;

export function createResultCache(settings: ResultCacheSettings) {
  const { store, issues } = settings;
  return {
    settings,
    /** Results that are yet to be written, by query. */
    waiting: new Map<string, StoredDataset>(),
    /** The results for a query, when the cache still has the issues that they were computed from. */
    async find(jql: string, requirement: Requirement): Promise<StoredDataset | undefined> {
      const [[value], revision] = await Promise.all([
        store.read([storedKey(settings, jql)]),
        issues.revision(jql),
      ]);
      const stored = value as StoredDataset | undefined;
      const isCurrent = stored && stored.revision === revision;
      return isCurrent && covers(stored.requirement, requirement) ? stored : undefined;
    },
  };
}
