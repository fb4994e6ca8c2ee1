import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CalendarDefinition } from '../model/context.ts';
import { parseCalendar, parseCalendarText } from './calendar-definition.ts';
import { parseDay } from './day.ts';
import { DAY, HOUR, MINUTE } from './units.ts';
import {
  CalendarError,
  compileCalendar,
  dayLength,
  daysPerWeek,
  defaultCalendar,
  workingDaysBetween,
  workingDaysOfFlags,
  workingDaysOfWeek,
} from './working-calendar.ts';
import { instantOfWall, localDay, offsetAt } from './zone.ts';

const NEW_YORK = 'America/New_York';
const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

function weekdays(ranges: string, timezone = NEW_YORK, more: CalendarDefinition['days'] = {}) {
  return { timezone, days: { ...Object.fromEntries(WEEK.map(day => [day, ranges])), ...more } };
}

/** '2026-03-02 09:00' on the zone's clock. */
function at(text: string, zone = NEW_YORK): number {
  return instantOfWall(Date.parse(`${text.replace(' ', 'T')}:00Z`), zone);
}

const hours = (definition: CalendarDefinition, from: string, to: string) =>
  compileCalendar(definition).workingTime(
    at(from, definition.timezone),
    at(to, definition.timezone),
  ) / HOUR;

describe('examples of the definitions', () => {
  // Monday 2026-03-16, away from any change of the clock.
  const nineToSix = weekdays('09:00-12:00,13:00-18:00');
  const eightToFive = weekdays('08:00-17:00');

  test('Mon 09:00 to Tue 09:00 = 8 h', () =>
    expect(hours(nineToSix, '2026-03-16 09:00', '2026-03-17 09:00')).toBe(8));
  test('Fri 16:00 to Mon 10:00 = 3 h', () =>
    expect(hours(nineToSix, '2026-03-20 16:00', '2026-03-23 10:00')).toBe(3));
  test('Fri 15:00 to Mon 10:00 = 67 h elapsed, 4 h working', () => {
    expect(hours(eightToFive, '2026-03-20 15:00', '2026-03-23 10:00')).toBe(4);
    expect(at('2026-03-23 10:00') - at('2026-03-20 15:00')).toBe(67 * HOUR);
  });
});

describe('days off', () => {
  const definition = weekdays('09:00-17:00', NEW_YORK, {
    '2026-03-17': [],
    '--03-18': '',
    '2027-03-18': ['10:00-12:00'],
    '2026-03-21': ['10:00-11:00'],
  });

  test('a date overrides its weekday, a yearly date too, and a date the yearly one', () => {
    expect(hours(definition, '2026-03-16 00:00', '2026-03-23 00:00')).toBe(3 * 8 + 1);
    expect(hours(definition, '2027-03-18 00:00', '2027-03-19 00:00')).toBe(2);
    expect(hours(definition, '2025-03-18 00:00', '2025-03-19 00:00')).toBe(0);
  });
});

describe('where the clock changes', () => {
  const always: CalendarDefinition = {
    timezone: NEW_YORK,
    days: Object.fromEntries([...WEEK, 'Saturday', 'Sunday'].map(day => [day, ['00:00-24:00']])),
  };
  const night: CalendarDefinition = { ...always, days: { Sunday: ['01:00-03:30'] } };

  test('a day has its real length', () => {
    expect(hours(always, '2026-03-08 00:00', '2026-03-09 00:00')).toBe(23);
    expect(hours(always, '2026-11-01 00:00', '2026-11-02 00:00')).toBe(25);
  });
  test('a range excludes skipped hours and includes repeated ones', () => {
    expect(hours(night, '2026-03-08 00:00', '2026-03-09 00:00')).toBe(1.5);
    expect(hours(night, '2026-11-01 00:00', '2026-11-02 00:00')).toBe(3.5);
  });
});

test('agrees with counting minute by minute', () => {
  for (const timezone of ['America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia']) {
    const definition = weekdays('01:15-02:45,13:00-17:30', timezone, {
      Sunday: ['00:00-03:00', '23:00-24:00'],
      '--12-31': ['08:00-09:00'],
    });
    const calendar = compileCalendar(definition);
    const works = (t: number) => {
      const minute = (t + offsetAt(t, timezone) - localDay(t, timezone) * DAY) / MINUTE;
      return calendar
        .rangesOf(localDay(t, timezone))
        .some(([start, end]) => minute >= start && minute < end);
    };
    const origin = Date.UTC(2011, 11, 20);
    const minutes = fc.integer({ min: 0, max: 5 * 365 * 24 * 60 });
    fc.assert(
      fc.property(minutes, fc.integer({ min: 0, max: 6000 }), (start, length) => {
        const from = origin + start * MINUTE;
        let counted = 0;
        for (let i = 0; i < length; i++) if (works(from + i * MINUTE)) counted++;
        expect(calendar.workingTime(from, from + length * MINUTE)).toBe(counted * MINUTE);
      }),
      { numRuns: 40 },
    );
  }
});

