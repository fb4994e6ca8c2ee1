import type { Headline, HeadlineFigure } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatCounted, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { DeskBacklogResult } from './compute.ts';
import type { DeskBacklogSettings } from './settings.ts';

/** How many are open, and how long they last. */
export function deskBacklogHeadline(
  { total, lastMonth, daysOfWork, undated }: DeskBacklogResult,
  { lastDays }: DeskBacklogSettings,
): Headline {
  const figure = (
    id: 'open' | 'breached' | 'inflow' | 'outflow',
    label: string,
    reason: string,
  ): HeadlineFigure => ({
    id,
    label,
    text: formatCount(total[id].value),
    drill: { title: `Backlog · ${label}`, reason, figure: total[id] },
  });
  const days = `last ${formatCounted(lastDays, 'day')}`;
  return {
    figures: [
      figure('open', 'Open', 'Not resolved.'),
      {
        ...figure('breached', 'SLA breached', 'Not resolved; an ongoing SLA is breached.'),
        // Without an SLA nothing is breached, and nothing is in time.
        ...(total.noSla.value > 0 && {
          of: `of ${formatCount(total.open.value - total.noSla.value)} with an ongoing SLA`,
        }),
        bad: total.breached.value > 0,
      },
      { ...figure('inflow', 'Created', 'Created in these days.'), of: days },
      { ...figure('outflow', 'Resolved', 'Resolved in these days.'), of: days },
      {
        id: 'daysOfWork',
        value: daysOfWork,
        label: 'Days of work',
        text: daysOfWork === null ? '-' : formatNumber(daysOfWork, 1),
        of: 'at the rate of the last 30 days',
        drill: {
          title: 'Backlog · Resolved in the last 30 days',
          reason: 'Resolved in the last 30 days.',
          figure: lastMonth,
        },
      },
    ],
    sentence: sentenceOf(total, undated.value),
  };
}

function sentenceOf(
  { inflow, outflow }: DeskBacklogResult['total'],
  undated: number,
): string | undefined {
  const net = inflow.value - outflow.value;
  if (undated > 0)
    return `At least ${formatCount(outflow.value)} resolved; ${formatCounted(undated, 'more issue')} of unknown date may have been too.`;
  if (net === 0) return inflow.value === 0 ? undefined : 'As many were resolved as created.';
  return `The backlog ${net > 0 ? 'grew' : 'shrank'} by ${formatCounted(Math.abs(net), 'issue')}.`;
}
