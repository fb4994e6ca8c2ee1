import { context } from '@tallyboard/core/testing/builders.ts';
import computeAge from '../age/compute.ts';
import { ageSettings } from '../age/settings.ts';
import { overParsing, replayData } from './replay-data.ts';

const NOW = context({ asOf: Date.UTC(2026, 2, 1) });

/** The age of unresolved issues against JSON.parse of all issues. */
export default async function bench(size: 'small' | 'full') {
  const count = size === 'full' ? 100_000 : 10_000;
  const data = replayData(count);
  return (['month', 'week'] as const).map(period => {
    const settings = { ...ageSettings.defaults, period };
    return {
      name: `Unresolved issues by ${period}, ${count} issues, over JSON.parse`,
      value: overParsing(data, dataset => computeAge(dataset, settings, NOW)),
      limit: 0.05,
      unit: 'x',
    };
  });
}
