import { codes } from './codec.ts';

/** The time formats by their largest unit, in the order of the forms. */
export const DURATIONS = codes(
  {
    weeks: 'Weeks (1w 2d 3h 30m)',
    days: 'Days (7d 3h 30m)',
    hours: 'Hours (59h 30m)',
    'decimal-hours': 'Decimal hours (59.50)',
    minutes: 'Minutes (3570m)',
    seconds: 'Seconds (214200s)',
  },
  [0, 1, 2, 5, 3, 4],
);
