import type { ProcessBehaviour, SignalRule } from '@tallyboard/core/measure/process-behaviour.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { ThroughputResult, ThroughputRow } from './compute.ts';

export const UNIT_NAMES = {
  day: 'days',
  week: 'weeks',
  month: 'months',
  quarter: 'quarters',
  hour: 'hours',
  weekday: 'weekdays',
};

/** The latest signal of each rule, the last first. */
export function signalTexts(result: ThroughputResult): readonly string[] {
  const latest = new Map(result.xmr?.signals.map(signal => [signal.rule, signal]));
  return [...latest.values()]
    .sort((a, b) => b.at - a.at)
    .map(signal => `${signalText(result, signal)}.`);
}

/** The signal that the last whole period gives; null without one: what an earlier one gave is no news. */
export function freshSignal(result: ThroughputResult): string | null {
  const last = result.rows.findLastIndex(row => row.whole);
  const signal = result.xmr?.signals.findLast(({ at }) => at === last);
  return signal ? `${signalText(result, signal)}.` : null;
}

/** 'Week of Nov 1, 2026: 42 finished, above the usual 0 to 35' */
export function signalText(
  { xmr, rows, unit }: ThroughputResult,
  { at, rule }: { readonly at: number; readonly rule: SignalRule },
): string {
  const row = rows[at];
  if (!row || !xmr) return '';
  const side = row.finished.value > xmr.mean ? 'above' : 'below';
  const units = UNIT_NAMES[unit];
  const until = `until ${unit === 'week' ? 'the week of ' : ''}${row.label}`;
  if (rule === 'beyond-limit')
    return `${unit === 'week' ? 'Week of ' : ''}${row.label}: ${formatCount(row.finished.value)} finished, ${side} the usual ${usualRange(xmr)}`;
  if (rule === '2-of-3') return `2 of 3 ${units} far ${side} average, ${until}`;
  if (rule === '4-of-5') return `4 of 5 ${units} well ${side} average, ${until}`;
  const run = formatCount(runLength(rows, at, xmr.mean));
  return `${side === 'above' ? 'Above' : 'Below'} average for ${run} ${units}, ${until}`;
}

/** '0 to 35': the whole numbers within the limits. */
export function usualRange({ lower, upper }: ProcessBehaviour): string {
  const [least, most] = [formatCount(Math.ceil(lower)), formatCount(Math.floor(upper))];
  return least === most ? least : `${least} to ${most}`;
}

/** The whole periods in a row until `at` on its side of the mean. */
function runLength(rows: readonly ThroughputRow[], at: number, mean: number): number {
  const sideOf = (row: ThroughputRow | undefined) =>
    row?.whole ? Math.sign(row.finished.value - mean) : 0;
  const side = sideOf(rows[at]);
  let first = at;
  while (sideOf(rows[first - 1]) === side) first--;
  return at - first + 1;
}
