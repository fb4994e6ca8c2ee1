import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import {
  type Headline,
  type HeadlineFigure,
  headlineGoal,
} from '@tallyboard/report-kit/headline.ts';
import { PERCENT } from '@tallyboard/report-kit/table/units.ts';
import { formatDurationWithUnit } from '@tallyboard/ui/text/durations.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { EstimationResult } from './compute.ts';
import type { EstimationSettings } from './settings.ts';
import { whyEmpty } from './table.ts';

/** How far the work is from its estimates, and what is left. */
export function estimationHeadline(
  result: EstimationResult,
  { style, columns, goal }: EstimationSettings,
  context: ReportContext,
): Headline | null {
  if (whyEmpty(result) !== null) return null;
  const { total, comparison } = result;
  const { error, actualOfEstimated, spent, remaining } = total;
  const time = (seconds: number | null) =>
    formatDurationWithUnit(seconds ?? 0, { ...context, style, zero: '0h' });
  const part = { label: 'Time', format: time };
  const { over, equal, under } = comparison;
  const estimated = comparison.rows.length;
  const off = Math.abs(error ?? 0);
  return {
    figures: [
      ...(error === null
        ? []
        : [
            {
              id: 'estimateError',
              value: off,
              unit: PERCENT,
              label: 'Estimate error',
              // The side stands beside the number: walls have no room for the words below it.
              text:
                error === 0
                  ? formatPercent(0)
                  : `${formatPercent(off)} ${error < 0 ? 'over' : 'under'}`,
              goal: headlineGoal(off, goal, 'less', formatPercent(goal)),
              of: error === 0 ? 'as estimated' : 'the original estimates',
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
              id: 'spent',
              label: 'Time spent',
              text: time(spent.value),
              drill: { reason: 'Has logged time.', figure: spent, part },
            },
          ]
        : []),
      ...(columns.remaining
        ? [
            {
              id: 'remaining',
              label: 'Remaining estimate',
              text: time(remaining.value),
              drill: { reason: 'Has a remaining estimate.', figure: remaining, part },
            },
          ]
        : []),
      ...(estimated === 0
        ? []
        : [
            side(
              'overEstimate',
              'Over estimate',
              over,
              'Spent plus remaining time is more than the original estimate.',
            ),
            side(
              'asEstimated',
              'As estimated',
              equal,
              'Spent plus remaining time is the original estimate.',
            ),
            side(
              'underEstimate',
              'Under estimate',
              under,
              'Spent plus remaining time is less than the original estimate.',
            ),
          ]),
    ],
    sentence: estimated === 0 ? 'No issue has an original estimate.' : undefined,
  };
}

const side = (id: string, label: string, figure: Figure, reason: string): HeadlineFigure => ({
  id,
  value: figure.value,
  label,
  text: formatCount(figure.value),
  of: figure.value === 1 ? 'issue' : 'issues',
  drill: { reason, figure },
});
