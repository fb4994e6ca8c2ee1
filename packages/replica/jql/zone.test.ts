import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { endOf, instantOf, localTime, startOf } from '../data/zone.ts';
import { calendarFunction, parseDate, parseDuration } from './dates.ts';

const iso = (instant: number | undefined | null) =>
  instant === null || instant === undefined ? instant : new Date(instant).toISOString();

describe('local times', () => {
  it.each([
    ['2026-03-29 01:59', 'Europe/Prague', '2026-03-29T00:59:00.000Z'],
    // Skipped: the first instant after the gap.
    ['2026-03-29 02:30', 'Europe/Prague', '2026-03-29T01:00:00.000Z'],
    // Twice: the earlier.
    ['2026-10-25 02:30', 'Europe/Prague', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25 03:00', 'Europe/Prague', '2026-10-25T02:00:00.000Z'],
    ['2026-07-01 12:00', 'Asia/Kolkata', '2026-07-01T06:30:00.000Z'],
    // A day that begins with a gap.
    ['2018-11-04 00:00', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['2026-10-04 02:15', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
    ['2026-01-01 00:00', 'America/St_Johns', '2026-01-01T03:30:00.000Z'],
    ['1900-01-01 00:00', 'UTC', '1900-01-01T00:00:00.000Z'],
  ])('%s in %s', (text, zone, expected) => {
    expect(iso(instantOf(Temporal.PlainDateTime.from(text), zone))).toBe(expected);
  });

  it('of a query that the zone skips is later by as much as it skips, as with java.time', () => {
    const at = (text: string, zone: string) =>
      iso(parseDate(text, true, { now: 0, zone, weekStart: 0 })?.at);
    expect(at('2026-03-08 02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
    expect(at('2026-11-01 01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
    // A day that begins in the gap begins at its end.
    expect(at('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z');
  });

  it('round-trip through their instants', () => {
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 7_777_777_777) {
      for (const zone of [
        'Europe/Prague',
        'America/St_Johns',
        'Asia/Kathmandu',
        'Pacific/Chatham',
      ]) {
        expect(instantOf(localTime(at, zone), zone)).toBe(at);
      }
    }
  });

  it('a day on which the clocks go forward has 23 hours', () => {
    const noon = Date.parse('2026-03-29T10:00:00Z');
    const zone = 'Europe/Prague';
    expect(endOf('day', noon, zone) - startOf('day', noon, zone)).toBe(23 * 3_600_000);
  });
});

describe('date values', () => {
  const clock = {
    now: Date.parse('2026-03-11T11:00:30Z'),
    zone: 'Europe/Prague',
    weekStart: 0 as const,
  };
  it.each([
    [
      '2026-3-1',
      '2026-02-28T23:00:00.000Z',
      '2026-02-28T23:00:00.000Z',
      '2026-03-01T23:00:00.000Z',
    ],
    [
      '2026/03/01 9:05',
      '2026-03-01T08:05:00.000Z',
      '2026-03-01T08:05:00.000Z',
      '2026-03-01T08:06:00.000Z',
    ],
    ['-1w', '2026-03-04T11:00:30.000Z', '2026-03-03T23:00:00.000Z', '2026-03-04T23:00:00.000Z'],
    ['-1w 2d', '2026-03-02T11:00:30.000Z', '2026-03-01T23:00:00.000Z', '2026-03-02T23:00:00.000Z'],
    ['5d', '2026-03-16T11:00:30.000Z', '2026-03-15T23:00:00.000Z', '2026-03-16T23:00:00.000Z'],
    ['-1.5d', '2026-03-09T23:00:30.000Z', '2026-03-09T23:00:00.000Z', '2026-03-10T23:00:00.000Z'],
    ['-2h', '2026-03-11T09:00:30.000Z', '2026-03-11T09:00:00.000Z', '2026-03-11T10:00:00.000Z'],
    ['-30', '2026-03-11T10:30:30.000Z', '2026-03-11T10:30:00.000Z', '2026-03-11T10:31:00.000Z'],
  ])('%s', (text, at, start, end) => {
    const date = parseDate(text, true, clock);
    expect([date?.at, date?.start, date?.end].map(iso)).toEqual([at, start, end]);
  });

  it.each(['2026-02-30', '2026-13-01', '1M', '1y', '-', 'soon', '2026-01-01 24:00', '26-01-01'])(
    '%s is no date',
    text => {
      expect(parseDate(text, true, clock)).toBeNull();
    },
  );

  it.each([
    ['start', 'week', undefined, '2026-03-07T23:00:00.000Z'],
    ['end', 'week', undefined, '2026-03-14T22:59:59.999Z'],
    ['start', 'month', '-1', '2026-01-31T23:00:00.000Z'],
    ['end', 'month', '-1', '2026-02-28T22:59:59.999Z'],
    ['start', 'day', '+2M', '2026-05-10T22:00:00.000Z'],
    ['end', 'year', '1y', '2027-12-31T22:59:59.999Z'],
    ['start', 'day', '-90m', '2026-03-10T23:00:00.000Z'],
    ['start', 'day', 'x', null],
  ] as const)('%sOf %s %s', (edge, unit, increment, expected) => {
    expect(iso(calendarFunction(edge, unit, increment, clock))).toBe(expected);
  });

  it('working time', () => {
    expect(['90', '1h 30m', '1d', '1w', '-1h', 'x'].map(text => parseDuration(text, 8, 5))).toEqual(
      [5400, 5400, 28_800, 144_000, null, null],
    );
  });
});
