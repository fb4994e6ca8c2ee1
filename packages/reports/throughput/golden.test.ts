/** Against the throughput that a public tool expects of the same issues. */

import { context } from '@tallyboard/core/testing/builders.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { expect, test } from 'vitest';
import {
  AGILE_METRICS_WORKFLOW,
  agileMetricsDataset,
  expectedLines,
} from '../testing/agile-metrics.ts';
import computeThroughput from './compute.ts';
import throughput from './index.ts';
import { throughputSettings } from './settings.ts';

interface Period {
  readonly start: string;
  readonly finished: number;
}

test('counts the same finishes on each day', () => {
  const expected = expectedLines('throughput').map(([day, count]) => [day, Number(count)]);
  const settings = {
    ...throughputSettings.defaults,
    workflow: AGILE_METRICS_WORKFLOW,
    timeUnit: 'day' as const,
    from: parseDay(String(expected[0]?.[0])),
    to: parseDay(String(expected.at(-1)?.[0])),
  };
  const asOf = Date.parse('2021-06-01T00:00:00Z');
  const { result } = computeThroughput(
    agileMetricsDataset(),
    settings,
    context({ asOf, zone: 'UTC' }),
  );
  const periods = throughput.members?.(result).periods as readonly Period[] | undefined;
  expect(periods?.map(({ start, finished }) => [start, finished])).toEqual(expected);
});
