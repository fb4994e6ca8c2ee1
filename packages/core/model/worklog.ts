import type { Instant, Seconds } from '../time/units.ts';
import type { User } from './user.ts';

export interface Worklog {
  readonly id: string;
  readonly started: Instant;
  readonly spentSeconds: Seconds;
  /** Null when the account is gone and the host no longer names it. */
  readonly author: User | null;
  /** Rich text flattened; empty when there is none. */
  readonly comment: string;
}
