import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import { rangeText } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import { elapsedIn } from '@tallyboard/report-kit/figures/elapsed.ts';
import { type Headline, headlineGoal } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatCounted } from '@tallyboard/ui/text/numbers.ts';
import type { ResolutionTimeResult } from './compute.ts';
import type { ResolutionTimeSettings } from './settings.ts';

/** How long issues took until they were done. */
export function resolutionTimeHeadline(
  { total, elapsed, range }: ResolutionTimeResult,
  { goal }: ResolutionTimeSettings,
  context: ReportContext,
): Headline | null {
  if (total.n.value === 0) return null;
  const text = (value: number | null) =>
    value === null ? '-' : formatCounted(elapsedIn(value, elapsed), elapsed.slice(0, -1), 1);
  return {
    figures: [
      {
        id: 'median',
        label: 'Median',
        text: text(total.median),
        goal: headlineGoal(
          total.median && total.median / DAY,
          goal,
          'less',
          `${formatCount(goal)} days`,
        ),
        of: `of ${formatCounted(total.n.value, 'resolved issue')}${range ? `, ${rangeText(range, context)}` : ''}`,
        drill: {
          title: 'Resolved',
          reason: 'Resolved in these days.',
          figure: total.mean,
          part: { label: 'Resolution time', format: text },
        },
      },
      { id: 'percentile85', label: '85th percentile', text: text(total.percentile85) },
    ],
    sentence:
      total.n.value === 1
        ? `The issue was resolved within ${text(total.percentile85)}.`
        : `85% were resolved within ${text(total.percentile85)}.`,
  };
}
