import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { freshSignal, signalTexts } from '@tallyboard/report-kit/limits/limit-text.ts';
import { limitsOf } from '@tallyboard/report-kit/limits/period-series.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import { expect, it } from 'vitest';
import computeThroughput from './compute.ts';
import throughput from './index.ts';
import { throughputSeries } from './series.ts';
import { type ThroughputSettings, throughputSettings } from './settings.ts';
import { typeTable } from './table.ts';

const STORY = datasetFromText(`
  A-1 | Mon started | Wed done
  A-2 | Mon started | Wed done | Thu reopened
  A-3 | Thu started
  A-4 status:Done | 2026-02-24 resolved
`);

function run(asOf: string, init: Partial<ThroughputSettings> = {}, dataset = STORY) {
  const settings = { ...throughputSettings.defaults, timeUnit: 'day' as const, ...init };
  const at = context({ asOf: instantFromText(asOf) });
  const { result } = computeThroughput(dataset, settings, at);
  const [limits] = throughputSeries(result, settings, at).map(limitsOf);
  const members = throughput.members?.(result);
  return {
    result,
    limits: limits as NonNullable<typeof limits>,
    periods: members?.periods,
    xmr: members?.xmr,
  };
}

it('counts starts, finishes and work in progress of each day, also of those without any', () => {
  const { periods } = run('2026-03-06 12:00', { lastDays: 90 });
  expect((periods as unknown[]).slice(-5)).toEqual([
    { start: '2026-03-02', end: '2026-03-02', started: 2, finished: 0, wip: 2 },
    { start: '2026-03-03', end: '2026-03-03', started: 0, finished: 0, wip: 2 },
    { start: '2026-03-04', end: '2026-03-04', started: 0, finished: 1, wip: 1 },
    { start: '2026-03-05', end: '2026-03-05', started: 1, finished: 0, wip: 2 },
    { start: '2026-03-06', end: '2026-03-06', started: 0, finished: 0, wip: 2 },
  ]);
});

it('as of Wednesday the later reopening is unknown', () => {
  const { periods } = run('2026-03-04 18:00');
  expect((periods as unknown[]).at(-1)).toMatchObject({ finished: 2, wip: 0 });
});

it('an issue imported as closed counts as finished when it was done', () => {
  const { result } = run('2026-03-06 12:00');
  expect(result.total.finished.value).toBe(2);
  expect(result.total.started.value).toBe(3);
});

it('has the issues behind the average: as many as it has in all whole periods', () => {
  const { result } = run('2026-03-06 12:00', { lastDays: 14 });
  const { finished } = result.distribution ?? {};
  const whole = result.rows.filter(row => row.whole).length;
  expect(whole).toBe(13);
  expect(finished?.value).toBe(2);
  expect(finished?.issues).toHaveLength(2);
  expect((result.xmr?.mean ?? 0) * whole).toBeCloseTo(2, 9);
});

it('takes limits from whole periods and says what they signal', () => {
  const lines = Array.from({ length: 20 }, (_, day) =>
    Array.from(
      { length: day < 10 ? 1 : 3 },
      (_, n) =>
        `B-${day * 10 + n} created:"2026-01-30" | 2026-02-01 started | 2026-02-${String(day + 2).padStart(2, '0')} 10:00 done`,
    ),
  ).flat();
  const { result, limits } = run(
    '2026-02-21 18:00',
    { from: null, lastDays: 90 },
    datasetFromText(lines.join('\n')),
  );
  const { xmr } = result;
  expect(xmr?.signals.map(({ rule }) => rule)).toContain('8-on-one-side');
  // Of 89 whole days the last, 20 February, had three.
  expect(xmr?.mean).toBeCloseTo((10 + 9 * 3) / 89);
  expect(signalTexts(limits)).toContain('Finished: above average for 19 days, until Feb 20, 2026.');
  expect(freshSignal(limits)).toMatch(/until Feb 20, 2026\.$/);
  // A day later it is no news.
  const later = run(
    '2026-03-10 18:00',
    { from: null, lastDays: 90 },
    datasetFromText(lines.join('\n')),
  );
  expect(signalTexts(later.limits).length).toBeGreaterThan(0);
  expect(String(freshSignal(later.limits))).not.toContain('Feb 20');
});

