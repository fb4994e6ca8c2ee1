import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { context, dataset, issue } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import {
  type PeriodSettings,
  periodSettings,
} from '@tallyboard/report-kit/families/by-date/period-settings.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import computeCreatedResolved from './compute.ts';
import { createdResolvedTable } from './table.ts';

/** Wednesday 4 March 2026, noon in New York. */
const NOW = context({ asOf: Date.UTC(2026, 2, 4, 17) });
const day = (text: string) => parseDay(text) ?? Number.NaN;

function compute(data: Dataset, init: Partial<PeriodSettings> = {}, now = NOW) {
  const settings = { ...periodSettings.defaults, from: day('2026-03-01'), ...init };
  const computed = computeCreatedResolved(data, settings, now);
  const rows = computed.result.rows.map(
    ({ id, created, resolved, net, netSoFar }) =>
      `${id}: +${created.value} -${resolved.value} ${net} ${netSoFar}`,
  );
  return { ...computed, rows, settings };
}

const STORY = datasetFromText(`
  A-1 created:2026-03-02 | Tue done
  A-2 created:2026-03-02
  A-3 created:2026-03-03 | Wed 09:00 done
  A-4 created:2026-01-10 status:Done
  A-5 created:2026-02-01 | Mon done | Tue reopened
  A-6 created:2026-02-01 | Mon > Done
`);

describe('by day', () => {
  it('counts creations and resolutions, with 0 for empty days', () => {
    const { rows, result } = compute(STORY);
    // A-4 was created done; A-5 is open again; A-6 is done by status alone, dated by its history.
    expect(rows).toEqual([
      '2026-03-01: +0 -0 0 0',
      '2026-03-02: +2 -1 1 1',
      '2026-03-03: +1 -1 0 1',
      '2026-03-04: +0 -1 -1 0',
    ]);
    expect(result.total).toMatchObject({ created: { value: 3 }, resolved: { value: 3 }, net: 0 });
    expect(result.extent).toEqual({ from: day('2026-01-10'), to: day('2026-03-04') });
  });

  it('takes the resolution alone when the setting is off', () => {
    const { rows } = compute(STORY, { done: { kind: 'resolution' } });
    expect(rows[1]).toBe('2026-03-02: +2 -0 2 2');
  });

  it('moves with the zone of the viewer', () => {
    // Noon in New York on Monday is Tuesday in Auckland.
    const there = { ...NOW, zone: 'Pacific/Auckland' };
    expect(compute(STORY, {}, there).rows[2]).toBe('2026-03-03: +2 -1 1 1');
  });
});

it('counts hours and weekdays over all issues, without a running sum', () => {
  expect(compute(STORY, { timeUnit: 'hour' }).rows[12]).toBe('12:00: +6 -3 3 null');
  const weekdays = compute(STORY, { timeUnit: 'weekday' }).rows;
  expect(weekdays).toHaveLength(7);
  expect(weekdays[1]).toBe('Monday: +2 -1 1 null');
});

describe('notes', () => {
  it('name what is done at a time nobody recorded, and what was reopened', () => {
    const codes = (data: Dataset) =>
      compute(data).notes.map(({ code, issues }) => [code, ...issues]);
    expect(codes(STORY)).toEqual([
      ['reopened', 4],
      ['done-rules-differ', 3, 5],
    ]);
    const without = datasetFromText('A-1\nA-2 status:Done', { history: false });
    const [open, done] = without.issues;
    if (!open || !done) throw new Error('The story has two issues.');
    const bare = { ...done, historyComplete: false };
    expect(codes({ ...without, issues: [open, bare] })).toEqual([
      ['no-done-date', 1],
      ['no-history', 1],
    ]);
    const dated = { ...bare, statusCategoryChanged: Date.UTC(2026, 2, 3, 12) };
    expect(codes({ ...without, issues: [open, dated] })).toEqual([
      ['no-history', 1],
      ['done-rules-differ', 1],
    ]);
  });
});

it('writes dates that spreadsheets sort, and the days of a part of a week', () => {
  const { result } = compute(STORY, { timeUnit: 'week', from: day('2026-02-24') });
  expect(csvText(plainTable(createdResolvedTable(result)))).toBe(
    [
      'Week from,First day,Last day,Created,Resolved,Net,Running total',
      '2026-02-22,2026-02-24,2026-02-28,0,0,0,0',
      '2026-03-01,2026-03-01,2026-03-04,3,3,0,0',
      'Total,,,3,3,0,',
      '',
    ].join('\r\n'),
  );
});

it('adds up to all issues over a range that covers them, in every zone and unit', () => {
  const base = Date.UTC(2025, 5, 1);
  const one = fc.record({
    created: fc.integer({ min: 0, max: 300 }),
    took: fc.option(fc.integer({ min: 0, max: 60 })),
    hour: fc.integer({ min: 0, max: 23 }),
  });
  fc.assert(
    fc.property(
      fc.array(one, { maxLength: 30 }),
      fc.constantFrom('day', 'hour', 'week', 'month', 'weekday'),
      fc.constantFrom('America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata', 'UTC'),
      (stories, timeUnit, zone) => {
        const issues = stories.map(({ created, took, hour }, index) => {
          const at = base + created * DAY + hour * 3_600_000;
          return issue({
            key: `A-${index}`,
            created: at,
            resolved: took === null ? null : at + took * DAY,
          });
        });
        const range = { from: day('2025-05-01'), to: day('2027-01-01') };
        const { result } = compute(dataset(issues), { timeUnit, ...range }, context({ zone }));
        const sum = (of: 'created' | 'resolved') =>
          result.rows.reduce((total, row) => total + (row[of].value ?? 0), 0);
        const resolved = stories.filter(({ took }) => took !== null).length;
        expect([sum('created'), sum('resolved')]).toEqual([stories.length, resolved]);
        expect(result.total.net).toBe(stories.length - resolved);
        for (const row of result.rows)
          expect(row.created.issues).toHaveLength(row.created.value ?? 0);
      },
    ),
    { numRuns: 50 },
  );
});
