/** Half-open intervals of time, and the buckets that a chart or table by date counts into. */

import { addMonths, monthIndex, startOfMonth, startOfWeek, weekday } from './day.ts';
import type { Day, Instant, Weekday, ZoneId } from './units.ts';
import { hourOfDay, localDay, startOfDay } from './zone.ts';

/** [from, to): `from` belongs to it, `to` does not. */
export interface Interval {
  readonly from: Instant;
  readonly to: Instant;
}

/** Day, week and month follow the calendar; hour of day and weekday fold all days into 24 or 7 buckets. */
export type TimeUnit = 'day' | 'hour' | 'week' | 'month' | 'weekday';

/** Returns the part that both share, or null when they share none. */
export function intersection(a: Interval, b: Interval): Interval | null {
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.to, b.to);
  return from < to ? { from, to } : null;
}

/** Returns the interval of whole local days from `first` to `last`, both included. */
export function intervalOfDays(first: Day, last: Day, zone: ZoneId): Interval {
  return { from: startOfDay(first, zone), to: startOfDay(last + 1, zone) };
}

export interface Bucket {
  /** The first local day of a day, week or month bucket; the hour 0-23; the weekday 0-6. */
  readonly key: number;
  /** The whole calendar bucket, even where the range begins or ends inside it; null for hour and weekday. */
  readonly interval: Interval | null;
}

/** All buckets of a range, the empty ones too, in order. */
export interface Buckets {
  readonly unit: TimeUnit;
  readonly range: Interval;
  readonly buckets: readonly Bucket[];
  /** Returns the position in `buckets`, or -1 for an instant outside the range. */
  indexOf(instant: Instant): number;
}

/**
 * Returns the buckets of a range in a zone. Weeks, and the order of weekdays, begin on `firstDay`. A bucket is as long
 * as its local days are: 23 or 25 hours where the clock changes.
 */
export function bucketsOf(
  unit: TimeUnit,
  range: Interval,
  zone: ZoneId,
  firstDay: Weekday,
): Buckets {
  const inside = (instant: Instant) => instant >= range.from && instant < range.to;
  if (unit === 'hour') {
    return {
      unit,
      range,
      buckets: Array.from({ length: 24 }, (_, key) => ({ key, interval: null })),
      indexOf: instant => (inside(instant) ? hourOfDay(instant, zone) : -1),
    };
  }
  if (unit === 'weekday') {
    return {
      unit,
      range,
      buckets: Array.from({ length: 7 }, (_, i) => ({ key: (firstDay + i) % 7, interval: null })),
      indexOf: instant =>
        inside(instant) ? (weekday(localDay(instant, zone)) - firstDay + 7) % 7 : -1,
    };
  }
  return calendarBuckets(unit, range, zone, firstDay);
}

function calendarBuckets(
  unit: 'day' | 'week' | 'month',
  range: Interval,
  zone: ZoneId,
  firstDay: Weekday,
): Buckets {
  const startOf = (day: Day): Day => {
    if (unit === 'day') return day;
    return unit === 'week' ? startOfWeek(day, firstDay) : startOfMonth(day);
  };
  const next = (day: Day): Day => {
    if (unit === 'month') return addMonths(day, 1);
    return unit === 'week' ? day + 7 : day + 1;
  };
  const buckets: Bucket[] = [];
  const first = startOf(localDay(range.from, zone));
  if (range.from < range.to) {
    const last = localDay(range.to - 1, zone);
    for (let day = first; day <= last; day = next(day)) {
      const interval = { from: startOfDay(day, zone), to: startOfDay(next(day), zone) };
      buckets.push({ key: day, interval });
    }
  }
  const firstMonth = monthIndex(first);
  return {
    unit,
    range,
    buckets,
    indexOf(instant) {
      if (!(instant >= range.from && instant < range.to)) return -1;
      const day = localDay(instant, zone);
      if (unit === 'day') return day - first;
      if (unit === 'week') return Math.floor((day - first) / 7);
      return monthIndex(day) - firstMonth;
    },
  };
}