it('counts whole periods by the issues finished in them', () => {
  // Finished on 20 days: 1 1 1 1 1, 4 4 4 4 4, and none on the other ten.
  const days = Array.from({ length: 10 }, (_, day) =>
    Array.from(
      { length: day < 5 ? 1 : 4 },
      (_, n) =>
        `D-${day * 10 + n} created:"2026-01-30" | 2026-02-01 started | 2026-02-${String(day + 2).padStart(2, '0')} 10:00 done`,
    ),
  ).flat();
  const range = { from: 20486, to: 20505 };
  const { result } = run('2026-02-28 18:00', range, datasetFromText(days.join('\n')));
  const { bands = [], atLeast } = result.distribution ?? {};
  const numbers = bands.map(({ from, to, periods, finished }) => [
    from,
    to,
    periods,
    finished.value,
  ]);
  expect(numbers).toEqual([
    [0, 1, 10, 0],
    [1, 2, 5, 5],
    [2, 3, 0, 0],
    [3, 4, 0, 0],
    [4, 5, 5, 20],
  ]);
  expect(atLeast).toEqual({ 50: 1, 85: 0 });
});

it('days of a team that finishes in bursts all have bands of their own', () => {
  const counts = [0, 0, 0, 0, 12, 0, 0, 0, 0, 14, 0, 0, 0, 0, 13];
  const lines = counts.flatMap((count, at) => {
    const day = `2026-02-${String(at + 2).padStart(2, '0')}`;
    return Array.from(
      { length: count },
      (_, n) => `F-${at * 100 + n} created:"2026-01-30" | ${day} 08:00 started | ${day} 10:00 done`,
    );
  });
  const range = { from: 20486, to: 20500 };
  const { result } = run('2026-02-28 18:00', range, datasetFromText(lines.join('\n')));
  const bands = result.distribution?.bands ?? [];
  expect(bands.some(({ open }) => open)).toBe(false);
  expect(bands.at(-1)).toMatchObject({ from: 14, periods: 1 });
});

it('a period far above all others has an open band, so that the others show their shape', () => {
  const counts = [6, 8, 10, 7, 9, 72, 8, 7, 6, 9];
  const lines = counts.flatMap((count, at) => {
    const day = `2026-02-${String(at + 2).padStart(2, '0')}`;
    return Array.from(
      { length: count },
      (_, n) => `E-${at * 100 + n} created:"2026-01-30" | ${day} 08:00 started | ${day} 10:00 done`,
    );
  });
  const range = { from: 20486, to: 20495 };
  const { result } = run('2026-02-28 18:00', range, datasetFromText(lines.join('\n')));
  const bands = result.distribution?.bands ?? [];
  expect(
    bands.filter(({ open }) => open).map(({ periods, finished }) => [periods, finished.value]),
  ).toEqual([[1, 72]]);
  expect(bands.length).toBeGreaterThan(3);
  expect(bands.reduce((sum, { periods }) => sum + periods, 0)).toBe(counts.length);
});

it('shares finished issues and those in progress by issue type', () => {
  const story = datasetFromText(`
    C-1 Bug   | Mon started | Tue done
    C-2 Bug   | Mon started
    C-3 Story | Mon started | Wed done
    C-4 Story | Mon started | Wed done
  `);
  const { result } = run('2026-03-06 12:00', {}, story);
  expect(plainTable(typeTable(result)).rows).toEqual([
    ['Story', 2, 66.67, 0, 0],
    ['Bug', 1, 33.33, 1, 100],
    ['Total', 3, 100, 1, 100],
  ]);
});
