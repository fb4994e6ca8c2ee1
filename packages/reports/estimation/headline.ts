import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { formatDuration } from '@tallyboard/core/time/format.ts';
import type { Headline } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { EstimationResult } from './compute.ts';
import type { EstimationSettings } from './settings.ts';

/** How far the work is from its estimates, and what is left. */
export function estimationHeadline(
  { total, comparison }: EstimationResult,
  { style, columns }: EstimationSettings,
  context: ReportContext,
): Headline | null {
  const { error, actualOfEstimated, original, spent, remaining } = total;
  if (!spent.value && !remaining.value && !original.value) return null;
  const time = (seconds: number | null) =>
    formatDuration(seconds ?? 0, { ...context, style, zero: '0h' });
  const part = { label: 'Time', format: time };
  const { over, equal, under } = comparison;
  const estimated = comparison.rows.length;
  const off = Math.abs(error ?? 0);
  return {
    figures: [
      ...(error === null || !columns.error
        ? []
        : [
            {
              label: 'Estimate error',
              text: formatPercent(off),
              of: error < 0 ? 'over estimate' : error > 0 ? 'under estimate' : 'as estimated',
              drill: {
                reason: 'Has an original estimate; spent plus remaining time.',
                figure: actualOfEstimated,
                part,
              },
            },
          ]),
      ...(columns.spent
        ? [
            {
              label: 'Time spent',
              text: time(spent.value),
              drill: { reason: 'Has logged time.', figure: spent, part },
            },
          ]
        : []),
      ...(columns.remaining
        ? [
            {
              label: 'Remaining estimate',
              text: time(remaining.value),
              drill: { reason: 'Has a remaining estimate.', figure: remaining, part },
            },
          ]
        : []),
    ],
    sentence:
      estimated === 0
        ? 'No issue has an original estimate.'
        : `Of ${formatCount(estimated)} issues with an original estimate, ${formatCount(over.value)} took longer, ${formatCount(equal.value)} as long, and ${formatCount(under.value)} less.`,
  };
}
