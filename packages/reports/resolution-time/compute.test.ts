import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { context, dataset, issue } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { DAY, HOUR } from '@tallyboard/core/time/units.ts';
import {
  type PeriodSettings,
  periodSettings,
} from '@tallyboard/report-kit/families/by-date/period-settings.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import computeResolutionTime from './compute.ts';
import { latestPoints, resolutionTimeTable } from './table.ts';

/** Wednesday 4 March 2026, noon in New York. */
const NOW = context({ asOf: Date.UTC(2026, 2, 4, 17) });
const day = (text: string) => parseDay(text) ?? Number.NaN;

function compute(data: Dataset, init: Partial<PeriodSettings> = {}) {
  const settings = { ...periodSettings.defaults, from: day('2026-03-02'), ...init };
  return computeResolutionTime(data, settings, NOW);
}

/** Created at noon: 1, 2 and 6 days to Tuesday, 1 day to Wednesday, one that is open. */
const STORY = datasetFromText(`
  A-1 created:2026-03-02 | Tue done
  A-2 created:2026-03-01 | Tue done
  A-3 created:2026-02-25 | Tue done
  A-4 created:2026-03-03 | Wed done
  A-5 created:2026-02-01
`);

describe('by the date of resolution', () => {
  it('gives mean, median, 85th percentile and n, and nothing where nothing was resolved', () => {
    const { result } = compute(STORY);
    const days = (time: number | null) => (time === null ? null : time / DAY);
    const rows = result.rows.map(({ id, n, mean, median, percentile85 }) => [
      id,
      n.value,
      ...[mean.value, median, percentile85].map(days),
    ]);
    expect(rows).toEqual([
      ['2026-03-02', 0, null, null, null],
      ['2026-03-03', 3, 3, 2, 6],
      ['2026-03-04', 1, 1, 1, 1],
    ]);
    // All four: mean (1 + 2 + 6 + 1) / 4, median (1 + 2) / 2, ceil(3.4) = the 4th of 1 1 2 6.
    expect(days(result.total.mean.value)).toBe(2.5);
    expect([days(result.total.median), days(result.total.percentile85)]).toEqual([1.5, 6]);
  });

  it('keeps the time of each issue behind its mean', () => {
    const row = compute(STORY).result.rows[1];
    expect([...(row?.mean.issues ?? [])]).toEqual([0, 1, 2]);
    expect([...(row?.mean.parts ?? [])]).toEqual([DAY, 2 * DAY, 6 * DAY]);
  });

  it('counts elapsed hours across a change of clocks', () => {
    // New York lost an hour on Sunday 8 March.
    const data = datasetFromText('A-1 created:2026-03-06 | Mon+1 done');
    const { result } = compute(data, { to: day('2026-03-10') });
    expect((result.total.mean.value ?? 0) / HOUR).toBe(71);
  });
});

it('leaves out and notes what was resolved before it was created', () => {
  const created = Date.UTC(2026, 2, 3, 12);
  const data = dataset([
    issue({ key: 'A-1', created, resolved: created - HOUR }),
    issue({ key: 'A-2', created, resolved: created }),
  ]);
  const { result, notes } = compute(data);
  expect(result.total.n.value).toBe(1);
  expect(result.total.mean.value).toBe(0);
  expect(notes.map(({ code, issues }) => [code, ...issues])).toEqual([
    ['negative-time', 0],
    ['done-rules-differ', 0, 1],
  ]);
});

it('shows hours where most issues take less than two days', () => {
  expect(compute(STORY).result.elapsed).toBe('days');
  expect(compute(STORY, { from: day('2026-03-04') }).result.elapsed).toBe('hours');
});

it('writes hours, and days in the last columns', () => {
  const { result } = compute(STORY, { timeUnit: 'month', from: day('2026-03-01') });
  expect(csvText(plainTable(resolutionTimeTable(result)))).toBe(
    [
      'Month,First day,Last day,Mean (Hours),Median (Hours),85th Percentile (Hours),Issues,Mean (Days),Median (Days),85th Percentile (Days)',
      '2026-03,2026-03-01,2026-03-04,60,36,144,4,2.5,1.5,6',
      'Total,,,60,36,144,4,2.5,1.5,6',
      '',
    ].join('\r\n'),
  );
});

it('draws the latest points where there are too many', () => {
  const points = {
    rows: Uint32Array.of(3, 5, 8, 9),
    at: Float64Array.of(40, 10, 30, 20),
    took: Float64Array.of(1, 2, 3, 4),
  };
  expect(latestPoints(points, 4)).toBe(points);
  const { rows, at, took } = latestPoints(points, 2);
  expect([[...rows], [...at], [...took]]).toEqual([
    [3, 8],
    [40, 30],
    [1, 3],
  ]);
});

it('recomputes every mean from its issues, and all rows make the total', () => {
  const one = fc.tuple(fc.integer({ min: -5, max: 400 }), fc.integer({ min: 0, max: 600 }));
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), hours => {
      const base = Date.UTC(2026, 1, 1);
      const issues = hours.map(([took, at], index) => {
        const created = base + at * HOUR;
        return issue({ key: `A-${index}`, created, resolved: created + took * HOUR });
      });
      const { result } = compute(dataset(issues), {
        from: day('2026-01-01'),
        to: day('2026-06-01'),
      });
      const rows = result.rows.flatMap(({ n }) => [...n.issues]).sort((a, b) => a - b);
      expect(rows).toEqual([...result.total.n.issues]);
      expect(rows).toHaveLength(hours.filter(([took]) => took >= 0).length);
      for (const { mean } of [...result.rows, result.total]) {
        const parts = Array.from(mean.issues, row => (hours[row]?.[0] ?? 0) * HOUR);
        expect([...(mean.parts ?? [])]).toEqual(parts);
        if (mean.value !== null)
          expect(mean.value * parts.length).toBeCloseTo(parts.reduce((sum, part) => sum + part, 0));
      }
    }),
    { numRuns: 50 },
  );
});
