import { type Headline, headlineGoal } from '@tallyboard/report-kit/headline.ts';
import { formatCounted, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { FlowEfficiencyResult } from './compute.ts';
import type { FlowEfficiencySettings } from './settings.ts';
import { daysText, TIME } from './table.ts';

/** How much of the time from start to finish was work; null until the columns in which issues wait are chosen. */
export function flowEfficiencyHeadline(
  { efficiency, total, finished }: FlowEfficiencyResult,
  { goal }: FlowEfficiencySettings,
): Headline | null {
  if (efficiency === null) return null;
  const part = TIME.part;
  const count = finished.rows.length;
  const each = (value: number | null) => {
    const text = daysText((value ?? 0) / count);
    return `${text} ${text === '1' ? 'day' : 'days'}`;
  };
  const [inProgress, waited] = [each(total.inProgress.value), each(total.waiting.value)];
  return {
    figures: [
      {
        id: 'efficiency',
        label: 'Flow efficiency',
        text: formatPercent(100 * efficiency),
        goal: headlineGoal(100 * efficiency, goal, 'more', formatPercent(goal)),
        of: `of ${formatCounted(count, 'finished issue')}`,
        drill: { reason: ACTIVE, figure: total.active, part },
      },
      {
        id: 'inProgressPerIssue',
        value: (total.inProgress.value ?? 0) / count,
        unit: TIME,
        label: 'Time in progress',
        text: inProgress,
        of: 'per issue',
        drill: { reason: REASON, figure: total.inProgress, part },
      },
      {
        id: 'waitingPerIssue',
        value: (total.waiting.value ?? 0) / count,
        unit: TIME,
        label: 'Waiting',
        text: waited,
        of: 'per issue',
        drill: { reason: WAITED, figure: total.waiting, part },
      },
    ],
    sentence:
      count === 1
        ? `The issue waited ${waited} of its ${inProgress} in progress.`
        : `On average an issue waited ${waited} of its ${inProgress} in progress.`,
  };
}

const ACTIVE = 'Finished, and counted with the time that it did not wait.';
const REASON = 'Finished, and counted with its time from start to finish.';
const WAITED = 'Finished, and counted with the time that it waited.';
