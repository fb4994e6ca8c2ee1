/** Against the diagram that a public tool expects of the same issues. */

import { context } from '@tallyboard/core/testing/builders.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { expect, test } from 'vitest';
import {
  AGILE_METRICS_WORKFLOW,
  agileMetricsDataset,
  expectedLines,
} from '../testing/agile-metrics.ts';
import computeCumulativeFlow from './compute.ts';
import { cumulativeFlowSettings } from './settings.ts';

/** Created and never moved: in the backlog since then, while the tool counts an issue from its first change. */
const NEVER_MOVED = ['2021-03-25', '2021-03-28'];

test('reaches the columns on the same days', () => {
  const lines = expectedLines('cfd');
  const days = lines.map(([day = '']) => day);
  const settings = {
    ...cumulativeFlowSettings.defaults,
    workflow: AGILE_METRICS_WORKFLOW,
    from: parseDay(days[0] ?? ''),
    to: parseDay(days.at(-1) ?? ''),
  };
  const asOf = Date.parse('2021-06-01T00:00:00Z');
  const { result } = computeCumulativeFlow(
    agileMetricsDataset(),
    settings,
    context({ asOf, zone: 'UTC' }),
  );
  expect(days.length).toBeGreaterThan(90);
  const inBacklogOn = (day: string) => NEVER_MOVED.filter(created => created <= day).length;
  expect(result.days.map(({ day, reached }) => [day, ...reached])).toEqual(
    lines.map(([day = '', backlog, ...others]) => [
      day,
      Number(backlog) + inBacklogOn(day),
      ...others.map(Number),
    ]),
  );
  expect(result.corrections).toEqual([]);
});
