import { describe, expect, test } from 'vitest';
import { parseDay } from './day.ts';
import { formatDay, formatInstant } from './format.ts';

describe('dates', () => {
  const day = parseDay('2026-03-08') as number;
  test.each([
    ['MMM D, YYYY', 'Mar 8, 2026'],
    ['M/D/YYYY', '3/8/2026'],
    ['dddd, Do [of] MMMM', 'Sunday, 8th of March'],
    ['YYYY-[W]WW', '2026-W10'],
    ['L', '03/08/2026'],
  ])('%s', (pattern, text) => expect(formatDay(day, pattern)).toBe(text));

  test('an instant is formatted in its zone', () => {
    const instant = Date.UTC(2026, 2, 9, 2, 30, 5); // 22:30 on the 8th in New York, an hour after the change
    expect(formatInstant(instant, 'America/New_York', 'MMM D, YYYY')).toBe('Mar 8, 2026');
    expect(formatInstant(instant, 'America/New_York', 'YYYY-MM-DD HH:mm:ssZ')).toBe(
      '2026-03-08 22:30:05-04:00',
    );
    expect(formatInstant(instant, 'Asia/Kathmandu', 'D MMM h:mm a ZZ [Z]')).toBe(
      '9 Mar 8:15 am +0545 Z',
    );
    expect(formatInstant(instant, 'Asia/Kolkata', 'X LT')).toBe(`${instant / 1000} 8:00 AM`);
  });
});
