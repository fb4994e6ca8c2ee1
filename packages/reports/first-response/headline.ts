import { CYCLES } from '@tallyboard/report-kit/families/service-desk/sla-figures.ts';
import type { Headline } from '@tallyboard/report-kit/headline.ts';
import { HOURS } from '@tallyboard/report-kit/table/units.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { FirstResponseResult } from './compute.ts';

/** How long customers waited; none where the SLA is not known. */
export function firstResponseHeadline({
  total,
  rows,
  hasSla,
}: FirstResponseResult): Headline | null {
  if (!hasSla || rows.length === 0) return null;
  const { answered, percentile50, percentile85, met, decided, attainment, waiting } = total;
  const time = (id: 'percentile50' | 'percentile85', label: string) => ({
    id,
    value: total[id].value,
    unit: HOURS,
    label,
    text: total[id].value === null ? '-' : `${HOURS.text(total[id].value)} h`,
    drill: { reason: 'Answered in these days.', figure: total[id], part: HOURS.part },
  });
  return {
    figures: [
      { ...time('percentile50', '50th percentile'), of: `of ${formatCount(answered.value)}` },
      ...(percentile85.value === percentile50.value
        ? []
        : [time('percentile85', '85th percentile')]),
      {
        id: 'attainment',
        value: attainment,
        label: 'Met',
        text: formatPercent(attainment),
        of: `${formatCount(met.value)} of ${formatCount(decided.value)}`,
        drill: { reason: 'Answered within the goal.', figure: met, part: CYCLES.part },
      },
      {
        id: 'waiting',
        label: 'Waiting',
        text: formatCount(waiting.value),
        drill: { reason: 'Not answered yet.', figure: waiting, part: CYCLES.part },
      },
    ],
  };
}
