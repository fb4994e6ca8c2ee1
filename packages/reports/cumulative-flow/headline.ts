import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { formatDays } from '@tallyboard/core/time/format.ts';
import { whyOutOfScope } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import { flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import { isInProgress } from '@tallyboard/report-kit/families/flow/replay.ts';
import {
  type Headline,
  type HeadlineFigure,
  headlineGoal,
} from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatCounted, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { CumulativeFlowResult } from './compute.ts';
import { areStartsUnknown } from './ruler.ts';
import type { CumulativeFlowSettings } from './settings.ts';
import { WIP_REASON } from './table.ts';

/** How much is in progress, and how fast work starts and finishes. */
export function cumulativeFlowHeadline(
  result: CumulativeFlowResult,
  { goal }: CumulativeFlowSettings,
  { dateFormat }: ReportContext,
): Headline | null {
  if (whyOutOfScope(result.scope) !== null) return null;
  const { total, littlesLaw, unknownAge, perWeek } = result;
  const figure = (
    id: keyof typeof total,
    label: string,
    reason: string,
    text = formatCount(total[id].value),
    of?: string,
  ): HeadlineFigure => ({
    id,
    value: total[id].value,
    label,
    text,
    of,
    drill: { title: `Cumulative flow · ${label}`, reason, figure: total[id] },
  });
  const { cycleTime, averageWip = 0 } = littlesLaw ?? {};
  const unknown = unknownAge === 0 ? undefined : `${formatCount(unknownAge)} of unknown age`;
  const inProgress = {
    ...figure('wip', 'In progress', WIP_REASON, undefined, unknown),
    goal: headlineGoal(total.wip.value, goal, 'less'),
  };
  const weeks = perWeek
    ? formatDays(parseDay(perWeek.from) ?? 0, parseDay(perWeek.to) ?? 0, dateFormat)
    : undefined;
  if (areStartsUnknown(result))
    return {
      figures: [inProgress],
      sentence: 'When work started is not known: no history was received.',
    };
  const averageTime = {
    id: 'timeInProgress',
    value: null,
    unit: flowUnit('days'),
    label: CYCLE_TIME,
    text: '-',
  };
  return {
    figures: [
      inProgress,
      {
        id: 'averageWip',
        value: averageWip,
        label: 'Average WIP',
        text: formatNumber(averageWip, 1),
      },
      ...(perWeek
        ? [
            {
              ...figure(
                'started',
                'Started per week',
                STARTED,
                formatNumber(perWeek.started, 1),
                weeks,
              ),
              id: 'startedPerWeek',
              value: perWeek.started,
            },
            {
              ...figure(
                'finished',
                'Finished per week',
                FINISHED,
                formatNumber(perWeek.finished, 1),
                weeks,
              ),
              id: 'finishedPerWeek',
              value: perWeek.finished,
            },
          ]
        : [figure('started', 'Started', STARTED), figure('finished', 'Finished', FINISHED)]),
      cycleTime && cycleTime.value !== null
        ? {
            ...averageTime,
            value: cycleTime.value,
            text: `${formatNumber(cycleTime.value, 1)} d`,
            drill: {
              title: `Cumulative flow · ${CYCLE_TIME}`,
              reason: 'Started, and finished within these days.',
              figure: cycleTime,
              part: { label: 'Days', format: days => formatNumber(days, 1) },
            },
          }
        : averageTime,
    ],
    sentence: wipWords(result),
  };
}

/** 'Work in progress grew from 9 to 18 issues in 90 days.' */
function wipWords({ days, total, inProgress, since }: CumulativeFlowResult): string | undefined {
  if (days.length < 2) return undefined;
  const { rows, start, finish } = inProgress;
  const before = rows.filter((_, at) => isInProgress(start[at]!, finish[at]!, since)).length;
  const after = total.wip.value;
  const span = `in ${formatCounted(days.length, 'day')}`;
  if (before === after)
    return after === 0
      ? undefined
      : `Work in progress is as it was: ${formatCounted(after, 'issue')}.`;
  const grew = after > before ? 'grew' : 'fell';
  return `Work in progress ${grew} from ${formatCount(before)} to ${formatCounted(after, 'issue')} ${span}.`;
}

const CYCLE_TIME = 'Average time in progress';
const STARTED = 'Started within these days.';
const FINISHED = 'Finished within these days.';
