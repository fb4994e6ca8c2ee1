import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { SpecialFields } from '@tallyboard/core/model/field.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { IssueCache } from './issue-cache.ts';

export interface CacheUse {
  readonly cache: IssueCache;
  /** True for Refresh: what another frame learnt before this call does not do. */
  readonly fresh: boolean;
  /** Fields that others on the same page are likely to want, read with the own ones so that they travel once. */
  readonly alsoFields?: ((special: SpecialFields) => readonly string[]) | undefined;
  /** What the caller has of this query and requirement: it is returned when nothing changed since. */
  readonly known?: Dataset | undefined;
  /** Others who want the same and some history besides, while it is read. */
  readonly joining?: Joining | undefined;
}

export interface Joining {
  /** Hears of each as it comes. True: the load reads its histories as well, and the dataset says so when all came. */
  subscribe(listener: (requirement: Requirement) => boolean): void;
}

export interface CachedRead {
  readonly ids: readonly string[];
  /** Since when this is known to hold. */
  readonly at: number;
  /** The same as before when nothing came, changed or went. */
  readonly revision: string;
  /** True when the caller knows it all: then nothing was put into the collector. */
  readonly isKnown: boolean;
  /** Histories that were read for those who joined. */
  readonly joined?: Requirement['history'];
}
