import type { BreakdownTable } from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import type { Headline } from '@tallyboard/report-kit/headline.ts';
import {
  formatCount,
  formatCounted,
  formatNumber,
  formatPercent,
} from '@tallyboard/ui/text/numbers.ts';

export function breakdownHeadline({ total, units }: BreakdownTable): Headline {
  const unit = units.created === 'points' ? 'points' : 'issues';
  const { resolved, created, overdue } = total;
  return {
    figures: [
      {
        id: 'percentResolved',
        label: 'Resolved',
        text: formatPercent(total.percentResolved),
        of: `${formatNumber(resolved.value)} of ${formatCounted(created.value, unit.slice(0, -1), 1)}`,
        drill: { reason: 'Resolved by the done rule.', figure: resolved, part: partOf(unit) },
      },
      {
        id: 'overdue',
        label: 'Overdue',
        text: formatCount(overdue.value),
        drill: { reason: 'Unresolved, and due before today.', figure: overdue, shows: 'due' },
        bad: overdue.value !== 0,
      },
    ],
  };
}
