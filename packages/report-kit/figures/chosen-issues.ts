import { statisticOf } from '@tallyboard/core/measure/figures.ts';
import type { StatisticFigure } from '@tallyboard/core/model/result.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';

/** The mean of the issues that were chosen in a chart, by their indices, and their name: 'A-1', '3 issues'. */
export function chosenIssues(
  indices: readonly number[],
  rows: ArrayLike<number>,
  values: ArrayLike<number>,
  labelOf: (index: number) => string,
): { readonly name: string; readonly figure: StatisticFigure } {
  const rowOf = (index: number) => rows[index] ?? 0;
  const order = indices.toSorted((a, b) => rowOf(a) - rowOf(b));
  const [first = 0, ...others] = order;
  return {
    name: others.length === 0 ? labelOf(first) : `${formatCount(order.length)} issues`,
    figure: statisticOf(
      'mean',
      Uint32Array.from(order, rowOf),
      order.map(index => values[index] ?? 0),
    ),
  };
}
