/** Against the impediments that a public tool expects of the same issues. */

import { context } from '@tallyboard/core/testing/builders.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import { expect, test } from 'vitest';
import {
  AGILE_METRICS_WORKFLOW,
  agileMetricsDataset,
  expectedLines,
} from '../testing/agile-metrics.ts';
import computeFlowEfficiency from './compute.ts';
import { flowEfficiencySettings } from './settings.ts';

test('issues wait while they are flagged', () => {
  const settings = {
    ...flowEfficiencySettings.defaults,
    workflow: AGILE_METRICS_WORKFLOW,
    lastDays: 0,
  };
  const asOf = Date.parse('2021-06-01T00:00:00Z');
  const { result } = computeFlowEfficiency(
    agileMetricsDataset(),
    settings,
    context({ asOf, zone: 'UTC' }),
  );
  const { keys, waiting } = result.finished;
  const expected = expectedLines('impediments').map(([key, , , start = '', end = '']) => [
    key,
    (Date.parse(end) - Date.parse(start)) / DAY,
  ]);
  expect(expected).toHaveLength(1);
  expect(
    keys.flatMap((key, at) => (waiting[at] ? [[key, (waiting[at] * 1000) / DAY]] : [])),
  ).toEqual(expected);
});
