import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayText, parseDay } from './day.ts';
import { bucketsOf, intersection, intervalOfDays } from './interval.ts';
import { HOUR } from './units.ts';
import { instantOf } from './zone.ts';

const zone = 'America/New_York';
const days = (first: string, last: string) =>
  intervalOfDays(parseDay(first) as number, parseDay(last) as number, zone);

describe('calendar buckets', () => {
  test('each day of the range, the empty ones too, as long as it really is', () => {
    const { buckets } = bucketsOf('day', days('2026-03-07', '2026-03-09'), zone, 0);
    expect(buckets.map(b => dayText(b.key))).toEqual(['2026-03-07', '2026-03-08', '2026-03-09']);
    expect(buckets.map(b => b.interval && (b.interval.to - b.interval.from) / HOUR)).toEqual([
      24, 23, 24,
    ]);
  });

  test('weeks are whole and begin on the first day', () => {
    const range = days('2026-03-04', '2026-03-16');
    const keys = (first: 0 | 1) =>
      bucketsOf('week', range, zone, first).buckets.map(b => dayText(b.key));
    expect(keys(0)).toEqual(['2026-03-01', '2026-03-08', '2026-03-15']);
    expect(keys(1)).toEqual(['2026-03-02', '2026-03-09', '2026-03-16']);
  });

  test('months over a year end', () => {
    const buckets = bucketsOf('month', days('2025-11-30', '2026-02-01'), zone, 0);
    expect(buckets.buckets.map(b => dayText(b.key))).toEqual([
      '2025-11-01',
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
    ]);
    expect(buckets.indexOf(instantOf({ year: 2026, month: 1, date: 31, hour: 23 }, zone))).toBe(2);
  });

  test('an instant near midnight falls into the day of the zone', () => {
    const buckets = bucketsOf('day', days('2026-03-01', '2026-03-31'), zone, 0);
    expect(buckets.indexOf(Date.UTC(2026, 2, 2, 4, 59))).toBe(0);
    expect(buckets.indexOf(Date.UTC(2026, 2, 2, 5))).toBe(1);
    expect([buckets.indexOf(buckets.range.from - 1), buckets.indexOf(buckets.range.to)]).toEqual([
      -1, -1,
    ]);
  });

  test('every instant of the range is inside the bucket it is counted in', () => {
    const range = days('2025-10-20', '2026-04-10');
    const all = (['day', 'week', 'month'] as const).map(unit => bucketsOf(unit, range, zone, 1));
    fc.assert(
      fc.property(fc.integer({ min: range.from, max: range.to - 1 }), instant => {
        for (const { buckets, indexOf } of all) {
          const interval = buckets[indexOf(instant)]?.interval;
          expect(interval && instant >= interval.from && instant < interval.to).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});

test('hour of day and weekday fold the range into 24 and 7', () => {
  const range = days('2026-03-01', '2026-03-31');
  const at = instantOf({ year: 2026, month: 3, date: 8, hour: 23, minute: 30 }, zone); // a Sunday
  const hours = bucketsOf('hour', range, zone, 1);
  const weekdays = bucketsOf('weekday', range, zone, 1);
  expect([hours.buckets.length, hours.indexOf(at)]).toEqual([24, 23]);
  expect(weekdays.buckets.map(b => b.key)).toEqual([1, 2, 3, 4, 5, 6, 0]);
  expect(weekdays.indexOf(at)).toBe(6);
});

test('intervals are half-open', () => {
  expect(intersection({ from: 0, to: 5 }, { from: 5, to: 9 })).toBeNull();
  expect(intersection({ from: 0, to: 6 }, { from: 5, to: 9 })).toEqual({ from: 5, to: 6 });
});
