import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import { expect, it } from 'vitest';
import computeCycleTime from './compute.ts';
import { cycleTimeSettings } from './settings.ts';

it('counts resolved issues from creation to resolution', () => {
  const data = datasetFromText(`
    A-1 created:2026-03-02 | 2026-03-04 done
    A-2 created:2026-03-02 | 2026-03-06 done
    A-3 created:2026-03-02
  `);
  const { result } = computeCycleTime(data, cycleTimeSettings.defaults, context());
  const [row] = result.rows;
  expect([row?.label, row?.count.value, row?.median.value]).toEqual(['Task', 2, 3 * DAY]);
});
