import type { Instant } from '@tallyboard/core/time/units.ts';
import { wholeNumber } from './stored.ts';

/** A stored time stamp: a number, a number as text, or the ISO text that a date becomes in JSON. */
export function parseStamp(raw: unknown): Instant | undefined {
  const number = wholeNumber(raw);
  if (number !== undefined) return Math.abs(number) <= 8.64e15 ? number : undefined;
  if (typeof raw !== 'string' || !/^\d{4}-\d\d-\d\d/.test(raw)) return undefined;
  const instant = Date.parse(raw);
  return Number.isNaN(instant) ? undefined : instant;
}
