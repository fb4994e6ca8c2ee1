import type { Headline, HeadlineFigure } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { CumulativeFlowResult } from './compute.ts';
import { perWeek } from './ruler.ts';
import { WIP_REASON } from './table.ts';

/** How much is in progress, and how fast work starts and finishes. */
export function cumulativeFlowHeadline({
  total,
  littlesLaw,
  unknownAge,
}: CumulativeFlowResult): Headline {
  const figure = (
    id: keyof typeof total,
    label: string,
    reason: string,
    text = formatCount(total[id].value),
    of?: string,
  ): HeadlineFigure => ({
    label,
    text,
    of,
    drill: { title: `Cumulative flow · ${label}`, reason, figure: total[id] },
  });
  const { cycleTime, averageWip = 0, throughput = 0, days = 1 } = littlesLaw ?? {};
  const unknown = unknownAge === 0 ? undefined : `${formatCount(unknownAge)} of unknown age`;
  return {
    figures: [
      figure('wip', 'In progress', WIP_REASON, undefined, unknown),
      { label: 'Average WIP', text: formatNumber(averageWip, 1) },
      figure('started', 'Started per week', STARTED, perWeek(total.started.value / days)),
      figure('finished', 'Finished per week', FINISHED, perWeek(throughput)),
      cycleTime && cycleTime.value !== null
        ? {
            label: CYCLE_TIME,
            text: `${formatNumber(cycleTime.value, 1)} d`,
            drill: {
              title: `Cumulative flow · ${CYCLE_TIME}`,
              reason: FINISHED,
              figure: cycleTime,
              part: { label: 'Days', format: days => formatNumber(days, 1) },
            },
          }
        : { label: CYCLE_TIME, text: '-' },
      figure('corrected', 'Moved back', MOVED_BACK),
    ],
  };
}

const CYCLE_TIME = 'Average cycle time';
const MOVED_BACK = 'Moved to a column further left within these days.';
const STARTED = 'Started within these days.';
const FINISHED = 'Started, and finished within these days.';
