/**
 * Corrects forecasts by what became of earlier ones. Drawing days independently from the last ones takes the pace of the
 * sample for the pace to come, so that its forecasts come true less often than they say. Three things are learnt, each
 * from forecasts whose outcome is known:
 *
 * - pace and spread: a model takes the pace of one span of history, and varies it by one spread. Weights of models follow
 *   the gradient of the likelihood that their mixture gave to the outcomes (exponentiated gradient, Kivinen and Warmuth
 *   1997): no single model is right, and the most likely one is not the best mixture;
 * - levels: adaptive conformal inference (Gibbs and Candès 2021). The levels move against the mean error of the track
 *   record, so that a level holds as often as it says. Forecasts that are still open count with their expected outcome,
 *   without which their number would make the levels swing;
 * - how far levels move: every move costs pinball loss, and so they move as far as the correction has saved loss before.
 *   Where the forecasts without correction are right, it saves nothing, and levels stay in place or nearly so.
 */

import { normalBelow, type ThroughputLaw } from './throughput-law.ts';

/** The chances of a forecast in percent. */
export const LEVELS = [50, 70, 85, 95] as const;
export type Level = (typeof LEVELS)[number];

/** One value for each of LEVELS, in their order. */
export type OfLevels<Value> = readonly Value[];

/** The spans of history whose pace is weighed, in days; null is the span of the sample. */
export const PACE_SPANS = [14, 30, null, 365, Number.POSITIVE_INFINITY] as const;

/** The variances of the pace to come that are weighed, as parts of its square. */
const SPREADS = [0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6];
/** Forecasts are made every week. */
export const WEEK = 7;
const MODELS = PACE_SPANS.flatMap((_, pace) => SPREADS.map(spread => ({ pace, spread })));
/** The weight of the law without correction, so that where that is right little is lost. */
const PLAIN_WEIGHT = 0.2;
/** How far an outcome moves the logarithm of a weight, times the likelihood of its model over that of the mixture. */
const LEARNING_RATE = 0.6;
/** Outcomes that only one model expected are mostly chance. */
const MAX_LIKELIHOOD_RATIO = 5;
/** The part of their weight that outcomes keep per week. */
const MEMORY = 0.985;
/** By how many standard deviations a mean error of 1 moves a level: the least, per part of loss saved, and the most. */
const MIN_GAIN = 6;
const GAIN_PER_SAVING = 700;
const MAX_GAIN = 84;
/** The part of the loss that has to be saved before levels move further. */
const MIN_SAVING = 0.015;
/** Levels stay in place once the loss of corrected forecasts is more than so many times that of the plain ones. */
const MAX_LOSS_RATIO = 1.5;
/** Forecasts without any saving that it starts with. */
const PRIOR_SAVINGS = 70;
/** Forecasts without error that the mean starts with. */
const PRIOR_FORECASTS = 100;
/** The part of the mean error of all levels in that of one, since errors mostly have one cause. */
const COMMON_PART = 0.5;
const MAX_SHIFT = 0.7;
/** In standard deviations: beyond what 10,000 trials can tell. */
const MAX_SCORE = 3.7;
/** Working days whose spread scales the moves, so that a move costs the same loss in issues whatever the spread. */
const SCALE_DAYS = 21;
const MAX_SCALE = 3;
/**
 * The part of the probability of a total that counts as above it. With none, totals hold more often than they say; with
 * half, about as often, at a greater loss.
 */
