import type { BreakdownFigures } from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import { elapsedIn } from '@tallyboard/report-kit/figures/elapsed.ts';
import type { Headline } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatNumber, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { ByAssigneeResult } from './compute.ts';

/** What is resolved or how long it takes, and whom most of it is with. */
export function byAssigneeHeadline(result: ByAssigneeResult): Headline | null {
  if (result.mode === 'resolution-time') {
    const { total, rows, elapsed } = result;
    const [slowest] = rows;
    if (!slowest) return null;
    const text = (value: number | null) =>
      value === null ? '-' : `${formatNumber(elapsedIn(value, elapsed), 1)} ${elapsed}`;
    const part = { label: 'Resolution time', format: text };
    return {
      figures: [
        {
          label: 'Mean',
          text: text(total.mean.value),
          of: `of ${formatCount(total.n.value)} resolved issues`,
          drill: { reason: RESOLVED, figure: total.mean, part },
        },
        { label: 'Median', text: text(total.median) },
      ],
      sentence: `Longest on average: ${slowest.label}, ${text(slowest.mean.value)}.`,
    };
  }
  const { total, rows, units } = result.table;
  const unit = units.created === 'points' ? 'points' : 'issues';
  const [most] = rows.toSorted((a, b) => openOf(b) - openOf(a));
  return {
    figures: [
      {
        label: 'Resolved',
        text: formatPercent(total.percentResolved),
        of: `${formatNumber(total.resolved.value)} of ${formatNumber(total.created.value)} ${unit}`,
        drill: { reason: RESOLVED, figure: total.resolved, part: partOf(unit) },
      },
      {
        label: 'Overdue',
        text: formatCount(total.overdue.value),
        drill: {
          reason: 'Unresolved, and due before today.',
          figure: total.overdue,
          shows: 'due',
        },
        bad: total.overdue.value !== 0,
      },
    ],
    sentence:
      most && openOf(most) > 0
        ? `Most open work: ${most.label}, ${formatNumber(openOf(most))} ${unit}.`
        : undefined,
  };
}

const RESOLVED = 'Resolved by the done rule.';

const openOf = ({ created, resolved }: BreakdownFigures) =>
  (created.value ?? 0) - (resolved.value ?? 0);
