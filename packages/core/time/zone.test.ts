import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { dayOf, dayText, parseDay } from './day.ts';
import { DAY, HOUR } from './units.ts';
import {
  endOfDay,
  hourOfDay,
  instantOfWall,
  isZone,
  localDay,
  offsetAt,
  offsetPieces,
  startOfDay,
  UnknownZoneError,
} from './zone.ts';

const ZONES = [
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Europe/Berlin',
  'Europe/Dublin',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Australia/Sydney',
];

const anInstant = fc.integer({ min: Date.UTC(1970, 0, 2), max: Date.UTC(2038, 0, 1) });
const aZone = fc.constantFrom(...ZONES);

describe('against Temporal', () => {
  test('offset, day, hour and their inverse at 10,000 random instants', () => {
    fc.assert(
      fc.property(anInstant, aZone, (instant, zone) => {
        const theirs = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
        expect(offsetAt(instant, zone)).toBe(theirs.offsetNanoseconds / 1e6);
        expect(dayText(localDay(instant, zone))).toBe(theirs.toPlainDate().toString());
        expect(hourOfDay(instant, zone)).toBe(theirs.hour);
        expect(instantOfWall(instant + offsetAt(instant, zone), zone)).toBe(
          theirs.toPlainDateTime().toZonedDateTime(zone).epochMilliseconds,
        );
      }),
      { numRuns: 10_000 },
    );
  });

  test('every day of 1970 to 2037 begins at the same instant in the zones with odd changes', () => {
    for (const zone of [
      'America/St_Johns',
      'America/Sao_Paulo',
      'Pacific/Apia',
      'Australia/Lord_Howe',
    ]) {
      const wrong: string[] = [];
      for (let day = 1; day < dayOf(2037, 12, 31); day++) {
        const date = Temporal.PlainDate.from(dayText(day));
        // Apia had no 30 December 2011: such a day begins where the next one does.
        if (startOfDay(day, zone) !== date.toZonedDateTime(zone).epochMilliseconds) {
          wrong.push(`${zone} ${dayText(day)}`);
        }
      }
      expect(wrong).toEqual([]);
    }
  });

  test('all changes of offset in 50 years are found', () => {
    for (const zone of ZONES) {
      const to = Date.UTC(2030, 0, 1);
      const ours = offsetPieces(Date.UTC(1980, 0, 1), to, zone)
        .slice(1)
        .map(piece => piece.from);
      const theirs: number[] = [];
      let at = Temporal.Instant.fromEpochMilliseconds(Date.UTC(1980, 0, 1))
        .toZonedDateTimeISO(zone)
        .getTimeZoneTransition('next');
      for (; at && at.epochMilliseconds < to; at = at.getTimeZoneTransition('next')) {
        const before = at.subtract({ nanoseconds: 1 });
        if (before.offsetNanoseconds !== at.offsetNanoseconds) theirs.push(at.epochMilliseconds);
      }
      expect(ours, zone).toEqual(theirs);
    }
  });
});

describe('days that are not 24 hours', () => {
  const length = (text: string, zone: string) => {
    const day = parseDay(text) as number;
    return (endOfDay(day, zone) - startOfDay(day, zone)) / HOUR;
  };

  test.each([
    ['2026-03-08', 'America/New_York', 23],
    ['2026-11-01', 'America/New_York', 25],
    ['2026-04-05', 'Australia/Lord_Howe', 24.5],
    ['2018-11-04', 'America/Sao_Paulo', 23], // midnight itself is skipped
    ['2011-12-30', 'Pacific/Apia', 0], // the whole day is skipped
    ['2026-09-27', 'Pacific/Chatham', 23],
  ])('%s in %s has %d hours', (day, zone, hours) => expect(length(day, zone)).toBe(hours));

  test('with a skipped midnight the day starts at 01:00', () => {
    const start = startOfDay(parseDay('2018-11-04') as number, 'America/Sao_Paulo');
    expect(hourOfDay(start, 'America/Sao_Paulo')).toBe(1);
    expect(localDay(start - 1, 'America/Sao_Paulo') * DAY).toBe(Date.UTC(2018, 10, 3));
  });
});

test('unknown zones throw UnknownZoneError', () => {
  expect(() => offsetAt(0, 'Mars/Olympus')).toThrow(UnknownZoneError);
  expect(() => offsetAt(0, 'Mars/Olympus')).toThrow("Unknown time zone 'Mars/Olympus'.");
  expect([isZone('Mars/Olympus'), isZone(''), isZone('Asia/Kolkata')]).toEqual([
    false,
    false,
    true,
  ]);
});
