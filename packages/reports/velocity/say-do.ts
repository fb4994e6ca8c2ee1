/** Say/do: how much of what a sprint committed to at its start it completed. Work that was added counts in neither. */

import type { Scope } from '@tallyboard/core/history/scope.ts';
import { sumOfEntries } from '@tallyboard/core/measure/figures.ts';
import { mean } from '@tallyboard/core/measure/statistics.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';

export interface SayDo {
  /** The completed part of the commitment, by the estimates at the start. */
  readonly completed: Figure;
  readonly committed: Figure;
  /** From 0 to 1; null without a commitment. */
  readonly ratio: number | null;
}

/** Over the sprints that are over and had a commitment. */
export interface SayDoSummary {
  readonly sprints: number;
  /** The sums of the completed parts and of the commitments. */
  readonly completed: number;
  readonly committed: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  /** Standard deviation of the sample; null for one sprint. */
  readonly standardDeviation: number | null;
}

export function sayDoOf({ issues }: Scope): SayDo {
  const committed = issues.filter(({ wasCommitted }) => wasCommitted);
  const sumOf = (list: typeof issues) =>
    sumOfEntries(
      list
        .map(({ row, committed: amount }): [number, number] => [row, amount])
        .sort(([a], [b]) => a - b),
    );
  const all = sumOf(committed);
  const completed = sumOf(committed.filter(({ isCompleted }) => isCompleted));
  const whole = all.value ?? 0;
  return { completed, committed: all, ratio: whole === 0 ? null : (completed.value ?? 0) / whole };
}

/** Null without such a sprint. */
export function summarizeSayDo(all: readonly (SayDo | null)[]): SayDoSummary | null {
  const counted = all.flatMap(each => (each === null || each.ratio === null ? [] : each));
  const ratios = counted.map(({ ratio }) => ratio ?? 0);
  const average = mean(ratios);
  if (average === null) return null;
  const squares = ratios.map(ratio => (ratio - average) ** 2);
  const sum = squares.reduce((total, square) => total + square, 0);
  return {
    sprints: ratios.length,
    completed: counted.reduce((total, { completed }) => total + (completed.value ?? 0), 0),
    committed: counted.reduce((total, { committed }) => total + (committed.value ?? 0), 0),
    mean: average,
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    standardDeviation: ratios.length > 1 ? Math.sqrt(sum / (ratios.length - 1)) : null,
  };
}
