import { formatDays } from '@tallyboard/core/time/format.ts';
import type { TimeUnit } from './period-settings.ts';
import type { Period } from './periods.ts';

export const UNIT_HEADS: Readonly<Record<TimeUnit, string>> = {
  day: 'Day',
  hour: 'Hour of the day',
  week: 'Week from',
  month: 'Month',
  weekday: 'Day of the week',
};

/** The name of a period outside its table: 'Week from Mar 1, 2026'. */
export function periodName({ label = '' }: Partial<Period>, unit: TimeUnit): string {
  return unit === 'week' ? `${UNIT_HEADS.week} ${label}` : label;
}

/** 'only Mar 4 – Mar 7' for a period that the range cuts; null for a whole one. */
export function cutText({ cut, days }: Pick<Period, 'cut' | 'days'>): string | null {
  if (!cut || days === null) return null;
  return `only ${formatDays(days.from, days.to, 'MMM D')}`;
}
