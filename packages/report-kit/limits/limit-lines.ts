import type { LineSeries } from '@tallyboard/ui/charts/series.ts';
import { signalText } from './limit-text.ts';
import type { SeriesLimits } from './period-series.ts';

/** Mean and limits as lines over so many points; none without limits. `scale` turns values into those of the axis; `name` says whose they are in a chart of several. */
export function limitLines(
  { behaviour }: SeriesLimits,
  count: number,
  scale: (value: number) => number = value => value,
  name = 'Average, usual range',
): readonly LineSeries[] {
  if (!behaviour) return [];
  const level = (
    id: string,
    label: string,
    value: number,
    look: Pick<LineSeries, 'quiet' | 'bandTo' | 'style'>,
  ): LineSeries => ({
    id: `limit ${id}`,
    label,
    values: Array.from({ length: count }, () => scale(value)),
    color: 'neutral',
    ...look,
  });
  return [
    level('mean', name, behaviour.mean, { style: 'dashed' }),
    level('upper', 'Usually at most', behaviour.upper, QUIET),
    level('lower', 'Usually at least', behaviour.lower, { ...QUIET, bandTo: 'limit upper' }),
  ];
}

const QUIET = { style: 'dotted', quiet: true } as const;

/** Marks at the periods that signal; `drawn` are the positions of the points in the chart, all by default. */
export function limitMarks(
  limits: SeriesLimits,
  drawn: readonly number[] = [...limits.series.points.keys()],
): NonNullable<LineSeries['marks']> {
  return (limits.behaviour?.signals ?? []).flatMap(signal => {
    const index = drawn.indexOf(signal.at);
    return index < 0 ? [] : [{ index, text: signalText(limits, signal) }];
  });
}

/** The legend of the marks. */
export const MARKS_LABEL = 'Unusual';

/** The legend of a chart that also marks periods which its dates cut: these are not unusual. */
export function marksLabelBeside(
  limits: readonly SeriesLimits[],
  cut: NonNullable<LineSeries['marks']>,
): string | undefined {
  const isUnusual = limits.some(({ behaviour }) => behaviour && behaviour.signals.length > 0);
  if (!isUnusual) return undefined;
  return cut.length === 0 ? MARKS_LABEL : `${MARKS_LABEL}, or part of a period`;
}
