/** Against the cycle times that a public tool expects of the same issues. */

import { context } from '@tallyboard/core/testing/builders.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { expect, test } from 'vitest';
import {
  AGILE_METRICS_WORKFLOW,
  agileMetricsDataset,
  expectedLines,
} from '../testing/agile-metrics.ts';
import computeCycleTime from './compute.ts';
import { cycleTimeSettings } from './settings.ts';

const DONE = 7;
const COMMITTED = 4;

test('starts and finishes on the same days', () => {
  const data = agileMetricsDataset();
  const settings = { ...cycleTimeSettings.defaults, workflow: AGILE_METRICS_WORKFLOW, lastDays: 0 };
  const asOf = Date.parse('2021-06-01T00:00:00Z');
  const { result } = computeCycleTime(data, settings, context({ asOf, zone: 'UTC' }));
  const { rows, start, finish, value } = result.finished;
  const day = (instant: number | undefined) => dayText(localDay(instant ?? 0, 'UTC'));
  const times = Array.from(rows, (row, at) => [
    data.issues[row]?.key,
    day(start[at]),
    day(finish[at]),
  ]);
  expect(times).toEqual(
    expectedLines('cycletime')
      .filter(cells => cells[DONE] !== '')
      .map(cells => [cells[0], cells[COMMITTED], cells[DONE]]),
  );
  // The tool subtracts days; here the first and the last day count both.
  const expected = new Map(
    expectedLines('scatterplot').map(([, days, , key]) => [key, Number(days)]),
  );
  expect(Array.from(rows, (row, at) => [data.issues[row]?.key, (value[at] ?? 0) - 1])).toEqual(
    times.map(([key]) => [key, expected.get(key)]),
  );
  // Its histogram counts values from the lower end of a bin, a day wide, to below the upper one.
  const inBin = (from: number) => value.filter(days => Math.floor(days - 1) === from).length;
  expect(expectedLines('histogram').map(([range = '']) => inBin(Number.parseFloat(range)))).toEqual(
    expectedLines('histogram').map(([, items]) => Number(items)),
  );
  // It interpolates between ranks: its 95th percentile is 19.05 days. Nearest rank is a time that occurs.
  expect(result.percentiles).toMatchObject({ 50: 16, 85: 19, 95: 22 });
  const shares = expectedLines('percentiles').map(([share, days]) => [share, days?.split(' ')[0]]);
  expect(shares).toEqual([
    ['0.5', '15'],
    ['0.85', '18'],
    ['0.95', '19'],
  ]);
});
