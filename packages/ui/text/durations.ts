import type { Milliseconds, Seconds } from '@tallyboard/core/time/units.ts';
import { formatCount, formatFixed } from './numbers.ts';

/** The largest unit of a duration, or decimal hours; in the order of the stored display types. */
export const DURATION_STYLES = [
  'weeks',
  'days',
  'hours',
  'minutes',
  'seconds',
  'decimal-hours',
] as const;

const MINUS = '\u2212';

export interface DurationFormat {
  readonly style: (typeof DURATION_STYLES)[number];
  /** The host's working day, 8 by default; 24 for elapsed time. */
  readonly hoursPerDay: number;
  /** The host's working week, 5 by default; 7 for elapsed time. */
  readonly daysPerWeek: number;
  /** '-' in most reports, '0' in a timesheet. */
  readonly zero: string;
}

/** '1w 2d 3h 4m 5s' without units of 0, rounded to the second; decimal hours as '2.50'; numbers as the reader writes them. */
export function formatDuration(duration: Seconds, format: DurationFormat): string {
  if (format.style === 'decimal-hours') {
    const hours = Math.round(duration / 36) / 100;
    return hours === 0 ? format.zero : formatFixed(hours, 2);
  }
  let rest = Math.round(Math.abs(duration));
  if (rest === 0) return format.zero;
  const day = Math.max(1, Math.round(format.hoursPerDay * 3600));
  const week = Math.max(1, Math.round(format.daysPerWeek * day));
  const sizes = [week, day, 3600, 60, 1];
  const parts: string[] = [];
  for (let i = DURATION_STYLES.indexOf(format.style); i < sizes.length; i++) {
    const size = sizes[i]!;
    const count = Math.floor(rest / size);
    if (count === 0) continue;
    rest -= count * size;
    parts.push(`${formatCount(count)}${'wdhms'[i]}`);
  }
  return (duration < 0 ? MINUS : '') + parts.join(' ');
}

/** As `formatDuration`, where no column names the unit of decimal hours: '2.50 h'. */
export function formatDurationWithUnit(duration: Seconds, format: DurationFormat): string {
  const text = formatDuration(duration, format);
  return format.style === 'decimal-hours' && text !== format.zero ? `${text} h` : text;
}

export const formatMilliseconds = (duration: Milliseconds, format: DurationFormat): string =>
  formatDuration(duration / 1000, format);
