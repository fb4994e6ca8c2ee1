/** Resolution times of real issues by month and weekday against figures worked out here, plainly, from the raw records. */

import { context } from '@tallyboard/core/testing/builders.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import {
  type PeriodSettings,
  periodSettings,
} from '@tallyboard/report-kit/families/by-date/period-settings.ts';
import { describe, expect, it } from 'vitest';
import {
  historyDataset,
  type RawHistoryIssue,
  readAea,
  readAerogear,
} from '../testing/real-histories.ts';
import computeResolutionTime from './compute.ts';

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', ...options });
const MONTH = format({ year: 'numeric', month: '2-digit' });
const WEEKDAY = format({ weekday: 'long' });

/** Hours, from a sorted list of whole seconds. */
const hours = (seconds: number) => Math.round(seconds / 36) / 100;

/** [period, n, mean, median, 85th percentile] by resolution date, in hours. */
function tally(issues: readonly RawHistoryIssue[], periodOf: (at: Date) => string) {
  const periods = new Map<string, number[]>();
  for (const { fields } of issues) {
    if (fields.resolutiondate === null) continue;
    const done = new Date(fields.resolutiondate);
    const seconds = (done.getTime() - new Date(fields.created).getTime()) / 1000;
    const period = periodOf(done);
    periods.set(period, [...(periods.get(period) ?? []), seconds]);
  }
  return [...periods].map(([period, seconds]) => {
    seconds.sort((a, b) => a - b);
    const n = seconds.length;
    const at = (rank: number) => seconds[rank - 1] ?? Number.NaN;
    const median = n % 2 ? at((n + 1) / 2) : (at(n / 2) + at(n / 2 + 1)) / 2;
    const mean = seconds.reduce((sum, each) => sum + each, 0) / n;
    return [period, n, hours(mean), hours(median), hours(at(Math.ceil((85 * n) / 100)))];
  });
}

function computed(issues: readonly RawHistoryIssue[], init: Partial<PeriodSettings>) {
  const settings = { ...periodSettings.defaults, done: { kind: 'resolution' } as const, ...init };
  const { result } = computeResolutionTime(historyDataset(issues), settings, context());
  const value = (time: number | null) => (time === null ? null : hours(time / 1000));
  return result.rows
    .filter(({ n }) => n.value)
    .map(row => [
      row.id,
      row.n.value,
      value(row.mean.value),
      value(row.median),
      value(row.percentile85),
    ]);
}

const range = { from: parseDay('2008-01-01'), to: parseDay('2026-03-31') };

describe.each([
  ['AEROGEAR, 200 issues', readAerogear()],
  ['AEA, 673 issues', readAea()],
] as const)('%s', (_name, raw) => {
  it('by month', () => {
    const issues = raw;
    const expected = tally(issues, at => MONTH.format(at));
    expect(computed(issues, { timeUnit: 'month', ...range })).toEqual(expected.sort());
    expect(expected.length).toBeGreaterThan(5);
  });

  it('by weekday', () => {
    const issues = raw;
    const expected = tally(issues, at => WEEKDAY.format(at));
    expect(computed(issues, { timeUnit: 'weekday' }).sort()).toEqual(expected.sort());
  });
});
