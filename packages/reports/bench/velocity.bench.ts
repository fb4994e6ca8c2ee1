import { context } from '@tallyboard/core/testing/builders.ts';
import computeVelocity from '../velocity/compute.ts';
import { type VelocitySettings, velocitySettings } from '../velocity/settings.ts';
import { overParsing, replayData } from './replay-data.ts';

const NOW = context({ asOf: Date.UTC(2024, 6, 1) });
const KINDS: readonly (readonly [name: string, settings: Partial<VelocitySettings>])[] = [
  ['of 4 sprints', { periods: 'sprint' }],
  ['of 4 intervals', { periods: 'interval' }],
];

/** Velocity by points over issues with histories, against JSON.parse of the same issues. */
export default async function bench(size: 'small' | 'full') {
  const count = size === 'full' ? 100_000 : 10_000;
  const data = replayData(count);
  return KINDS.map(([name, chosen]) => {
    const settings = { ...velocitySettings.defaults, estimation: 'points' as const, ...chosen };
    return {
      name: `Velocity ${name}, ${count} issues, over JSON.parse`,
      value: overParsing(data, dataset => computeVelocity(dataset, settings, NOW)),
      limit: 0.05,
      unit: 'x',
    };
  });
}
