import { CYCLES } from '@tallyboard/report-kit/families/service-desk/sla-figures.ts';
import type { Headline, HeadlineFigure } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { SlaResult } from './compute.ts';
import type { SlaSettings } from './settings.ts';

/** What needs a look now, then how many were met. */
export function slaHeadline(result: SlaResult, settings: SlaSettings): Headline | null {
  const { total, rows, doubtful } = result;
  if (rows.length === 0) return null;
  const least = doubtful.length > 0 ? '≥ ' : '';
  const count = (
    id: 'atRisk' | 'breachedNow' | 'paused',
    label: string,
    reason: string,
  ): HeadlineFigure => ({
    id,
    value: total[id].value,
    label,
    text: `${least}${formatCount(total[id].value)}`,
    drill: { title: `SLA · ${label}`, reason, figure: total[id], part: CYCLES.part },
  });
  const within = withinText(settings);
  return {
    figures: [
      {
        ...count('atRisk', `At risk ${within}`, 'Running, and breached soon.'),
        bad: total.atRisk.value !== 0,
      },
      {
        ...count('breachedNow', 'Breached now', 'Ongoing and breached.'),
        bad: total.breachedNow.value !== 0,
      },
      {
        id: 'attainment',
        value: total.attainment,
        label: 'Met',
        text: formatPercent(total.attainment),
        of: `${formatCount(total.met.value)} of ${formatCount(total.decided.value)}`,
        drill: {
          title: 'SLA · Met',
          reason: 'Stopped in these days, and met.',
          figure: total.met,
          part: CYCLES.part,
        },
      },
      count('paused', 'Paused', 'Ongoing and paused.'),
    ],
    sentence: sentenceOf(result, within),
  };
}

const withinText = ({ riskHours }: SlaSettings): string =>
  riskHours === 1 ? 'within the hour' : `within ${formatCount(riskHours)} hours`;

/** '3 at risk within the hour; 2 breached now.' */
function sentenceOf({ total, doubtful }: SlaResult, within: string): string {
  const least = doubtful.length > 0 ? 'At least ' : '';
  const late = total.breachedNow.value ?? 0;
  const breached = late === 0 ? '' : `; ${formatCount(late)} breached now`;
  return `${least}${formatCount(total.atRisk.value)} at risk ${within}${breached}.`;
}
