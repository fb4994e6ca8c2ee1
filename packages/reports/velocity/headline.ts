import type { Figure } from '@tallyboard/core/model/result.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import {
  type Headline,
  type HeadlineFigure,
  headlineGoal,
} from '@tallyboard/report-kit/headline.ts';
import { formatNumber, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { VelocityResult } from './compute.ts';
import { MEASURES } from './measures.ts';
import { amount } from './parts/series.ts';
import type { VelocitySettings } from './settings.ts';
import { periodKey, UNITS } from './table.ts';

const UNIT_WORDS = { issues: 'issues', points: 'points', seconds: 'hours' } as const;

const unitWord = (unit: VelocityResult['unit'], count: string) =>
  count === '1' ? UNIT_WORDS[unit].slice(0, -1) : UNIT_WORDS[unit];

/** What a period completes on average, what the last one did, and how much of its commitment a sprint keeps. */
export function velocityHeadline(
  result: VelocityResult,
  { goal }: VelocitySettings,
): Headline | null {
  const { average, periods, periodKind, atLeast, unit } = result;
  if (!average) return null;
  const bound = atLeast === null ? '' : '≥ ';
  const text = (value: number | null) => formatNumber(amount(result, value));
  const figure = (
    id: 'completed' | 'committed',
    key: string,
    label: string,
    each: Figure | null | undefined,
    of: string,
    goal?: HeadlineFigure['goal'],
  ): HeadlineFigure[] =>
    each
      ? [
          {
            id: key,
            value: each.value,
            unit: UNITS[unit],
            label,
            text: `${bound}${text(each.value)}`,
            of,
            goal,
            drill: { reason: MEASURES[id][1], figure: each, part: partOf(unit) },
          },
        ]
      : [];
  const completed = headlineGoal(amount(result, average.completed.value), goal, 'more');
  const last = periods.findLast(({ running }) => !running);
  return {
    figures: [
      ...figure(
        'completed',
        'completed',
        'Completed',
        average.completed,
        `${unitWord(unit, text(average.completed.value))} per ${periodKind} on average`,
        // A figure that may be too low can only be known to be enough.
        atLeast === null || completed?.state === 'met' ? completed : undefined,
      ),
      ...figure('committed', 'committed', 'Committed', average.committed, 'on average'),
      ...(last
        ? figure(
            'completed',
            `${periodKey(last)}/completed`,
            last.name,
            last.measures.completed,
            'completed',
          )
        : []),
    ],
    sentence:
      atLeast === null ? (keptText(result) ?? undefined) : `Figures may be too low: ${atLeast}.`,
  };
}

/** 'The 4 sprints completed 97 of the 119 issues that they committed to: 82%, 79% to 83% by sprint.' */
function keptText({ sayDo, ...result }: VelocityResult): string | null {
  if (sayDo === null) return null;
  const { sprints, completed, committed, min, max } = sayDo;
  const sum = (value: number) => formatNumber(amount({ ...result, sayDo }, value));
  const share = (ratio: number) => formatPercent(100 * ratio);
  const whole = sum(committed);
  const work = `${sum(completed)} of the ${whole} ${unitWord(result.unit, whole)}`;
  const kept = share(completed / committed);
  const over = result.periods.filter(({ running }) => !running).length;
  const range = share(min) === share(max) ? '' : `, ${share(min)} to ${share(max)} by sprint`;
  if (sprints < over)
    return `${sprints} of ${over} sprints committed to ${UNIT_WORDS[result.unit]}: ${sprints === 1 ? 'it' : 'they'} completed ${sum(completed)} of ${whole}, ${kept}${range}.`;
  if (sprints === 1) return `The sprint completed ${work} that it committed to: ${kept}.`;
  return `The ${sprints} sprints completed ${work} that they committed to: ${kept}${range}.`;
}
