import type { BreakdownFigures } from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import { elapsedIn } from '@tallyboard/report-kit/figures/elapsed.ts';
import type { Headline } from '@tallyboard/report-kit/headline.ts';
import {
  formatCount,
  formatCounted,
  formatNames,
  formatNumber,
  formatPercent,
} from '@tallyboard/ui/text/numbers.ts';
import type { ByAssigneeResult } from './compute.ts';

/** What is resolved or how long it takes, and whom most of it is with. */
export function byAssigneeHeadline(result: ByAssigneeResult): Headline | null {
  if (result.mode === 'resolution-time') {
    const { total, rows, elapsed } = result;
    const [slowest] = rows;
    if (!slowest) return null;
    const slow = rows.filter(({ mean }) => mean.value === slowest.mean.value);
    const text = (value: number | null) =>
      value === null ? '-' : formatCounted(elapsedIn(value, elapsed), elapsed.slice(0, -1), 1);
    const part = { label: 'Resolution time', format: text };
    return {
      figures: [
        {
          id: 'mean',
          label: 'Mean',
          text: text(total.mean.value),
          of: `of ${formatCounted(total.n.value, 'resolved issue')}`,
          drill: { reason: RESOLVED, figure: total.mean, part },
        },
        { id: 'median', label: 'Median', text: text(total.median) },
      ],
      sentence:
        slow.length < rows.length
          ? `Longest on average: ${formatNames(slow.map(({ label }) => label))}, ${text(slowest.mean.value)}.`
          : undefined,
    };
  }
  const { total, rows, units } = result.table;
  const unit = units.created === 'points' ? 'points' : 'issues';
  const [most] = rows.toSorted((a, b) => openOf(b) - openOf(a));
  const open = most ? openOf(most) : 0;
  const equal = rows.filter(row => openOf(row) === open);
  return {
    figures: [
      {
        id: 'percentResolved',
        label: 'Resolved',
        text: formatPercent(total.percentResolved),
        of: `${formatNumber(total.resolved.value)} of ${formatCounted(total.created.value, unit.slice(0, -1), 1)}`,
        drill: { reason: RESOLVED, figure: total.resolved, part: partOf(unit) },
      },
      {
        id: 'overdue',
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
      open > 0
        ? `Most open work: ${formatNames(equal.map(({ label }) => label))}, ${formatCounted(open, unit.slice(0, -1), 1)}${equal.length > 1 ? ' each' : ''}.`
        : undefined,
  };
}

const RESOLVED = 'Resolved by the done rule.';

const openOf = ({ created, resolved }: BreakdownFigures) =>
  (created.value ?? 0) - (resolved.value ?? 0);
