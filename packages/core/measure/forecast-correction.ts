/**
 * Corrects forecasts by what became of earlier ones. Drawing days independently from the last ones takes the pace of the
 * sample for the pace to come, so that its forecasts come true less often than they say. Three things are learnt, each
 * from forecasts whose outcome is known:
 *
 * - pace and spread: a model takes the pace of one span of history, and varies it by one spread. Models are weighted by
 *   the likelihood of the outcomes (Bayesian model averaging);
 * - levels: adaptive conformal inference (Gibbs and Candès 2021). The levels move against the mean error of the track
 *   record, so that a level holds as often as it says. Forecasts that are still open count with their expected outcome,
 *   without which their number would make the levels swing.
 */

import { normalBelow, type ThroughputLaw } from './throughput-law.ts';

/** The chances of a forecast in percent. */
export const LEVELS = [50, 70, 85, 95] as const;
export type Level = (typeof LEVELS)[number];

/** One value for each of LEVELS, in their order. */
export type OfLevels<Value> = readonly Value[];

/** The spans of history whose pace is weighed, in days; null is the span of the sample. */
export const PACE_SPANS = [30, null, 365, Number.POSITIVE_INFINITY] as const;

/** The variances of the pace to come that are weighed, as parts of its square. */
const SPREADS = [0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6];
/** Forecasts are made every week. */
export const WEEK = 7;
/** The weight of the law without correction, so that where that is right little is lost. */
const PLAIN_WEIGHT = 0.2;
/** The part of their weight that outcomes keep per week. */
const MEMORY = 0.97;
/** Keeps the weight of a model above 0, whatever the outcome. */
const LEAST_LIKELIHOOD = 0.01;
/** By how many standard deviations a mean error of 1 would move a level. */
const GAIN = 20;
/** Forecasts without error that the mean starts with. */
const PRIOR_FORECASTS = 100;
/** The part of the mean error of all levels in that of one, since errors mostly have one cause. */
const COMMON_PART = 0.5;
const MAX_SHIFT = 0.7;
/** In standard deviations: beyond what 10,000 trials can tell. */
const MAX_SCORE = 3.7;
/** Rounded to the nearest, whole numbers hold more often than they say; rounded up, about as often, at a greater loss. */
const ROUNDING = 0.15;

/** The scores of a standard normal variable that are exceeded with the chances of LEVELS. */
const SCORES = [0, -0.524400513, -1.036433389, -1.644853627];

/** The finishes expected per working day. */
export interface Estimate {
  readonly pace: number;
  /** The variance of the pace, as part of its square. */
  readonly spread: number;
}

/** What the correction needs to know of a forecast to learn from its outcome. */
export interface Prospect {
  readonly law: Pick<ThroughputLaw, 'deviation'>;
  readonly span: number;
  /** The working days of the span. */
  readonly days: number;
  /** Finishes per working day, by PACE_SPANS. */
  readonly paces: readonly number[];
}

/** A statement about the finishes of the coming `days` working days that is not decided yet. */
export interface OpenStatement {
  /** The place in LEVELS. */
  readonly level: number;
  readonly days: number;
  /** The finishes without which it fails. */
  readonly missing: number;
}

export class ForecastCorrection {
  /** The logarithms of the weights of the models, each pace with each spread. */
  private readonly weights = PACE_SPANS.map(() => SPREADS.map(() => 0));
  /** By level: how much more often its statements failed than they said. */
  private readonly errors = LEVELS.map(() => 0);
  private readonly counts = LEVELS.map(() => 0);

  /** The number of finishes within the span of a prospect is known, and counts as a `part` of an outcome. */
  learnCount({ law, span, days, paces }: Prospect, part: number, count: number): void {
    // Weekly forecasts overlap: of each outcome only a week is new.
    const share = part * Math.min(1, WEEK / span);
    const memory = MEMORY ** part;
    this.weights.forEach((weights, at) => {
      SPREADS.forEach((spread, which) => {
        const { scoreOf } = correctedLaw(law, { pace: paces[at] as number, spread });
        const likelihood =
          normalBelow(scoreOf(days, count + 0.5)) - normalBelow(scoreOf(days, count - 0.5));
        const gain = share * Math.log(likelihood + LEAST_LIKELIHOOD / (count + 1));
        weights[which] = memory * (weights[which] as number) + gain;
      });
    });
  }

  /** The statement of a level came true or not. */
  learnLevel(level: number, held: boolean): void {
    this.errors[level] = (this.errors[level] as number) + errorOf(level, held ? 0 : 1);
    this.counts[level] = (this.counts[level] as number) + 1;
  }