const PART_ABOVE = 0.35;

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
  /** Of the weights of MODELS. */
  private readonly logarithms = MODELS.map(() => 0);
  /** By level: how much more often its statements failed than they said. */
  private readonly errors = LEVELS.map(() => 0);
  private readonly counts = LEVELS.map(() => 0);
  /** Pinball losses of past forecasts, and their number. */
  private losses = { plain: 0, corrected: 0, count: 0 };
  /** Standard deviations of the past, and their number. */
  private deviations = { sum: 0, count: 0 };

  /** The number of finishes within the span of a prospect is known, and counts as a `part` of an outcome. */
  learnCount({ law, span, days, paces }: Prospect, part: number, count: number): void {
    // Weekly forecasts overlap: of each outcome only a week is new.
    const share = part * Math.min(1, WEEK / span);
    const memory = MEMORY ** part;
    const likelihoods = MODELS.map(({ pace, spread }) => {
      const { scoreOf } = correctedLaw(law, { pace: paces[pace] as number, spread });
      return normalBelow(scoreOf(days, count + 0.5)) - normalBelow(scoreOf(days, count - 0.5));
    });
    const mixture = this.weights().reduce(
      (sum, weight, at) => sum + weight * (likelihoods[at] as number),
      0,
    );
    likelihoods.forEach((likelihood, at) => {
      const ratio = mixture === 0 ? 1 : Math.min(MAX_LIKELIHOOD_RATIO, likelihood / mixture);
      this.logarithms[at] =
        memory * (this.logarithms[at] as number) + share * LEARNING_RATE * ratio;
    });
  }

  /** Of MODELS; their sum is 1. */
  private weights(): number[] {
    const top = Math.max(...this.logarithms);
    const weights = this.logarithms.map(each => Math.exp(each - top));
    const sum = weights.reduce((sum, each) => sum + each);
    return weights.map(each => each / sum);
  }

  /** The statement of a level came true or not. */
  learnLevel(level: number, held: boolean): void {
    this.errors[level] = (this.errors[level] as number) + errorOf(level, held ? 0 : 1);
    this.counts[level] = (this.counts[level] as number) + 1;
  }

  /** The pinball losses of a forecast whose outcome is known. */
  learnLoss(plain: number, corrected: number): void {
    this.losses.plain += plain;
    this.losses.corrected += corrected;
    this.losses.count++;
  }

  /** By how many standard deviations a mean error of 1 moves a level. */
  private gain(): number {
    const { plain, corrected, count } = this.losses;
    if (corrected > MAX_LOSS_RATIO * plain) return 0;
    const saving = plain === 0 ? 0 : ((1 - corrected / plain) * count) / (count + PRIOR_SAVINGS);
    return Math.max(MIN_GAIN, Math.min(MAX_GAIN, GAIN_PER_SAVING * (saving - MIN_SAVING)));
  }

  /** How many mean standard deviations of the past there are in that of an estimate. */
  private scale(estimate: Estimate, deviation: number): number {
    const now = standardError(estimate, deviation, SCALE_DAYS);
    this.deviations.sum += now;
    this.deviations.count++;
    const usual = this.deviations.sum / this.deviations.count;
    return Math.max(1 / MAX_SCALE, Math.min(MAX_SCALE, usual / now));
  }

  estimate({ mean }: Pick<ThroughputLaw, 'mean'>, paces: readonly number[]): Estimate {
    let sum = 0;
    let squares = 0;
    this.weights().forEach((weight, at) => {
      const { pace, spread } = MODELS[at] as (typeof MODELS)[number];
      const own = paces[pace] as number;
      sum += weight * own;
      squares += weight * (1 + spread) * own ** 2;
    });
    const withPlain = (learnt: number, plain: number) =>
      (1 - PLAIN_WEIGHT) * learnt + PLAIN_WEIGHT * plain;
    const pace = withPlain(sum, mean);
    const square = withPlain(squares, mean ** 2);
    return { pace, spread: pace === 0 ? 0 : Math.max(0, square / pace ** 2 - 1) };
  }

  /** The scores of LEVELS, never rising. To be asked for once for each forecast. */
  scores(estimate: Estimate, deviation: number, open: Iterable<OpenStatement>): OfLevels<number> {
    const errors = this.errors.slice();
    const counts = this.counts.slice();
    for (const { level, days, missing } of open) {
      const over = missing - 0.5 - estimate.pace * days;
      const failing =
        missing <= 0 ? 0 : normalBelow(over / standardError(estimate, deviation, days));
      errors[level] = (errors[level] as number) + errorOf(level, failing);
      counts[level] = (counts[level] as number) + 1;
    }
    const common = (COMMON_PART * errors.reduce((sum, each) => sum + each)) / errors.length;
    const gain = this.gain() * this.scale(estimate, deviation);
    return SCORES.map((score, level) => {
      const error = ((errors[level] as number) + common) / (1 + COMMON_PART);
      const shift = (gain * error) / ((counts[level] as number) + PRIOR_FORECASTS);
      const shifted = score - Math.max(-MAX_SHIFT, Math.min(MAX_SHIFT, shift));
      return Math.max(-MAX_SCORE, Math.min(MAX_SCORE, shifted));
    }).sort((a, b) => b - a);
  }
}

