import type { SignalRule } from '@tallyboard/core/measure/process-behaviour.ts';
import { formatCount, formatCounted, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { MIN_PERIODS } from './limits-setting.ts';
import type { SeriesLimits } from './period-series.ts';

interface Signal {
  readonly at: number;
  readonly rule: SignalRule;
}

/** The latest signal of each rule, the last first. */
export function signalTexts(limits: SeriesLimits): readonly string[] {
  const latest = new Map(limits.behaviour?.signals.map(signal => [signal.rule, signal]));
  return [...latest.values()]
    .sort((a, b) => b.at - a.at)
    .map(signal => `${signalText(limits, signal)}.`);
}

/** The signal that the last whole period gives; null without one: what an earlier one gave is no news. */
export function freshSignal(limits: SeriesLimits): string | null {
  const signal = limits.behaviour?.signals.findLast(({ at }) => at === limits.last);
  return signal ? `${signalText(limits, signal)}.` : null;
}

/** 'Week of Nov 1, 2026: 42 finished, above the usual 0 to 35' */
export function signalText(limits: SeriesLimits, { at, rule }: Signal): string {
  const { series, behaviour } = limits;
  const { label = '', value = null } = series.points[at] ?? {};
  if (!behaviour || value === null) return '';
  const { period } = series;
  const side = value > behaviour.mean ? 'above' : 'below';
  const until = `until ${period === 'week' ? 'the week of ' : ''}${label}`;
  if (rule === 'beyond-limit')
    return `${period === 'week' ? 'Week of ' : ''}${label}: ${series.say(series.format(value))}, ${side} the usual ${usualRange(limits)}`;
  if (rule === '2-of-3') return `${series.label}: 2 of 3 ${period}s far ${side} average, ${until}`;
  if (rule === '4-of-5') return `${series.label}: 4 of 5 ${period}s well ${side} average, ${until}`;
  const run = formatCount(runLength(limits, at, behaviour.mean));
  return `${series.label}: ${side} average for ${run} ${period}s, ${until}`;
}

/** '0 to 35': of counts the whole numbers within the limits. */
export function usualRange({ series, behaviour }: SeriesLimits): string {
  if (!behaviour) return '';
  const { lower, upper } = behaviour;
  const [first, end] = [Math.ceil(lower), Math.floor(upper)];
  // Narrow limits can have no whole number between them.
  if (series.counts && first > end) return `${formatNumber(lower, 1)} to ${formatNumber(upper, 1)}`;
  const [least, most] = series.counts
    ? [series.format(first), series.format(end)]
    : [series.format(lower), series.format(upper)];
  return least === most ? least : `${least} to ${most}`;
}

/** Why there are no limits yet; null if there are. */
export const whyNoLimits = ({ series, periods, behaviour }: SeriesLimits): string | null =>
  behaviour
    ? null
    : `${series.label}: no process limits before ${MIN_PERIODS} whole ${series.period}s; there ${periods === 1 ? 'is' : 'are'} ${formatCounted(periods, series.period)}.`;

/** The whole periods in a row until `at` on its side of the mean. */
function runLength({ series: { points } }: SeriesLimits, at: number, mean: number): number {
  const values = points
    .slice(0, at + 1)
    .flatMap(({ whole, value }) => (whole && value !== null ? [value] : []));
  const side = Math.sign((values.at(-1) ?? mean) - mean);
  const other = values.findLastIndex(value => Math.sign(value - mean) !== side);
  return values.length - 1 - other;
}
