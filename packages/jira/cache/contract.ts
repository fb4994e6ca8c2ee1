import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { SpecialFields } from '@tallyboard/core/model/field.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { IssueCache } from './issue-cache.ts';

export interface CacheUse {
  readonly cache: IssueCache;
  /** True to ignore results fetched by other frames (Refresh). */
  readonly fresh: boolean;
  /** Fields that other gadgets of the page are likely to need, read along so that they are fetched once. */
  readonly alsoFields?: ((special: SpecialFields) => readonly string[]) | undefined;
  /** The caller's dataset of this query and requirement; returned again when nothing changed. */
  readonly known?: Dataset | undefined;
  /** Requests that join the load for its histories. */
  readonly joining?: Joining | undefined;
}

export interface Joining {
  /** Sets the listener of joining requests; it returns true when the load reads their histories too. */
  subscribe(listener: (requirement: Requirement) => boolean): void;
}

export interface CachedRead {
  readonly ids: readonly string[];
  /** When the list of ids was read. */
  readonly at: number;
  /** Changes when an issue was added, changed or removed. */
  readonly revision: string;
  /** True when the caller's dataset is current: nothing was added to the collector. */
  readonly isKnown: boolean;
  /** Histories that were read for joined requests. */
  readonly joined?: Requirement['history'];
}
