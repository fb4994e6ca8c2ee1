import { jointChance } from '@tallyboard/core/forecast/joint-forecast.ts';
import { LEVELS } from '@tallyboard/core/forecast/levels.ts';
import { ThroughputLaw } from '@tallyboard/core/forecast/throughput-law.ts';
import { mean, median } from '@tallyboard/core/measure/statistics.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { MAX_TEAMS } from '@tallyboard/report-kit/families/flow/team-queries.ts';
import computeForecast from '../forecast/compute.ts';
import { forecastSettings } from '../forecast/settings.ts';
import type { ByLevel } from '../forecast/track-record.ts';
import { datasetOf, readTidev } from '../testing/real-issues.ts';
import { numbers } from './wire-issues.ts';

/** Points that the parts which came true may differ from the chances, on the mean of all chances. */
const LIMITS = [
  [14, 3],
  [30, 3],
  [90, 6],
] as const;

/** Forecasts of every week of two real projects, with and without calibration. */
export default async function bench() {
  const projects = (['ALOY', 'MOD'] as const).map(name => {
    const { issues, ...others } = datasetOf(readTidev(name));
    const data = { ...others, issues: issues.map(each => ({ ...each, historyComplete: false })) };
    return { name, data, asOf: Math.max(...issues.map(({ resolved }) => resolved ?? 0)) };
  });
  const lines = LIMITS.flatMap(([horizonDays, limit]) => {
    const settings = { ...forecastSettings.defaults, horizonDays };
    const records = projects.map(({ name, data, asOf }) => {
      return { name, ...computeForecast(data, settings, context({ asOf })).result.trackRecord };
    });
    return records.flatMap(({ name, count, held, pinball, plain }) => {
      const of = `forecasts of ${name} over ${horizonDays} days, ${count}`;
      return [
        gapLine(`Plain ${of}`, plain.held, 100),
        gapLine(`Calibrated ${of}`, held, limit),
        {
          name: `Pinball loss of ${name} over ${horizonDays} days, over plain`,
          value: (pinball ?? Number.NaN) / (plain.pinball ?? Number.NaN),
          limit: 1,
          unit: 'x',
        },
      ];
    });
  });
  return [...lines, teamsLine()];
}

function gapLine(name: string, held: ByLevel<number> | null, limit: number) {
  const parts = LEVELS.map(level => held?.[level] ?? Number.NaN);
  const gaps = LEVELS.map((level, at) => Math.abs(parts[at]! - level));
  return {
    name: `${name}: ${parts.map(Math.round).join(' ')} came true, mean gap`,
    value: mean(gaps) ?? Number.NaN,
    limit,
    unit: 'points',
  };
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
    const laws = samples.map(sample => new ThroughputLaw(sample));
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
