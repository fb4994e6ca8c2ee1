import { LEVELS } from '@tallyboard/core/measure/forecast-correction.ts';
import { mean } from '@tallyboard/core/measure/statistics.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import computeForecast from '../forecast/compute.ts';
import { forecastSettings } from '../forecast/settings.ts';
import { datasetOf, readTidev } from '../testing/real-issues.ts';

/** Points that the parts which came true may differ from the chances, on the mean of all chances. */
const LIMITS = [
  [14, 3],
  [30, 3],
  [90, 6],
] as const;

/** Forecasts of every week of two real projects, with and without calibration. None of its numbers was fitted on them. */
export default async function bench() {
  const lines = (['ALOY', 'MOD'] as const).flatMap(project => {
    const raw = readTidev(project);
    if (raw === null) return [];
    const { issues, ...others } = datasetOf(raw);
    const data = { ...others, issues: issues.map(each => ({ ...each, historyComplete: false })) };
    const asOf = issues.reduce((last, { resolved }) => Math.max(last, resolved ?? 0), 0);
    return LIMITS.flatMap(([horizonDays, limit]) => {
      const settings = { ...forecastSettings.defaults, horizonDays };
      const { count, held, pinball, plain } = computeForecast(data, settings, context({ asOf }))
        .result.trackRecord;
      const line = (name: string, score: typeof plain, own: number) => {
        const gaps = LEVELS.map(level => Math.abs((score.held?.[level] ?? Number.NaN) - level));
        const parts = LEVELS.map(level => Math.round(score.held?.[level] ?? Number.NaN));
        return {
          name: `${name} forecasts of ${project} over ${horizonDays} days, ${count}: ${parts.join(' ')} came true, mean gap`,
          value: mean(gaps) ?? Number.NaN,
          limit: own,
          unit: 'points',
        };
      };
      return [
        line('Plain', plain, 100),
        line('Calibrated', { held, pinball }, limit),
        {
          name: `Pinball loss of ${project} over ${horizonDays} days, ${(pinball ?? 0).toFixed(2)}, over plain ${(plain.pinball ?? 0).toFixed(2)}`,
          value: (pinball ?? Number.NaN) / (plain.pinball ?? Number.NaN),
          limit: 1,
          unit: 'x',
        },
      ];
    });
  });
  return lines;
}
