import { LEARNING } from './constants.ts';
import { normalBelow, type ThroughputLaw } from './throughput-law.ts';

/** The finishes expected per working day. */
export interface Estimate {
  readonly pace: number;
  /** The variance of the pace, as part of its square. */
  readonly spread: number;
}

/**
 * The finishes to come: a gamma law of the estimated pace, and of the variances of the sample and of the pace. A score is
 * the place of a number in that law, as a standard normal variable.
 */
export class CorrectedLaw {
  private readonly dayVariance: number;
  private readonly pace: number;
  private readonly spread: number;

  constructor({ deviation }: Pick<ThroughputLaw, 'deviation'>, { pace, spread }: Estimate) {
    this.dayVariance = deviation ** 2;
    this.pace = pace;
    this.spread = spread;
  }

  /** The number of finishes in working days, at a score. */
  total(days: number, score: number): number {
    if (days === 0 || this.pace === 0) return 0;
    const level = normalBelow(score);
    const { partAbove } = LEARNING;
    const atMost = (total: number) => normalBelow(this.scoreOf(days, total + 0.5));
    const isReached = (total: number) =>
      partAbove * atMost(total - 1) + (1 - partAbove) * atMost(total) >= level;
    const part = this.ninth(days, this.spread);
    const quantile = this.pace * days * Math.max(0, 1 - part + score * Math.sqrt(part)) ** 3;
    let total = Math.round(quantile);
    while (!isReached(total)) total++;
    while (total > 0 && isReached(total - 1)) total--;
    return total;
  }

  /** The score at which that number is reached, as `total` has it. */
  totalScore(days: number, total: number): number {
    return this.scoreOf(days, total - 0.5 - LEARNING.partAbove);
  }

  /** The score of a number of finishes in working days. */
  scoreOf(days: number, count: number): number {
    return this.scoreWith(this.spread, days, count);
  }

  /** The score at which `items` are finished in working days, for days that depend on the items. */
  doneScore(days: number, items: number): number {
    // Over longer times than expected the pace goes back to its mean.
    const variance = this.spread * Math.sqrt(Math.min(1, items / (this.pace * days)));
    return this.scoreWith(variance, days, items - 0.5);
  }

  /** A ninth of the variance, as part of the squared expectation (Wilson and Hilferty 1931). */
  private ninth(days: number, spread: number): number {
    return (this.dayVariance / (this.pace ** 2 * days) + spread) / 9;
  }

  private scoreWith(spread: number, days: number, count: number): number {
    if (count <= 0) return Number.NEGATIVE_INFINITY;
    if (days === 0 || this.pace === 0) return Number.POSITIVE_INFINITY;
    const part = this.ninth(days, spread);
    const over = Math.cbrt(count / (this.pace * days)) - 1 + part;
    // Without any variance the sign decides.
    return over / Math.max(1e-9, Math.sqrt(part));
  }
}
