import type { DurationStyle } from '@tallyboard/core/time/format.ts';

/** The time formats as forms offer them, by their largest unit. */
export const DURATION_CHOICES: readonly {
  readonly value: DurationStyle;
  readonly label: string;
}[] = [
  { value: 'weeks', label: 'Weeks (1w 2d 3h 30m)' },
  { value: 'days', label: 'Days (7d 3h 30m)' },
  { value: 'hours', label: 'Hours (59h 30m)' },
  { value: 'decimal-hours', label: 'Decimal hours (59.50)' },
  { value: 'minutes', label: 'Minutes (3570m)' },
  { value: 'seconds', label: 'Seconds (214200s)' },
];
