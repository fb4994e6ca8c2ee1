import { context } from '@tallyboard/core/testing/builders.ts';
import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import { DAY, HOUR } from '@tallyboard/core/time/units.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PeriodSettings, periodSettings } from './period-settings.ts';
import { MAX_PERIODS, periodsOf, placeRows } from './periods.ts';

/** Wednesday 1 April 2026, 8:00 in New York. */
const NOW = context({ asOf: Date.UTC(2026, 3, 1, 12) });
const day = (text: string) => parseDay(text) ?? Number.NaN;
const settings = (init: Partial<PeriodSettings>) => ({ ...periodSettings.defaults, ...init });
const periods = (init: Partial<PeriodSettings>, now = NOW) => periodsOf(settings(init), now);

describe('settings', () => {
  it('keeps the stored codes', () => {
    const units = [0, 1, 2, 3, 4, 5, 6].map(
      timeUnit => periodSettings.parse({ timeUnit }).value.timeUnit,
    );
    expect(units).toEqual(['day', 'hour', 'week', 'month', 'weekday', 'quarter', 'auto']);
    expect(periodSettings.parse({ version: 1 }).value.timeUnit).toBe('day');
    expect(periodSettings.parse({}).value).toEqual(periodSettings.defaults);
  });

  it('reads back what it writes', () => {
    for (const timeUnit of ['auto', 'day', 'hour', 'week', 'month', 'quarter'] as const) {
      const value = settings({ timeUnit, from: day('2026-02-28'), done: { kind: 'resolution' } });
      expect(periodSettings.parse(periodSettings.serialize(value))).toEqual({
        value,
        problems: [],
      });
    }
  });

  it('reads dates only as YYYY-MM-DD; others are reported and replaced by the default', () => {
    const { value, problems } = periodSettings.parse({
      timeUnit: 9,
      chartStartDate: '2026-02-30',
      chartEndDate: 'Apr 1, 2026',
    });
    expect(value).toEqual(periodSettings.defaults);
    expect(problems.map(({ path }) => path)).toEqual([
      'timeUnit',
      'chartStartDate',
      'chartEndDate',
    ]);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), stored => {
        const { value } = periodSettings.parse(stored);
        expect(periodSettings.parse(periodSettings.serialize(value)).value).toEqual(value);
      }),
      { numRuns: 100 },
    );
  });
});

describe('periods', () => {
  it('are by default the days from 29 days ago to today', () => {
    const { list, range } = periods({});
    expect(list).toHaveLength(30);
    expect(range && [dayText(range.from), dayText(range.to)]).toEqual(['2026-03-03', '2026-04-01']);
    expect([list[0]?.label, list.at(-1)?.label]).toEqual(['Mar 3, 2026', 'Apr 1, 2026']);
  });

  it('are the days of the viewer', () => {
    const evening = { asOf: Date.UTC(2026, 3, 1, 2) };
    const last = (zone: string) => periods({}, context({ ...evening, zone })).list.at(-1)?.id;
    expect(last('America/New_York')).toBe('2026-03-31');
    expect(last('Europe/Kyiv')).toBe('2026-04-01');
  });

  it('mark the months and weeks that the range cuts', () => {
    const range = { from: day('2026-03-04'), to: day('2026-04-30') };
    const shown = (unit: 'week' | 'month') =>
      periods({ timeUnit: unit, ...range }).list.map(({ id, cut, days }) =>
        cut && days ? `${id} only ${dayText(days.from)} to ${dayText(days.to)}` : id,
      );
    expect(shown('month')).toEqual(['2026-03 only 2026-03-04 to 2026-03-31', '2026-04']);
    const weeks = shown('week');
    expect(weeks).toHaveLength(9);
    expect(weeks[0]).toBe('2026-03-01 only 2026-03-04 to 2026-03-07');
    expect(weeks[1]).toBe('2026-03-08');
    expect(weeks[8]).toBe('2026-04-26 only 2026-04-26 to 2026-04-30');
  });

  it('put weekdays in the order of the week', () => {
    const names = (weekStart: 0 | 1) =>
      periods({ timeUnit: 'weekday' }, context({ weekStart })).list.map(({ id }) => id);
    expect(names(0)[0]).toBe('Sunday');
    expect([names(1)[0], names(1)[6]]).toEqual(['Monday', 'Sunday']);
  });

  it.each([
    ['2026-01-01', 'day', '2026-01-01'],
    ['2025-12-29', 'week', '2025-12-28'],
    ['2024-03-01', 'month', '2024-03'],
    ['2015-06-01', 'quarter', '2015-Q2'],
  ])('from %s are by %s where the reader chose no unit', (from, unit, first) => {
    const found = periods({ from: day(from), to: day('2026-03-31') });
    expect([found.unit, found.list[0]?.id]).toEqual([unit, first]);
  });

  it('swap the ends of a reversed range', () => {
    const { range } = periods({ from: day('2026-03-09'), to: day('2026-03-02') });
    expect(range).toEqual({ from: day('2026-03-02'), to: day('2026-03-09') });
  });

  it('are at most the last MAX_PERIODS', () => {
    const since = { from: day('0001-01-01'), to: day('2026-03-31') };
    const { list, shortened } = periods({ ...since, timeUnit: 'day' });
    expect([list.length, shortened, list.at(-1)?.id]).toEqual([MAX_PERIODS, true, '2026-03-31']);
  });

  it('have 23 and 25 hours where clocks change, and the day stays whole', () => {
    // On 8 March 2026 New York's clocks skip from 2:00 to 3:00: midnight is 5:00, then 4:00 UTC.
    const from = Date.UTC(2026, 2, 8, 5);
    const instants = Float64Array.of(from - 1, from, from + 23 * HOUR - 1, from + 23 * HOUR);
    const only = { from: day('2026-03-08'), to: day('2026-03-08') };
    expect([...placeRows(instants, periods(only)).all]).toEqual([1, 2]);
  });
});

it('puts every instant into one period, in every zone and unit', () => {
  const zones = ['America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'America/St_Johns', 'UTC'];
  const first = Date.UTC(2024, 0, 1);
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 700 * 24 * 60 }), { maxLength: 50 }),
      fc.constantFrom(...zones),
      fc.constantFrom('day', 'hour', 'week', 'month', 'quarter', 'weekday'),
      (minutes, zone, timeUnit) => {
        const instants = Float64Array.from(minutes, minute => first + minute * 60_000);
        const all = periods(
          { timeUnit, from: day('2023-12-30'), to: day('2025-12-31') },
          context({ zone }),
        );
        const { byPeriod, all: rows } = placeRows(instants, all);
        expect(rows).toHaveLength(instants.length);
        expect(byPeriod.reduce((sum, each) => sum + each.length, 0)).toBe(instants.length);
        all.list.forEach(({ days }, index) => {
          for (const row of byPeriod[index] ?? []) {
            if (days === null) continue;
            const at = instants[row] as number;
            expect(at).toBeGreaterThan((days.from - 1) * DAY);
            expect(at).toBeLessThan((days.to + 2) * DAY);
          }
        });
      },
    ),
    { numRuns: 60 },
  );
});