/** The standard deviation of the finishes in working days. */
function standardError({ pace, spread }: Estimate, deviation: number, days: number): number {
  return Math.sqrt(deviation ** 2 * days + spread * (pace * days) ** 2) + 1e-9;
}

/** The mean of the levels: an error costs its size times the chance of the other side. */
export function pinballLoss(
  kind: 'how-many' | 'when',
  forecast: OfLevels<number>,
  actual: number,
): number {
  const sum = LEVELS.reduce((sum, level, at) => {
    const over = actual - (forecast[at] as number);
    const quantile = kind === 'when' ? level / 100 : 1 - level / 100;
    return sum + (over > 0 ? over * quantile : -over * (1 - quantile));
  }, 0);
  return sum / LEVELS.length;
}

/** How much likelier a statement failed than it said. */
const errorOf = (level: number, failing: number): number =>
  failing - 1 + (LEVELS[level] as number) / 100;

/** The law of the finishes to come: a gamma law of the estimated pace, and the variance of the sample and of the pace. */
export interface CorrectedLaw {
  /** The number of finishes in working days, at a score of the standard normal variable. */
  total(days: number, score: number): number;
  /** The score at which that number is reached, as `total` has it. */
  totalScore(days: number, total: number): number;
  /** The score of the number of finishes in working days. */
  scoreOf(days: number, count: number): number;
  /** The score at which `items` are finished in working days, for days that depend on the items. */
  doneScore(days: number, items: number): number;
}

export function correctedLaw(
  { deviation }: Pick<ThroughputLaw, 'deviation'>,
  { pace, spread }: Estimate,
): CorrectedLaw {
  /** A ninth of the variance, as part of the squared expectation (Wilson and Hilferty 1931). */
  const ninth = (days: number, variance: number) =>
    (deviation ** 2 / (pace ** 2 * days) + variance) / 9;
  const scoreWith = (variance: number, days: number, count: number) => {
    if (count <= 0) return Number.NEGATIVE_INFINITY;
    if (days === 0 || pace === 0) return Number.POSITIVE_INFINITY;
    const part = ninth(days, variance);
    const over = Math.cbrt(count / (pace * days)) - 1 + part;
    // Without any variance the sign decides.
    return over / Math.max(1e-9, Math.sqrt(part));
  };
  const scoreOf = (days: number, count: number) => scoreWith(spread, days, count);
  return {
    total(days, score) {
      if (days === 0 || pace === 0) return 0;
      const level = normalBelow(score);
      const atMost = (total: number) => normalBelow(scoreOf(days, total + 0.5));
      const isReached = (total: number) =>
        PART_ABOVE * atMost(total - 1) + (1 - PART_ABOVE) * atMost(total) >= level;
      const part = ninth(days, spread);
      const quantile = pace * days * Math.max(0, 1 - part + score * Math.sqrt(part)) ** 3;
      let total = Math.round(quantile);
      while (!isReached(total)) total++;
      while (total > 0 && isReached(total - 1)) total--;
      return total;
    },
    totalScore: (days, total) => scoreOf(days, total - 0.5 - PART_ABOVE),
    scoreOf,
    doneScore(days, items) {
      // Over longer times than expected the pace goes back to its mean.
      const variance = spread * Math.sqrt(Math.min(1, items / (pace * days)));
      return scoreWith(variance, days, items - 0.5);
    },
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
