import type { ZoneId } from '../time/units.ts';
import type { UserId } from './ids.ts';

export interface User {
  readonly id: UserId;
  readonly name: string;
  /** Null if unknown. */
  readonly active: boolean | null;
  /** Null if unknown. */
  readonly zone: ZoneId | null;
  readonly avatarUrl: string | null;
}