test('calls in any order, over any interval', () => {
  const calendar = compileCalendar(weekdays('09:00-17:00'));
  expect(calendar.workingTime(at('2026-03-16 00:00'), at('2026-03-17 00:00'))).toBe(8 * HOUR);
  // 2000 to 2025, counted by the day of the week.
  let days = 0;
  for (let t = Date.UTC(2000, 0, 1); t < Date.UTC(2026, 0, 1); t += DAY) {
    if (new Date(t).getUTCDay() % 6 !== 0) days++;
  }
  expect(calendar.workingTime(at('2000-01-01 00:00'), at('2026-01-01 00:00'))).toBe(
    days * 8 * HOUR,
  );
  expect(calendar.workingTime(at('2026-03-17 00:00'), at('2026-03-16 00:00'))).toBe(0);
  expect(calendar.workingTime(at('2026-03-16 10:00'), at('2026-03-16 10:00'))).toBe(0);
});

test('the default calendar has days of seven hours, five a week', () => {
  const calendar = compileCalendar(defaultCalendar('Europe/Berlin'));
  expect([dayLength(calendar) / HOUR, daysPerWeek(calendar)]).toEqual([7, 5]);
  expect(calendar.rangesOf(parseDay('2024-01-01') as number)).toEqual([]);
  expect(calendar.rangesOf(parseDay('2024-01-02') as number)).toHaveLength(2);
});

test('seven flags and the two working weeks', () => {
  const [first, last] = [parseDay('2026-03-01') as number, parseDay('2026-03-07') as number];
  const list = (isWorking: (day: number) => boolean) =>
    Array.from({ length: 7 }, (_, i) => (isWorking(first + i) ? 'x' : '.')).join('');
  expect(list(workingDaysOfWeek('monday-friday'))).toBe('.xxxxx.');
  expect(list(workingDaysOfWeek('sunday-thursday'))).toBe('xxxxx..');
  expect(list(workingDaysOfFlags([true, false, false, false, false, false, true]))).toBe('x.....x');
  expect(workingDaysBetween(workingDaysOfFlags([]), first, last)).toBe(0);
});

describe('problems name their key', () => {
  const { days } = weekdays('09:00-17:00');
  test.each([
    [{ timezone: 'Mars/Olympus', days }, 'timezone', "unknown time zone 'Mars/Olympus'"],
    [{ timezone: NEW_YORK }, 'days', 'must be an object'],
    [{ timezone: NEW_YORK, days: { Funday: [] } }, 'Funday', 'not a weekday'],
    [{ timezone: NEW_YORK, days: { '2026-02-30': [] } }, '2026-02-30', 'not a weekday'],
    [{ timezone: NEW_YORK, days: { '--13-01': [] } }, '--13-01', 'not a weekday'],
    [{ timezone: NEW_YORK, days: { Monday: ['9-17'] } }, 'Monday', "'9-17' is not a range"],
    [{ timezone: NEW_YORK, days: { Monday: ['09:00-24:30'] } }, 'Monday', 'is not a range'],
    [
      { timezone: NEW_YORK, days: { Monday: ['22:00-06:00'] } },
      'Monday',
      'must end after it begins',
    ],
    [{ timezone: NEW_YORK, days: { Monday: ['09:00-12:00', '11:00-13:00'] } }, 'Monday', 'overlap'],
    [{ timezone: NEW_YORK, days: { Monday: 8 } }, 'Monday', 'must be a list'],
    ['09:00-17:00', '', 'not an object'],
  ])('%j', (stored, key, text) => {
    const { calendar, problems } = parseCalendar(stored);
    expect(calendar).toBeNull();
    expect(problems.map(problem => problem.key)).toEqual([key]);
    expect(problems[0]?.text).toContain(text);
  });

  test('as an error, and from text', () => {
    expect(() => compileCalendar({ timezone: '', days: {} })).toThrow(CalendarError);
    expect(parseCalendarText('{').problems[0]?.text).toBe('The calendar is not valid JSON.');
    expect(parseCalendarText(JSON.stringify({ timezone: NEW_YORK, days })).problems).toEqual([]);
  });
});
