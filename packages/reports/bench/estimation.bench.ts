import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import computeEstimation from '../estimation/compute.ts';
import { estimationSettings } from '../estimation/settings.ts';
import { overParsing, replayData } from './replay-data.ts';

const NOW = context({ asOf: Date.UTC(2024, 8, 1) });
const GROUPINGS: readonly (GroupBy | null)[] = [null, 'assignee', 'sprint'];

/** The estimation of all issues against JSON.parse of the same issues. */
export default async function bench(size: 'small' | 'full') {
  const count = size === 'full' ? 100_000 : 10_000;
  const data = replayData(count);
  return GROUPINGS.map(groupBy => {
    const settings = { ...estimationSettings.defaults, groupBy };
    return {
      name: `Estimation by ${groupBy ?? 'nothing'}, ${count} issues, over JSON.parse`,
      value: overParsing(data, dataset => computeEstimation(dataset, settings, NOW)),
      limit: 0.05,
      unit: 'x',
    };
  });
}
