import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { CacheUse } from '../cache/contract.ts';
import type { Metadata } from './metadata.ts';
import type { LoadProgress } from './progress.ts';

export interface LoadRequest {
  readonly jql: string;
  readonly requirement: Requirement;
  /** Fetched concurrently with the issues when absent. */
  readonly metadata?: Metadata;
}

export interface LoadSettings {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Stamps the dataset's `fetchedAt`; the machine's clock by default. */
  readonly now?: () => number;
  /** The cache of issues; without it all issues are fetched. */
  readonly cache?: CacheUse;
}
