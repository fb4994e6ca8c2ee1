import { describe, expect, test } from 'vitest';
import { DURATION_STYLES, formatDuration, formatMilliseconds } from './durations.ts';

const jira = { hoursPerDay: 8, daysPerWeek: 5, zero: '-' };

describe('durations', () => {
  // 1 week, 2 days, 3 hours, 4 minutes, 5 seconds of 8-hour days and 5-day weeks.
  const seconds = (5 + 2) * 8 * 3600 + 3 * 3600 + 4 * 60 + 5;

  test.each(DURATION_STYLES.map((style, code) => [code, style] as const))(
    'display type %d, %s',
    (code, style) => {
      const expected = [
        '1w 2d 3h 4m 5s',
        '7d 3h 4m 5s',
        '59h 4m 5s',
        '3,544m 5s',
        '212,645s',
        '59.07',
      ];
      expect(formatDuration(seconds, { ...jira, style })).toBe(expected[code]);
      expect(formatDuration(-seconds, { ...jira, style })).toBe(`−${expected[code]}`);
    },
  );

  test.each([
    [0, 'hours', '-'],
    [0, 'decimal-hours', '-'],
    [0.4, 'hours', '-'],
    [59.6, 'hours', '1m'],
    [7200, 'hours', '2h'],
    [7205, 'minutes', '120m 5s'],
    [9000, 'decimal-hours', '2.50'],
    [10, 'decimal-hours', '-'],
    [144_000, 'weeks', '1w'],
  ] as const)('%d s in %s is %s', (duration, style, text) =>
    expect(formatDuration(duration, { ...jira, style })).toBe(text),
  );

  test('zero of a timesheet, and elapsed time', () => {
    expect(formatDuration(0, { ...jira, style: 'hours', zero: '0' })).toBe('0');
    const elapsed = { style: 'weeks', hoursPerDay: 24, daysPerWeek: 7, zero: '-' } as const;
    expect(formatMilliseconds(8 * 86_400_000, elapsed)).toBe('1w 1d');
    expect(formatDuration(7.5 * 3600, { ...jira, style: 'days', hoursPerDay: 7.5 })).toBe('1d');
  });
});
