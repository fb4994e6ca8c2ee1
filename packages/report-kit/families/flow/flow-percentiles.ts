import { statisticOf } from '@tallyboard/core/measure/figures.ts';
import { percentileOfSorted } from '@tallyboard/core/measure/statistics.ts';
import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { StatisticFigure } from '@tallyboard/core/model/result.ts';

/** The shares of issues that percentile lines mark. */
export const PERCENTILES = [50, 70, 85, 95] as const;
export type Percentile = (typeof PERCENTILES)[number];

export interface PercentileFigures {
  readonly percentile50: StatisticFigure;
  readonly percentile70: StatisticFigure;
  readonly percentile85: StatisticFigure;
  readonly percentile95: StatisticFigure;
}

export function percentileFigures(rows: IssueRows, parts: Float64Array): PercentileFigures {
  const sorted = parts.toSorted();
  const of = (share: Percentile) =>
    statisticOf(`percentile${share}`, rows, parts, percentileOfSorted(sorted, share));
  return { percentile50: of(50), percentile70: of(70), percentile85: of(85), percentile95: of(95) };
}

/** Null without values. */
export const percentileValues = (
  figures: PercentileFigures,
): Readonly<Record<Percentile, number | null>> => {
  return {
    50: figures.percentile50.value,
    70: figures.percentile70.value,
    85: figures.percentile85.value,
    95: figures.percentile95.value,
  };
};