  estimate({ mean }: Pick<ThroughputLaw, 'mean'>, paces: readonly number[]): Estimate {
    const top = Math.max(...this.weights.flat());
    let weights = 0;
    let sum = 0;
    let squares = 0;
    this.weights.forEach((logarithms, at) => {
      const pace = paces[at] as number;
      logarithms.forEach((logarithm, which) => {
        const weight = Math.exp(logarithm - top);
        weights += weight;
        sum += weight * pace;
        squares += weight * (1 + (SPREADS[which] as number)) * pace ** 2;
      });
    });
    const withPlain = (learnt: number, plain: number) =>
      (1 - PLAIN_WEIGHT) * (learnt / weights) + PLAIN_WEIGHT * plain;
    const pace = withPlain(sum, mean);
    const square = withPlain(squares, mean ** 2);
    return { pace, spread: pace === 0 ? 0 : Math.max(0, square / pace ** 2 - 1) };
  }

  /** The scores of LEVELS, never rising. */
  scores(
    { pace, spread }: Estimate,
    deviation: number,
    open: Iterable<OpenStatement>,
  ): OfLevels<number> {
    const errors = this.errors.slice();
    const counts = this.counts.slice();
    for (const { level, days, missing } of open) {
      const expected = pace * days;
      const error = Math.sqrt(deviation ** 2 * days + spread * expected ** 2) + 1e-9;
      const failing = missing <= 0 ? 0 : normalBelow((missing - 0.5 - expected) / error);
      errors[level] = (errors[level] as number) + errorOf(level, failing);
      counts[level] = (counts[level] as number) + 1;
    }
    const common = (COMMON_PART * errors.reduce((sum, each) => sum + each)) / errors.length;
    return SCORES.map((score, level) => {
      const error = ((errors[level] as number) + common) / (1 + COMMON_PART);
      const shift = (GAIN * error) / ((counts[level] as number) + PRIOR_FORECASTS);
      const shifted = score - Math.max(-MAX_SHIFT, Math.min(MAX_SHIFT, shift));
      return Math.max(-MAX_SCORE, Math.min(MAX_SCORE, shifted));
    }).sort((a, b) => b - a);
  }
}

/** How much likelier a statement failed than it said. */
const errorOf = (level: number, failing: number): number =>
  failing - 1 + (LEVELS[level] as number) / 100;

/** The law of the finishes to come: a gamma law of the estimated pace, and the variance of the sample and of the pace. */
export interface CorrectedLaw {
  /** The number of finishes in working days, at a score of the standard normal variable. */
  total(days: number, score: number): number;
  /** The score of the number of finishes in working days. */
  scoreOf(days: number, count: number): number;
  /** The score at which `items` are finished in working days. */
  doneScore(days: number, items: number): number;
}

export function correctedLaw(
  { deviation }: Pick<ThroughputLaw, 'deviation'>,
  { pace, spread }: Estimate,
): CorrectedLaw {
  /** A ninth of the variance, as part of the squared expectation (Wilson and Hilferty 1931). */
  const ninth = (days: number) => (deviation ** 2 / (pace ** 2 * days) + spread) / 9;
  const scoreOf = (days: number, count: number) => {
    if (count <= 0) return Number.NEGATIVE_INFINITY;
    if (days === 0 || pace === 0) return Number.POSITIVE_INFINITY;
    const part = ninth(days);
    const over = Math.cbrt(count / (pace * days)) - 1 + part;
    // Without any variance the sign decides.
    return over / Math.max(1e-9, Math.sqrt(part));
  };
  return {
    total(days, score) {
      if (days === 0 || pace === 0) return 0;
      const part = ninth(days);
      const quantile = pace * days * Math.max(0, 1 - part + score * Math.sqrt(part)) ** 3;
      return Math.round(quantile + ROUNDING);
    },
    scoreOf,
    doneScore: (days, items) =>
      items <= 0 ? Number.NEGATIVE_INFINITY : scoreOf(days, items - 0.5 - ROUNDING),
  };
}

/** The chance of a score, if the scores of LEVELS became `scores`. */
export function chanceAbove(score: number, scores: OfLevels<number>): number {
  const after = scores.findIndex(each => each <= score);
  if (after === 0) return normalBelow((scores[0] as number) - score + (SCORES[0] as number));
  const last = SCORES.length - 1;
  if (after < 0) return normalBelow((scores[last] as number) - score - (SCORES[last] as number));
  const [upper, lower] = [scores[after - 1] as number, scores[after] as number];
  const [from, to] = [SCORES[after - 1] as number, SCORES[after] as number];
  const share = upper === lower ? 1 : (upper - score) / (upper - lower);
  return normalBelow(-(from + share * (to - from)));
}
