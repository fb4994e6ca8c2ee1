import { LEVELS } from '@tallyboard/core/measure/forecast-correction.ts';
import { jointChance } from '@tallyboard/core/measure/joint-forecast.ts';
import { mean, median } from '@tallyboard/core/measure/statistics.ts';
import { throughputLaw } from '@tallyboard/core/measure/throughput-law.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import computeForecast from '../forecast/compute.ts';
import { forecastSettings } from '../forecast/settings.ts';
import { MAX_TEAMS } from '../forecast/team-queries.ts';
import { datasetOf, readTidev } from '../testing/real-issues.ts';
import { numbers } from './wire-issues.ts';

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
  return [...lines, teamsLine()];
}

/** What 10,000 trials of each team would tell, from its law: how many it finishes, and when all are done. */
function teamsLine() {
  const next = numbers(20_250_301);
  const samples = Array.from({ length: MAX_TEAMS }, (_, team) =>
    Array.from({ length: 64 }, () => next(team + 3)),
  );
  const [history, ahead] = [64, 90];
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    const laws = samples.map(throughputLaw);
    for (const law of laws) for (const level of LEVELS) law.quantile(ahead, 1 - level / 100);
    for (let days = 1; days <= ahead; days++)
      jointChance(laws.map(law => 1 - law.atMost(days, history * law.mean)));
    return performance.now() - start;
  });
  return {
    name: `${MAX_TEAMS} teams over each of ${ahead} days, in place of 10,000 trials of each`,
    value: median(times) ?? Number.NaN,
    limit: 100,
    unit: 'ms',
  };
}
