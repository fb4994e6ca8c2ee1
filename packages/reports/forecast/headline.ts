import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Headline } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import { answersOf } from './answers.ts';
import type { ForecastResult } from './compute.ts';
import type { ForecastSettings } from './settings.ts';

/** The answer, and the history that it rests on. */
export function forecastHeadline(
  result: ForecastResult,
  _: ForecastSettings,
  context: ReportContext,
): Headline | null {
  if (result.cannot !== null) return null;
  const { finished, created, remaining, sample } = result;
  const days = formatCount(sample.days);
  return {
    figures: [
      ...answersOf(result, context),
      {
        label: `Finished in ${days} days`,
        text: formatCount(finished.value),
        drill: { reason: 'Finished in the days of the sample.', figure: finished },
      },
      {
        label: `Created in ${days} days`,
        text: formatCount(created.value),
        drill: { reason: 'Created in the days of the sample.', figure: created },
      },
      {
        label: 'Open',
        text: formatCount(remaining.value),
        drill: { reason: 'Not finished yet.', figure: remaining },
      },
    ],
    sentence: pastWords(result),
  };
}

/** 'In the past 87% of the 85% forecasts were right.' */
function pastWords({ trackRecord: { untested, held, count } }: ForecastResult): string {
  const share = held?.[85];
  if (untested !== null || share === undefined)
    return 'Too few past forecasts to tell how often they were right.';
  return `Of ${formatCount(count)} such 85% forecasts in the past, ${formatPercent(share)} were right.`;
}
