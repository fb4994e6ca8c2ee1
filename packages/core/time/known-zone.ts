import type { User } from '../model/user.ts';
import type { ZoneId } from './units.ts';
import { isZone } from './zone.ts';

/** Somebody's own zone; null if missing or invalid. */
export function knownZone(user: User | null): ZoneId | null {
  const zone = user?.zone ?? null;
  return zone !== null && isZone(zone) ? zone : null;
}
