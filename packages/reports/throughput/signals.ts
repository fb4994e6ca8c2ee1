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

/** The latest signal of each rule, the last first: 'Week of Nov 1, 2026: 42 finished, above the usual 0 to 35.' */
export function signalTexts({ xmr, rows, unit }: ThroughputResult): readonly string[] {
  if (xmr === null) return [];
  const units = UNIT_NAMES[unit];
  const until = (row: ThroughputRow) =>
    `until ${unit === 'week' ? 'the week of ' : ''}${row.label}`;
  const words: Readonly<Record<SignalRule, (row: ThroughputRow, side: string) => string>> = {
    'beyond-limit': (row, side) =>
      `${unit === 'week' ? 'Week of ' : ''}${row.label}: ${formatCount(row.finished.value)} finished, ${side} the usual ${usualRange(xmr)}.`,
    '2-of-3': (row, side) => `2 of 3 ${units} far ${side} average, ${until(row)}.`,
    '4-of-5': (row, side) => `4 of 5 ${units} well ${side} average, ${until(row)}.`,
    '8-on-one-side': (row, side) =>
      `${side === 'above' ? 'Above' : 'Below'} average for ${formatCount(runLength(rows, row.position, xmr.mean))} ${units}, ${until(row)}.`,
  };
  const latest = new Map(xmr.signals.map(({ at, rule }) => [rule, at]));
  return [...latest]
    .sort(([, a], [, b]) => b - a)
    .flatMap(([rule, at]) => {
      const row = rows[at];
      return row ? [words[rule](row, row.finished.value > xmr.mean ? 'above' : 'below')] : [];
    });
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
