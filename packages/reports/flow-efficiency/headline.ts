import type { Headline } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { FlowEfficiencyResult } from './compute.ts';
import { daysText, TIME } from './table.ts';

/** How much of the time from start to finish was work; null until the columns in which issues wait are chosen. */
export function flowEfficiencyHeadline({
  efficiency,
  total,
  finished,
}: FlowEfficiencyResult): Headline | null {
  if (efficiency === null) return null;
  const part = TIME.part;
  const days = (value: number | null) => `${daysText(value ?? 0)} d`;
  return {
    figures: [
      {
        label: 'Flow efficiency',
        text: formatPercent(100 * efficiency),
        of: `of ${formatCount(finished.rows.length)} finished issues`,
        drill: { reason: ACTIVE, figure: total.active, part },
      },
      {
        label: 'Start to finish',
        text: days(total.inProgress.value),
        drill: { reason: REASON, figure: total.inProgress, part },
      },
      {
        label: 'Waiting',
        text: days(total.waiting.value),
        drill: { reason: WAITED, figure: total.waiting, part },
      },
    ],
  };
}

const ACTIVE = 'Finished, and counted with the time that it did not wait.';
const REASON = 'Finished, and counted with its time from start to finish.';
const WAITED = 'Finished, and counted with the time that it waited.';
