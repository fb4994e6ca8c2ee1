/** Reading stored values of any version, also hostile ones: undefined for what cannot be used. */

import type { Instant } from '@tallyboard/core/time/units.ts';

/** A whole number, also when it was stored as text. */
export function wholeNumber(raw: unknown): number | undefined {
  const number = typeof raw === 'string' && /^-?\d{1,15}$/.test(raw) ? Number(raw) : raw;
  // JSON has no -0.
  return typeof number === 'number' && Number.isSafeInteger(number) ? number + 0 : undefined;
}

export function parseFlag(raw: unknown): boolean | undefined {
  if (typeof raw === 'boolean') return raw;
  if (raw === 'true' || raw === 1 || raw === '1') return true;
  if (raw === 'false' || raw === 0 || raw === '0') return false;
  return undefined;
}

/** A stored time stamp: a number, a number as text, or the ISO text that a date becomes in JSON. */
export function parseStamp(raw: unknown): Instant | undefined {
  const number = wholeNumber(raw);
  if (number !== undefined) return Math.abs(number) <= 8.64e15 ? number : undefined;
  if (typeof raw !== 'string' || !/^\d{4}-\d\d-\d\d/.test(raw)) return undefined;
  const instant = Date.parse(raw);
  return Number.isNaN(instant) ? undefined : instant;
}
