import { parseDay } from '@tallyboard/core/time/day.ts';
import { expect, it } from 'vitest';
import { parseHolidays } from './ics.ts';

const TODAY = parseDay('2026-03-04') ?? 0;

const file = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flatMap(lines => lines.split('\n')), 'END:VCALENDAR']
    .map(line => line.trim())
    .join('\r\n');

const event = (lines: string) => `BEGIN:VEVENT\n${lines}\nEND:VEVENT`;
const keys = (lines: string) => parseHolidays(file(event(lines)), TODAY)?.keys;

it.each([
  ['a date', 'DTSTART;VALUE=DATE:20261225', ['2026-12-25']],
  [
    'several days, the end not included',
    'DTSTART;VALUE=DATE:20261231\nDTEND;VALUE=DATE:20270102',
    ['2026-12-31', '2027-01-01'],
  ],
  ['a duration', 'DTSTART;VALUE=DATE:20260501\nDURATION:P2D', ['2026-05-01', '2026-05-02']],
  [
    'from midnight to midnight',
    'DTSTART;TZID="Europe/Berlin":20260501T000000\nDTEND;TZID=Europe/Berlin:20260502T000000',
    ['2026-05-01'],
  ],
  ['every year', 'DTSTART;VALUE=DATE:20201225\nRRULE:FREQ=YEARLY', ['--12-25']],
  [
    'every year, its date told again',
    'DTSTART;VALUE=DATE:20201225\nRRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25',
    ['--12-25'],
  ],
  [
    'three times',
    'DTSTART;VALUE=DATE:20250101\nRRULE:FREQ=YEARLY;COUNT=3',
    ['2025-01-01', '2026-01-01', '2027-01-01'],
  ],
  [
    'the fourth Thursday of November, until 2027',
    'DTSTART;VALUE=DATE:20251127\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;UNTIL=20271231',
    ['2025-11-27', '2026-11-26', '2027-11-25'],
  ],
  [
    'the last Monday of May',
    'DTSTART;VALUE=DATE:20260525\nRRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO;UNTIL=20270601',
    ['2026-05-25', '2027-05-31'],
  ],
  [
    'every second year, but not in 2027',
    'DTSTART;VALUE=DATE:20250101\nRRULE:FREQ=YEARLY;INTERVAL=2;UNTIL=20310101\nEXDATE;VALUE=DATE:20270101',
    ['2025-01-01', '2029-01-01', '2031-01-01'],
  ],
  [
    'the Monday on or after May 20',
    'DTSTART;VALUE=DATE:20250526\nRRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=MO;BYMONTHDAY=20,21,22,23,24,25,26;COUNT=2',
    ['2025-05-26', '2026-05-25'],
  ],
  ['a day of a leap year alone', 'DTSTART;VALUE=DATE:20240229\nRRULE:FREQ=YEARLY', ['--02-29']],
  ['called off', 'STATUS:CANCELLED\nDTSTART;VALUE=DATE:20261225', []],
])('%s', (_name, lines, expected) => expect(keys(lines)).toEqual(expected));

it('names skipped events: meetings, weekly events, invalid dates', () => {
  const found = parseHolidays(
    file(
      event('SUMMARY:Stand-up\nDTSTART:20260304T090000Z\nDTEND:20260304T091500Z'),
      event('SUMMARY:Fridays\\, off\nDTSTART;VALUE=DATE:20260306\nRRULE:FREQ=WEEKLY'),
      event('SUMMARY:Nowhere\nDTSTART;VALUE=DATE:20260230'),
      event('SUMMARY:May Day\nDTSTART;VALUE=DATE:20260501'),
    ),
    TODAY,
  );
  expect(found).toEqual({ keys: ['2026-05-01'], skipped: ['Stand-up', 'Fridays, off', 'Nowhere'] });
});

it('unfolds lines, and ignores the reminder of an event', () => {
  const alarm = 'BEGIN:VALARM\nDTSTART;VALUE=DATE:20300101\nEND:VALARM';
  const text = file(event(`DTSTART;VALUE=DATE:2026\n${alarm}`)).replace(
    'DATE:2026\r\n',
    'DATE:2026\r\n 1225\r\n',
  );
  expect(parseHolidays(text, TODAY)?.keys).toEqual(['2026-12-25']);
});

it('is null for other files', () => {
  expect(parseHolidays('<html>', TODAY)).toBeNull();
  expect(parseHolidays('', TODAY)).toBeNull();
});
