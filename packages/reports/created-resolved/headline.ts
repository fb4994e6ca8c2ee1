import { type Headline, headlineGoal } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatSigned } from '@tallyboard/ui/text/numbers.ts';
import type { CreatedResolvedResult } from './compute.ts';
import type { CreatedResolvedSettings } from './settings.ts';

/** Whether more was resolved than created. */
export function createdResolvedHeadline(
  { total }: CreatedResolvedResult,
  { goal }: CreatedResolvedSettings,
): Headline {
  const { created, resolved, net } = total;
  const issues = `${formatCount(Math.abs(net))} ${Math.abs(net) === 1 ? 'issue' : 'issues'}`;
  return {
    figures: [
      {
        label: 'Resolved',
        text: formatCount(resolved.value),
        goal: headlineGoal(resolved.value, goal, 'more'),
        drill: { reason: 'Resolved in these days.', figure: resolved, shows: 'resolved' },
      },
      {
        label: 'Created',
        text: formatCount(created.value),
        drill: { reason: 'Created in these days.', figure: created, shows: 'created' },
      },
      { label: 'Net', text: formatSigned(net, 0) },
    ],
    sentence:
      net === 0
        ? 'As many were resolved as created.'
        : `The backlog ${net > 0 ? 'grew' : 'shrank'} by ${issues}.`,
  };
}
