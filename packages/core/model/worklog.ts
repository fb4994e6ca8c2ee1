import type { Instant, Seconds } from '../time/units.ts';
import type { User } from './user.ts';

export interface Worklog {
  readonly id: string;
  readonly started: Instant;
  readonly spentSeconds: Seconds;
  /** Null for a deleted account that the host does not name. */
  readonly author: User | null;
  /** Plain text; '' without a comment. */
  readonly comment: string;
}
