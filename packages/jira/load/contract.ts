import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { CacheUse } from './cache-update.ts';
import type { Metadata } from './metadata.ts';

export interface LoadRequest {
  readonly jql: string;
  readonly requirement: Requirement;
  /** What the session knows already; fetched beside the issues otherwise. */
  readonly metadata?: Metadata;
}

export interface LoadProgress {
  /** 0 to 100; never goes back. */
  readonly percent: number;
  /** Issues read so far, and how many there are as far as the host has told. */
  readonly issues: number;
  readonly total: number | null;
}

export interface LoadSettings {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Stamps the dataset's `fetchedAt`; the machine's clock by default. */
  readonly now?: () => number;
  /** Where issues are kept that were read before; without it all of them travel. */
  readonly cache?: CacheUse;
}
