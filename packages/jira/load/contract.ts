import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { CacheUse } from '../cache/contract.ts';
import type { Metadata } from './metadata.ts';
import type { LoadProgress } from './progress.ts';

export interface LoadRequest {
  readonly jql: string;
  readonly requirement: Requirement;
  /** What the session knows already; fetched beside the issues otherwise. */
  readonly metadata?: Metadata;
}

export interface LoadSettings {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Stamps the dataset's `fetchedAt`; the machine's clock by default. */
  readonly now?: () => number;
  /** Where issues are kept that were read before; without it all of them travel. */
  readonly cache?: CacheUse;
}
