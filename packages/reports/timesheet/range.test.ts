import { context } from '@tallyboard/core/testing/builders.ts';
import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import { endOfDay, localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import { expect, it } from 'vitest';
import { parseAuthors } from './authors.ts';
import { columnRanges, rangeOf, stepped, worklogDays, worklogInstants } from './range.ts';
import { type TimesheetSettings, timesheetSettings } from './settings.ts';

/** Wednesday 4 March 2026, 22:00 in New York: the 5th in Europe already. */
const NOW = context({ asOf: Date.UTC(2026, 2, 5, 3) });
const day = (text: string) => parseDay(text) ?? Number.NaN;
const settings = (init: Partial<TimesheetSettings>) => ({ ...timesheetSettings.defaults, ...init });
const texts = ({ first, last }: { first: number; last: number }) => [dayText(first), dayText(last)];

it.each([
  ['the span up to today', { daySpan: 7 }, '2026-02-26', '2026-03-04'],
  ['one day', { daySpan: 1, end: { day: day('2026-03-01') } }, '2026-03-01', '2026-03-01'],
  ['an instant in the zone', { daySpan: 1, end: { at: NOW.asOf } }, '2026-03-04', '2026-03-04'],
  ['the week of the site', { daySpan: 7, fullWeeks: true }, '2026-03-01', '2026-03-07'],
  ['from Saturday', { daySpan: 7, fullWeeks: true, weekStart: 6 }, '2026-02-28', '2026-03-06'],
  ['from Monday', { daySpan: 7, fullWeeks: true, weekStart: 1 }, '2026-03-02', '2026-03-08'],
  ['two weeks', { daySpan: 8, fullWeeks: true, weekStart: 1 }, '2026-02-23', '2026-03-08'],
  ['the month', { unit: 'month', end: { day: day('2024-02-11') } }, '2024-02-01', '2024-02-29'],
] as const)('shows %s', (_, init, first, last) => {
  expect(texts(rangeOf(settings(init), NOW))).toEqual([first, last]);
});

it('cuts weeks at the ends of the range, and has no columns for a total of a month', () => {
  const columns = (init: Partial<TimesheetSettings>) => {
    const all = settings({ daySpan: 10, weekStart: 1, ...init });
    return columnRanges(rangeOf(all, NOW), all, NOW).map(texts);
  };
  expect(columns({ unit: 'week' })).toEqual([
    ['2026-02-23', '2026-03-01'],
    ['2026-03-02', '2026-03-04'],
  ]);
  expect(columns({ unit: 'day' })).toHaveLength(10);
  expect(columns({ unit: 'month' })).toHaveLength(31);
  expect(columns({ unit: 'month', totalsOnly: true })).toEqual([]);
});

it.each(['Pacific/Kiritimati', 'Etc/GMT+12', 'America/St_Johns', 'Asia/Kathmandu'])(
  'asks for all of the days of %s, whatever the zone of the asking user',
  zone => {
    const range = { first: day('2026-03-08'), last: day('2026-03-09') };
    const { from, to } = worklogInstants(range);
    const start = startOfDay(range.first, zone);
    const end = endOfDay(range.last, zone);
    expect(from).toBeLessThanOrEqual(start);
    expect(to).toBeGreaterThanOrEqual(end);
    const asked = worklogDays(range);
    for (const profile of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
      expect(asked.first).toBeLessThanOrEqual(localDay(start, profile));
      expect(asked.last).toBeGreaterThanOrEqual(localDay(end - 1, profile));
    }
  },
);

it.each([
  ['day', -7, '2026-02-22'],
  ['day', 1, '2026-03-02'],
  ['month', -1, '2026-02-01'],
  ['month', 1, '2026-04-01'],
] as const)('steps by a %s, %i times', (by, count, to) => {
  expect(dayText(stepped(day('2026-03-01'), by, count))).toBe(to);
});

it.each([
  ['', []],
  ['"Ana Roy"', ['Ana Roy']],
  ['"Roy, Ana" , 5b10a2 ,currentUser()', ['Roy, Ana', '5b10a2', 'currentUser()']],
  ['"The ""x"', ['The', 'x']],
  ['Ana Roy,,"Ben"', ['Ana Roy', 'Ben']],
  ['"Ana \\"A\\" Roy"', ['Ana "A" Roy']],
])('reads the authors %j', (text, parts) => {
  expect(parseAuthors(text)).toEqual(parts);
});
