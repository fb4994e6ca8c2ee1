/** Cycle times by period of the finish, each with the percentiles of the days until its end. */

import { valuesOf } from '@tallyboard/core/measure/figures.ts';
import { percentileOfSorted } from '@tallyboard/core/measure/statistics.ts';
import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { CountFigure } from '@tallyboard/core/model/result.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import type {
  Percentile,
  PercentileFigures,
} from '@tallyboard/report-kit/families/flow/flow-percentiles.ts';

/** Days of rolling percentiles. */
export const ROLLING_DAYS = 90;

export interface TrendPeriod {
  readonly id: string;
  readonly label: string;
  /** False while it runs, and if the range cuts it. */
  readonly whole: boolean;
  readonly count: CountFigure;
  readonly own: PercentileFigures;
  /** Percentiles of the issues finished in the 90 days until the end of the period; null without any. */
  readonly rolling: Readonly<Record<Percentile, number | null>>;
  /** Issues of the period within the target; null without one. */
  readonly within: CountFigure | null;
}

/** The percentiles of the 90 days until each of `lasts`, which ascend. */
export function rollingPercentiles(
  rows: IssueRows,
  days: Int32Array,
  values: Float64Array,
  lasts: readonly Day[],
): readonly TrendPeriod['rolling'][] {
  const dayOf = (row: number) => days[row]!;
  const byDay = rows.toSorted((a, b) => dayOf(a) - dayOf(b));
  let from = 0;
  let to = 0;
  return lasts.map(last => {
    while (to < byDay.length && dayOf(byDay[to]!) <= last) to++;
    while (from < to && dayOf(byDay[from]!) <= last - ROLLING_DAYS) from++;
    const sorted = valuesOf(byDay.subarray(from, to), values).sort();
    const of = (share: Percentile) => percentileOfSorted(sorted, share);
    return { 50: of(50), 70: of(70), 85: of(85), 95: of(95) };
  });
}
