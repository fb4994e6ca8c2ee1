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

/** Of the levels, without correction. */
const SCORES = LEVELS.map((_, level) => normalScore(failing(level)));

/** What the correction needs to know of a forecast to learn from its outcome. */
export interface Prospect {
  readonly law: Pick<ThroughputLaw, 'deviation'>;
  readonly span: number;
  /** The working days of the span. */
  readonly days: number;
  readonly estimate: Estimate;
}

export class ForecastCorrection {
  /** By level: how much more often its statements failed than they said. */
  private readonly errors = LEVELS.map(() => 0);
  /** Variances of outcomes, as parts of their squared expectations, and their number. */
  private spreads = LEARNING.spread * LEARNING.spreadOutcomes;
  private outcomes = LEARNING.spreadOutcomes;

  /** The number of finishes within the span of a prospect is known. */
  learnCount({ law, days, estimate }: Prospect, count: number): void {
    const expected = estimate.pace * days;
    if (expected === 0) return;
    this.spreads += ((count - expected) ** 2 - law.deviation ** 2 * days) / expected ** 2;
    this.outcomes++;
  }

  /** The statement of a level came true or not. */
  learnLevel(level: number, held: boolean): void {
    this.errors[level]! += (held ? 0 : 1) - failing(level);
  }

  /** `paces` are those of PACE_SPANS. */
  estimate(paces: readonly number[]): Estimate {
    return {
      pace: paces.reduce((sum, each) => sum + each) / PACE_SPANS.length,
      spread: Math.min(MAX_SPREAD, Math.max(0, this.spreads / this.outcomes)),
    };
  }

  /** The scores of LEVELS, never rising. */
  levelScores(): OfLevels<number> {
    return this.errors
      .map((error, level) => normalScore(failing(level) - LEARNING.levelStep * error))
      .sort((a, b) => b - a);
  }
}

/** The chance of a score, if the scores of LEVELS became `scores`. */
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
