import type { ZoneId } from '../time/units.ts';
import type { UserId } from './ids.ts';

/** People with a licence, apps (bots, agents), and customers of a portal. */
export const ACCOUNT_TYPES = ['atlassian', 'app', 'customer'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export interface User {
  readonly id: UserId;
  readonly name: string;
  /** Null if unknown. */
  readonly active: boolean | null;
  /** Null if unknown. */
  readonly zone: ZoneId | null;
  readonly avatarUrl: string | null;
  /** Null if unknown, as on Data Center. */
  readonly accountType: AccountType | null;
}
