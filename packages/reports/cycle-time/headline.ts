import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import { dayWords, flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import {
  type Headline,
  type HeadlineFigure,
  headlineGoal,
} from '@tallyboard/report-kit/headline.ts';
import { formatCounted, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { CycleTimeResult } from './compute.ts';
import type { CycleTimeSettings } from './settings.ts';

/** How long work takes, whether that changed, and whether the target was reached. */
export function cycleTimeHeadline(
  result: CycleTimeResult,
  { from, to }: Pick<CycleTimeSettings, 'from' | 'to'>,
  { asOf, zone }: Pick<ReportContext, 'asOf' | 'zone'>,
): Headline | null {
  const { unit, finished, serviceLevel, total } = result;
  if (finished.rows.length === 0) return null;
  const { part } = flowUnit(unit);
  const { within, percentile85, percentile50 } = total;
  const rank = (id: string, label: string, figure: typeof percentile85): HeadlineFigure => ({
    id,
    label,
    text: dayWords(figure.value, unit),
    drill: { title: `Cycle time · ${label}`, reason: REASON, figure, part },
  });
  return {
    figures: [
      {
        ...rank('percentile85', '85% within', percentile85),
        of: `of ${formatCounted(finished.rows.length, 'finished issue')}`,
      },
      rank('percentile50', '50% within', percentile50),
      ...(serviceLevel && within
        ? [
            {
              id: 'within',
              label: `Within ${dayText(serviceLevel.days)}`,
              text: formatPercent(serviceLevel.attained),
              drill: { reason: 'Finished within these days.', figure: within },
              goal: headlineGoal(
                serviceLevel.attained,
                serviceLevel.percent,
                'more',
                formatPercent(serviceLevel.percent),
              ),
            },
          ]
        : []),
    ],
    sentence:
      finished.rows.length === 1
        ? `The issue finished within ${dayWords(percentile85.value, unit)}.`
        : `85% of issues finished within ${dayWords(percentile85.value, unit)}${changeWords(result)}.`,
    // Of fixed days there were none other at an earlier time.
    ...(result.before &&
      from === null &&
      to === null && {
        compares: {
          figure: 'percentile85',
          since: startOfDay(localDay(asOf, zone) - result.before.days + 1, zone) - 1,
        },
      }),
  };
}

const REASON = 'Finished, and counted with the time from start to finish.';
const dayText = (days: number) => dayWords(days, 'days');

/** ', 2 days slower than in the 90 days before' */
function changeWords({ before, unit, total: { percentile85 } }: CycleTimeResult): string {
  if (before === null) return '';
  const change = (percentile85.value ?? 0) - before.percentile85;
  const days = `the ${formatCounted(before.days, 'day')} before`;
  const size = dayWords(Math.abs(change), unit);
  if (size === dayWords(0, unit)) return `, as in ${days}`;
  return `, ${size} ${change > 0 ? 'slower' : 'faster'} than in ${days}`;
}
