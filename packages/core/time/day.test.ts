import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addMonths,
  civilOf,
  dayOf,
  dayText,
  monthIndex,
  parseDay,
  startOfMonth,
  startOfWeek,
  weekday,
} from './day.ts';
import { DAY, type Weekday } from './units.ts';

const day = (text: string) => parseDay(text) as number;

test('agrees with Date.UTC from the year 0 to 3000', () => {
  fc.assert(
    fc.property(fc.integer({ min: -719_000, max: 376_000 }), n => {
      const date = new Date(n * DAY);
      const { year, month, date: dayOfMonth } = civilOf(n);
      expect([year, month - 1, dayOfMonth, weekday(n)]).toEqual([
        date.getUTCFullYear(),
        date.getUTCMonth(),
        date.getUTCDate(),
        date.getUTCDay(),
      ]);
      expect(dayOf(year, month, dayOfMonth)).toBe(n);
      expect(parseDay(dayText(n))).toBe(n);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-1-1',
  '26-01-01',
  '2026-01-01T00:00',
  '',
  ' 2026-01-01',
])("'%s' is no day", text => expect(parseDay(text)).toBeNull());

test('weeks and months', () => {
  const wednesday = day('2026-03-04');
  const week = (first: Weekday) => dayText(startOfWeek(wednesday, first));
  expect([week(0), week(1), week(3), week(4)]).toEqual([
    '2026-03-01',
    '2026-03-02',
    '2026-03-04',
    '2026-02-26',
  ]);
  expect(dayText(startOfMonth(wednesday))).toBe('2026-03-01');
  expect(dayText(addMonths(day('2026-01-31'), 1))).toBe('2026-02-28');
  expect(dayText(addMonths(day('2024-03-31'), -13))).toBe('2023-02-28');
  expect(monthIndex(day('2026-03-04')) - monthIndex(day('2025-12-31'))).toBe(3);
});
