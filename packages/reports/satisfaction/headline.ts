import type { Headline } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatFixed, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { SatisfactionResult } from './compute.ts';

/** The mean rating, with the share of customers that it is of. */
export function satisfactionHeadline({
  total,
  undated,
  hasField,
}: SatisfactionResult): Headline | null {
  const { resolved, rated, responseRate, mean, good, goodShare } = total;
  // Not known: no zero.
  if (resolved.value === 0 || (!hasField && rated.value === 0)) return null;
  const least = undated.value === 0 ? '' : '≥ ';
  return {
    figures: [
      {
        id: 'mean',
        value: mean.value,
        label: 'Mean rating',
        text: formatFixed(mean.value, 1),
        ...(mean.value !== null && { of: 'of 5' }),
        drill: {
          reason: 'Resolved in these days, and rated.',
          figure: mean,
          part: { label: 'Rating', format: formatCount },
        },
      },
      {
        id: 'goodShare',
        label: '4 and 5',
        text: formatPercent(goodShare),
        ...(rated.value > 0 && { of: `${formatCount(good.value)} of ${formatCount(rated.value)}` }),
        drill: { reason: 'Rated 4 or 5.', figure: good },
      },
      {
        id: 'responseRate',
        label: 'Response rate',
        text: formatPercent(responseRate),
        of: `${least}${formatCount(rated.value)} of ${least}${formatCount(resolved.value)}`,
        drill: { reason: 'Resolved in these days, and rated.', figure: rated },
      },
    ],
    sentence:
      rated.value !== 0
        ? undefined
        : resolved.value === 1
          ? 'The one resolved issue is not rated.'
          : `None of the ${formatCount(resolved.value)} resolved issues is rated.`,
  };
}
