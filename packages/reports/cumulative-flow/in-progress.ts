import type { Instant } from '@tallyboard/core/time/units.ts';

/** `finish` is NaN for an open issue. */
export const isInProgress = (start: Instant, finish: Instant, t: Instant): boolean =>
  start <= t && !(finish <= t);
