import { whyOutOfScope } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import {
  type Headline,
  type HeadlineFigure,
  headlineGoal,
} from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { CumulativeFlowResult } from './compute.ts';
import { areStartsUnknown, perWeek } from './ruler.ts';
import type { CumulativeFlowSettings } from './settings.ts';
import { WIP_REASON } from './table.ts';

/** How much is in progress, and how fast work starts and finishes. */
export function cumulativeFlowHeadline(
  result: CumulativeFlowResult,
  { goal }: CumulativeFlowSettings,
): Headline | null {
  if (whyOutOfScope(result.scope) !== null) return null;
  const { total, littlesLaw, unknownAge } = result;
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
  const inProgress = {
    ...figure('wip', 'In progress', WIP_REASON, undefined, unknown),
    goal: headlineGoal(total.wip.value, goal, 'less'),
  };
  if (areStartsUnknown(result))
    return {
      figures: [inProgress],
      sentence: 'When work started is not known: no history was received.',
    };
  return {
    figures: [
      inProgress,
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
    ],
    sentence: wipWords(result),
  };
}

/** 'Work in progress grew from 9 to 18 issues in 90 days.' */
function wipWords({ days, total }: CumulativeFlowResult): string | undefined {
  const [first] = days;
  if (!first || days.length < 2) return undefined;
  const [before, after] = [first.wip, total.wip.value];
  const span = `in ${formatCount(days.length)} days`;
  if (before === after) return `Work in progress is as it was: ${formatCount(after)} issues.`;
  const grew = after > before ? 'grew' : 'fell';
  return `Work in progress ${grew} from ${formatCount(before)} to ${formatCount(after)} issues ${span}.`;
}

const CYCLE_TIME = 'Average cycle time';
const STARTED = 'Started within these days.';
const FINISHED = 'Started, and finished within these days.';
