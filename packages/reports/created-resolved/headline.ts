import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { rangeText } from '@tallyboard/report-kit/families/by-date/period-text.ts';
import { type Headline, headlineGoal } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatCounted, formatSigned } from '@tallyboard/ui/text/numbers.ts';
import type { CreatedResolvedResult } from './compute.ts';
import type { CreatedResolvedSettings } from './settings.ts';

/** Whether more was resolved than created. */
export function createdResolvedHeadline(
  { total, range }: CreatedResolvedResult,
  { goal }: CreatedResolvedSettings,
  context: ReportContext,
): Headline {
  const { created, resolved, net, undated } = total;
  const isKnown = undated.value === 0;
  const reached = headlineGoal(resolved.value, goal, 'more');
  return {
    figures: [
      {
        id: 'resolved',
        label: 'Resolved',
        text: `${isKnown ? '' : '≥ '}${formatCount(resolved.value)}`,
        of: range ? rangeText(range, context) : undefined,
        // A figure that may be too low can only be known to be enough.
        goal: isKnown || reached?.state === 'met' ? reached : undefined,
        drill: { reason: 'Resolved in these days.', figure: resolved, shows: 'resolved' },
      },
      {
        id: 'created',
        label: 'Created',
        text: formatCount(created.value),
        drill: { reason: 'Created in these days.', figure: created, shows: 'created' },
      },
      ...(net === null
        ? [
            {
              id: 'undated',
              value: undated.value,
              label: 'Resolved on an unknown date',
              text: formatCount(undated.value),
              drill: { reason: 'Resolved; the date is not known.', figure: undated },
            },
          ]
        : [{ id: 'net', label: 'Net', text: formatSigned(net, 0) }]),
    ],
    sentence: backlogWords(total),
  };
}

function backlogWords({
  created,
  resolved,
  net,
  undated,
}: CreatedResolvedResult['total']): string | undefined {
  if (net === null)
    return `At least ${formatCount(resolved.value)} resolved; ${formatCounted(undated.value, 'more issue')} of unknown date may have been too.`;
  if (net !== 0)
    return `The backlog ${net > 0 ? 'grew' : 'shrank'} by ${formatCounted(Math.abs(net), 'issue')}.`;
  return created.value === 0 ? undefined : 'As many were resolved as created.';
}
