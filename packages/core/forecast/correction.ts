/**
 * Corrects forecasts by what became of earlier ones. Drawing days independently from the last ones takes the pace of the
 * sample for the pace to come, so that its forecasts come true less often than they say.
 *
 * - pace: the mean of the paces of several spans of history;
 * - spread: the variance of the outcomes beyond that of independent days, around the pace that was expected;
 * - levels, by adaptive conformal inference (Gibbs and Candès 2021): the chance at which a level is read from the law goes
 *   down with each failure more than the level says, and up with each one less.
 */

import { LEARNING, PACE_SPANS } from './constants.ts';
import type { Estimate } from './corrected-law.ts';
import { LEVELS, type OfLevels } from './levels.ts';
import { leastPassing, normalBelow, type ThroughputLaw } from './throughput-law.ts';

/** In standard deviations: beyond what 10,000 trials can tell. */
const MAX_SCORE = 3.7;
const MAX_SPREAD = 2;

/** How often the statements of a level may fail. */
const failing = (level: number): number => 1 - LEVELS[level]! / 100;

/** The number that a standard normal variable is below with a chance, to 1e-4 and within MAX_SCORE. */
const normalScore = (chance: number): number =>
  leastPassing(-1e4 * MAX_SCORE, 1e4 * MAX_SCORE, at => normalBelow(at / 1e4) >= chance) / 1e4;

/** Normal scores of the levels, without correction. */
const SCORES = LEVELS.map((_, level) => normalScore(failing(level)));

/** The most that sizes may differ, as a ratio, for one to tell something of the other. */
const MAX_RATIO = 3;

/** Whether outcomes of so many items tell something of so many others; null is no number of items. */
export const isSimilarSize = (one: number | null, other: number | null): boolean =>
  one === null || other === null || Math.max(one, other) <= MAX_RATIO * Math.min(one, other);

/** What the correction needs to know of a forecast to learn from its outcome. */
export interface Prospect {
  /** The items to finish; null for 'how many'. */
  readonly items: number | null;
  readonly law: Pick<ThroughputLaw, 'deviation'>;
  readonly span: number;
  /** The working days of the span. */
  readonly days: number;
  readonly estimate: Estimate;
}

/** Learns from outcomes of all sizes, and tells what those of a similar size taught. */
export class ForecastCorrection {
  /** By outcome: its variance, as part of its squared expectation. */
  private readonly spreads: { readonly items: number | null; readonly spread: number }[] = [];
  /** By statement: 1 less how often its level fails if it failed, else 0 less it. */
  private readonly errors: {
    readonly items: number | null;
    readonly level: number;
    readonly error: number;
  }[] = [];

  /** The number of finishes within the span of a prospect is known. */
  learnCount({ law, days, estimate, items }: Prospect, count: number): void {
    const expected = estimate.pace * days;
    if (expected === 0) return;
    const spread = ((count - expected) ** 2 - law.deviation ** 2 * days) / expected ** 2;
    this.spreads.push({ items, spread });
  }

  /** The statement of a level came true or not. */
  learnLevel(items: number | null, level: number, held: boolean): void {
    this.errors.push({ items, level, error: (held ? 0 : 1) - failing(level) });
  }

  /** `paces` are those of PACE_SPANS. */
  estimate(paces: readonly number[], items: number | null): Estimate {
    let sum = LEARNING.spread * LEARNING.spreadOutcomes;
    let outcomes = LEARNING.spreadOutcomes;
    for (const learnt of this.spreads) {
      if (!isSimilarSize(learnt.items, items)) continue;
      sum += learnt.spread;
      outcomes++;
    }
    return {
      pace: paces.reduce((sum, each) => sum + each) / PACE_SPANS.length,
      spread: Math.min(MAX_SPREAD, Math.max(0, sum / outcomes)),
    };
  }

  /** The scores of LEVELS, never rising. */
  levelScores(items: number | null): OfLevels<number> {
    const errors = LEVELS.map(() => 0);
    for (const learnt of this.errors)
      if (isSimilarSize(learnt.items, items)) errors[learnt.level]! += learnt.error;
    return errors
      .map((error, level) => normalScore(failing(level) - LEARNING.levelStep * error))
      .sort((a, b) => b - a);
  }
}

/** Maps a plain score to its corrected probability, interpolating between LEVELS. */
export function chanceAbove(score: number, scores: OfLevels<number>): number {
  const after = scores.findIndex(each => each <= score);
  const last = SCORES.length - 1;
  if (after <= 0) {
    const end = after === 0 ? 0 : last;
    return normalBelow(scores[end]! - score - SCORES[end]!);
  }
  const [upper, lower] = [scores[after - 1]!, scores[after]!];
  const [from, to] = [SCORES[after - 1]!, SCORES[after]!];
  const share = upper === lower ? 1 : (upper - score) / (upper - lower);
  return normalBelow(-(from + share * (to - from)));
}
