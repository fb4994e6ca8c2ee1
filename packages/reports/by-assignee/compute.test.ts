import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { context, user } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assigneeBars } from './chart.ts';
import computeByAssignee from './compute.ts';
import { type ByAssigneeSettings, byAssigneeSettings } from './settings.ts';
import { byAssigneeTable } from './table.ts';

const NOW = context({ asOf: Date.UTC(2026, 2, 4, 17) });

/** Created at noon. Ana took 1 and 3 days, Ben 8; nobody's took 2. */
const STORY = datasetFromText(`
  A-1 5pt @ana created:2026-03-02 | Tue done
  A-2 3pt @ana created:2026-02-28 | Tue done
  A-3     @ana
  A-4 2pt @ben created:2026-02-24 | Wed done
  A-5          created:2026-03-01 | Tue done
  A-6 1pt @cy
`);

function compute(init: Partial<ByAssigneeSettings>, data: Dataset = STORY) {
  const settings = { ...byAssigneeSettings.defaults, ...init };
  return { ...computeByAssignee(data, settings, NOW), settings };
}

function countsOf(init: Partial<ByAssigneeSettings> = {}, data: Dataset = STORY) {
  const { result } = compute(init, data);
  if (result.mode !== 'created-resolved') throw new Error('Not the counts.');
  return result;
}

function timesOf(data: Dataset = STORY) {
  const { result } = compute({ mode: 'resolution-time', chart: 'average-time' }, data);
  if (result.mode !== 'resolution-time') throw new Error('Not the times.');
  return result;
}

describe('settings', () => {
  const parse = (stored: unknown) => byAssigneeSettings.parse(stored);

  it('tells the two reports apart by their number in the menu', () => {
    const report = (gType: number) => {
      const { mode, chart } = parse({ gType, chartType: 2, eType: 1 }).value;
      return [mode, chart, parse({ gType, chartType: 2 }).problems.length];
    };
    expect(report(-1)).toEqual(['created-resolved', 'compared-to-average', 0]);
    // It has no third chart: it shows its first.
    expect(report(-2)).toEqual(['resolution-time', 'average-time', 0]);
    expect(parse({ gType: -2, chartType: 1 }).value.chart).toBe('compared-to-average');
    expect(parse({}).value).toEqual(byAssigneeSettings.defaults);
  });

  it('reads back what it writes, and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.record({
            gType: fc.constantFrom(-1, -2, 3, '-2', 'x'),
            chartType: fc.integer({ min: -1, max: 4 }),
            eType: fc.integer({ min: -1, max: 3 }),
            statusResolution: fc.boolean(),
          }),
        ),
        stored => {
          const { value } = parse(stored);
          expect(parse(byAssigneeSettings.serialize(value))).toEqual({ value, problems: [] });
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('created and resolved', () => {
  it('counts by the assignee of now, with those of nobody', () => {
    const rows = countsOf().table.rows.map(row => [
      row.label,
      row.created.value,
      row.resolved.value,
      Math.round(row.comparedToAverage),
    ]);
    // Resolved 2 1 1 0: the mean is 1.
    expect(rows.sort()).toEqual([
      ['Ana', 3, 2, 100],
      ['Ben', 1, 1, 0],
      ['Cy', 1, 0, -100],
      ['Unassigned', 1, 1, 0],
    ]);
  });

  it('counts points, and says which estimations there are', () => {
    const { table, has } = countsOf({ estimation: 'points' });
    expect(table.rows.find(({ label }) => label === 'Ana')?.created.value).toBe(8);
    expect(has).toEqual({ points: true, time: false });
  });

  it('keeps people who left, and says so', () => {
    const gone = user('Ana', { active: false });
    const issues = STORY.issues.map(issue =>
      issue.assignee?.name === 'Ana' ? { ...issue, assignee: gone } : issue,
    );
    const data = { ...STORY, issues };
    expect(countsOf({}, data).table.rows.map(({ label }) => label)).toContain('Ana (inactive)');
    expect(timesOf(data).rows.map(({ label }) => label)).toContain('Ana (inactive)');
  });
});

describe('resolution time', () => {
  it('has who resolved something, slowest first, against the mean of all means', () => {
    const rows = timesOf().rows.map(({ label, n, mean, comparedToAverage }) => [
      label,
      n.value,
      (mean.value ?? 0) / DAY,
      Math.round(comparedToAverage),
    ]);
    // Means 8 2 2: their mean is 4.
    expect(rows).toEqual([
      ['Ben', 1, 8, 100],
      ['Ana', 2, 2, -50],
      ['Unassigned', 1, 2, -50],
    ]);
    const { total } = timesOf();
    expect([total.n.value, (total.mean.value ?? 0) / DAY]).toEqual([4, 3.5]);
  });

  it('has no rows where nothing is resolved', () => {
    expect(timesOf(datasetFromText('A-1 @ana')).rows).toEqual([]);
  });

  it('writes hours', () => {
    expect(
      csvText(plainTable(byAssigneeTable(timesOf(), byAssigneeSettings.defaults)))
        .split('\r\n')
        .slice(0, 2),
    ).toEqual([
      'Assignee,Mean (Hours),Median (Hours),85th Percentile (Hours),Issues,Compared to Average (%),Mean (Days),Median (Days),85th Percentile (Days)',
      'Ben,192,192,192,1,100,8,8,8',
    ]);
  });
});

describe('bars', () => {
  it('are sorted by size, and open their issues', () => {
    const bars = assigneeBars(countsOf(), 'percent-resolved');
    expect(bars.categories.slice(0, 2)).toEqual(['Ben', 'Unassigned']);
    expect(bars.series.map(({ values }) => values.slice(0, 2))).toEqual([[100, 100]]);
    expect([...(bars.drills[0]?.figure.issues ?? [])]).toEqual([3]);
    expect(bars.drills).toHaveLength(4);
  });

  it('show resolution time in the unit of the table', () => {
    const bars = assigneeBars(timesOf(), 'average-time');
    expect([bars.valueTitle, bars.series[0]?.values]).toEqual(['Days', [8, 2, 2]]);
  });
});
