import { context } from '@tallyboard/core/testing/builders.ts';
import computeBurn from '../burn/compute.ts';
import { type BurnSettings, burnSettings } from '../burn/settings.ts';
import { overParsing, replayData } from './replay-data.ts';

const NOW = context({ asOf: Date.UTC(2024, 6, 1) });
const CHARTS: readonly (readonly [name: string, settings: Partial<BurnSettings>])[] = [
  ['of a sprint', { type: 'sprint-burndown' }],
  ['of a filter', { type: 'filter-burndown' }],
  ['of a filter by status', { type: 'filter-burnup', done: { kind: 'category' } }],
];

/** Burn charts by points over issues with histories, against JSON.parse of the same issues. */
export default async function bench(size: 'small' | 'full') {
  const count = size === 'full' ? 100_000 : 10_000;
  const data = replayData(count);
  return CHARTS.map(([name, chosen]) => {
    const settings = { ...burnSettings.defaults, estimation: 'points' as const, ...chosen };
    return {
      name: `Burn ${name}, ${count} issues, over JSON.parse`,
      value: overParsing(data, dataset => computeBurn(dataset, settings, NOW)),
      limit: 0.05,
      unit: 'x',
    };
  });
}
