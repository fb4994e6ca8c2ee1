/** How periods are written: heads, the days that a range leaves of one, and the cells of a file. */

import { dayText } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import type { TimeUnit } from './period-settings.ts';
import type { Period } from './periods.ts';

export const UNIT_HEADS: Readonly<Record<TimeUnit, string>> = {
  day: 'Day',
  hour: 'Hour of the day',
  week: 'Week from',
  month: 'Month',
  weekday: 'Day of the week',
};

/** The period by itself, outside a table whose head says what it is: 'Week from Mar 1, 2026'. */
export function periodName({ label }: Period, unit: TimeUnit): string {
  return unit === 'week' ? `${UNIT_HEADS.week} ${label}` : label;
}

/** 'only Mar 4 – Mar 7' of a period that the range cuts; null for a whole one. */
export function cutText({ cut, days }: Period): string | null {
  if (!cut || days === null) return null;
  const from = formatDay(days.from, 'MMM D');
  return days.from === days.to ? `only ${from}` : `only ${from} – ${formatDay(days.to, 'MMM D')}`;
}

/** The first columns of a file: for weeks and months also the days that count. */
export const PERIOD_HEADS: Readonly<Record<TimeUnit, readonly string[]>> = {
  day: [UNIT_HEADS.day],
  hour: [UNIT_HEADS.hour],
  week: [UNIT_HEADS.week, 'First day', 'Last day'],
  month: [UNIT_HEADS.month, 'First day', 'Last day'],
  weekday: [UNIT_HEADS.weekday],
};

export function periodCells({ id, days }: Period, unit: TimeUnit): readonly string[] {
  if (days === null || PERIOD_HEADS[unit].length === 1) return [id];
  return [id, dayText(days.from), dayText(days.to)];
}
