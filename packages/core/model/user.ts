import type { ZoneId } from '../time/units.ts';
import type { UserId } from './ids.ts';

export interface User {
  readonly id: UserId;
  readonly name: string;
  /** False for people who left; null where the host does not say. */
  readonly active: boolean | null;
  /** The person's own zone; null where the host does not say. */
  readonly zone: ZoneId | null;
  readonly avatarUrl: string | null;
}
