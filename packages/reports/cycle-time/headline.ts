import { flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import type { Headline } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { CycleTimeResult } from './compute.ts';

/** How long work takes, and whether the service level was reached. */
export function cycleTimeHeadline({
  percentiles,
  unit,
  finished,
  serviceLevel,
  total,
}: CycleTimeResult): Headline | null {
  if (finished.rows.length === 0) return null;
  const text = (value: number | null) =>
    value === null ? '-' : `${flowUnit(unit).text(value)} days`;
  const { within } = total;
  return {
    figures: [
      {
        label: '85th percentile',
        text: text(percentiles[85]),
        of: `of ${formatCount(finished.rows.length)} finished issues`,
      },
      { label: 'Median', text: text(percentiles[50]) },
      ...(serviceLevel && within
        ? [
            {
              label: `Within ${formatCount(serviceLevel.days)} days`,
              text: formatPercent(serviceLevel.attained),
              of: `goal ${formatPercent(serviceLevel.percent)}`,
              drill: { reason: 'Finished within these days.', figure: within },
            },
          ]
        : []),
    ],
    sentence: `85% of finished issues took ${text(percentiles[85])} or less.`,
  };
}
