import { instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { expect, test } from 'vitest';
import { calendarTicks, dayPattern } from './time-axis.ts';

test('days of another year than this one have it', () => {
  const [first, last, today] = ['2025-09-08', '2025-11-24', '2026-11-28'].map(
    text => Date.parse(text) / 86_400_000,
  ) as [number, number, number];
  expect(dayPattern(first, last, today)).toBe('MMM D, YYYY');
  expect(dayPattern(first, last, last + 0.5)).toBe('MMM D');
});

const ticks = (from: string, to: string, width: number, inMiddle: boolean) => {
  const axis = { from: instantFromText(from), to: instantFromText(to) };
  const today = Math.floor(axis.to / 86_400_000);
  return calendarTicks(axis, 'UTC', width, inMiddle, today).map(({ label }) => label);
};

test.each([
  ['2026-11-16 10:26', '2026-11-19 17:00', 900, ['Nov 16', 'Nov 17', 'Nov 18', 'Nov 19']],
  ['2026-11-16 10:26', '2026-11-27 17:00', 320, ['Nov 16', 'Nov 19', 'Nov 22', 'Nov 25']],
  ['2026-12-28', '2027-01-10', 320, ['Dec 28, 2026', 'Jan 4, 2027']],
  [
    '2024-06-01',
    '2026-11-21',
    700,
    [
      ...['Jul 2024', 'Oct 2024', 'Jan 2025', 'Apr 2025', 'Jul 2025', 'Oct 2025'],
      ...['Jan 2026', 'Apr 2026', 'Jul 2026', 'Oct 2026'],
    ],
  ],
  ['2024-06-01', '2026-11-21', 320, ['Jul 2024', 'Jan 2025', 'Jul 2025', 'Jan 2026', 'Jul 2026']],
  ['1990-03-05', '2026-11-21', 320, ['2000', '2010', '2020']],
])('from %s to %s in %i px', (from, to, width, labels) => {
  expect(ticks(from, to, width, true)).toEqual(labels);
});

test('labels at the start of days leave out a day that began before the axis', () => {
  expect(ticks('2026-11-16 10:26', '2026-11-19 17:00', 900, false)).toEqual([
    'Nov 17',
    'Nov 18',
    'Nov 19',
  ]);
});
