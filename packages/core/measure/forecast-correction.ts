/**
 * Corrects forecasts by what became of earlier ones. Drawing days independently from the last ones takes the pace of the
 * sample for the pace to come, so that its forecasts come true less often than they say. Three things are learnt, each
 * from forecasts whose outcome is known:
 *
 * - pace: the mean of the paces of several spans of history, weighted by how well each foretold;
 * - spread: how far outcomes were from that pace, beyond the spread of the law;
 * - levels: adaptive conformal inference (Gibbs and Candès 2021). After a miss the level moves down, after a hit up, by
 *   steps whose mean is 0 if the level holds as often as it says. Forecasts that are still open count with their expected
 *   outcome, without which their number would make the levels swing.
 */

import { normalBelow, type ThroughputLaw } from './throughput-law.ts';

/** The chances of a forecast in percent. */
export const LEVELS = [50, 70, 85, 95] as const;
export type Level = (typeof LEVELS)[number];

/** One value for each of LEVELS, in their order. */
export type OfLevels<Value> = readonly Value[];

/** The spans of history whose pace is weighed, in days; null is the span of the sample. */
export const PACE_SPANS = [30, null, 365, Number.POSITIVE_INFINITY] as const;

/** Longer spans have fewer outcomes to learn from, so that their steps are larger. */
const STEP = 0.045;
const STEP_PER_DAY = 0.0009;
const COMMON_PART = 1;
/** Steps shrink with the number of outcomes that do not overlap. */
const LEARNT_OUTCOMES = 20;
/** Beyond these days steps are smaller, since as many forecasts are open at a time. */
const LONG_DAYS = 90;
/** In standard deviations: beyond what 10,000 trials can tell. */
const MAX_SCORE = 3.7;
/** Forecasts are made every week. */
export const WEEK = 7;
/** The part of their weight that outcomes keep per week. */
const MEMORY = 0.98;
const PACE_POWER = 3;
const PACE_PRIOR = 5;
const MAX_LOSS = 9;
const SPREAD_PRIOR = 10;
const FIRST_SPREAD = 0.09;
const MAX_SPREAD = 4;

/** The scores of a standard normal variable that are exceeded with the chances of LEVELS. */
const SCORES = [0, -0.524400513, -1.036433389, -1.644853627];

/** What the correction needs to know of a forecast for `days` working days. */
export interface Prospect {
  readonly law: ThroughputLaw;
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
  readonly span: number;
}

export class ForecastCorrection {
  private readonly losses = PACE_SPANS.map(() => PACE_PRIOR);
  private outcomes = PACE_PRIOR;
  private spreadSum = FIRST_SPREAD * SPREAD_PRIOR;
  private spreadCount = SPREAD_PRIOR;
  private readonly shifts = LEVELS.map(() => 0);
  private learntDays = 0;

  /** The number of finishes within the days of a prospect is known. */
  learnCount(prospect: Prospect, pace: number, count: number): void {
    const { law, days, paces } = prospect;
    const expected = pace * days;
    const variance = law.deviation ** 2 * days;
    const scale = variance + 0.1 * expected ** 2 + 1;
    paces.forEach((each, at) => {
      const loss = Math.min(MAX_LOSS, (count - each * days) ** 2 / scale);
      this.losses[at] = (this.losses[at] as number) * MEMORY + loss;
    });
    this.outcomes = this.outcomes * MEMORY + 1;
    const beyond = ((count - expected) ** 2 - variance) / Math.max(1, expected) ** 2;
    this.spreadSum = this.spreadSum * MEMORY + Math.min(MAX_SPREAD, beyond);
    this.spreadCount = this.spreadCount * MEMORY + 1;
  }

  /** The statement of a level about `span` days came true or not. */
  learnLevel(level: number, held: boolean, span: number): void {
    this.shift(this.shifts, level, held ? 0 : 1, span);
    if (level === 0) this.learntDays += WEEK;
  }

  paceOf(paces: readonly number[]): number {
    let sum = 0;
    let weights = 0;
    paces.forEach((pace, at) => {
      const weight = ((this.losses[at] as number) / this.outcomes) ** -PACE_POWER;
      sum += weight * pace;
      weights += weight;
    });
    return sum / weights;
  }

  /** The variance of outcomes beyond that of the law, as part of the squared expectation. */
  get spread(): number {
    return Math.max(0, this.spreadSum / this.spreadCount);
  }

  /** The scores of LEVELS, never rising. */
  scores(pace: number, deviation: number, open: Iterable<OpenStatement>): OfLevels<number> {
    const scores = SCORES.map((score, at) => score + (this.shifts[at] as number));
    const { spread } = this;
    for (const { level, days, missing, span } of open) {
      const expected = pace * days;
      const error = Math.sqrt(deviation ** 2 * days + spread * expected ** 2) + 1e-9;
      const failing = missing <= 0 ? 0 : normalBelow((missing - 0.5 - expected) / error);
      this.shift(scores, level, failing, span);
    }
    return scores
      .map(score => Math.max(-MAX_SCORE, Math.min(MAX_SCORE, score)))
      .sort((a, b) => b - a);
  }

  /** Moves a score by the error of its level, and all by a part of it, since errors mostly have one cause. */
  private shift(scores: number[], level: number, failing: number, span: number): void {
    const outcomes = this.learntDays / span;
    const first = (STEP + STEP_PER_DAY * Math.min(span, LONG_DAYS)) * Math.min(1, LONG_DAYS / span);
    const step = first / Math.sqrt(1 + outcomes / LEARNT_OUTCOMES);
    const error = 1 - (LEVELS[level] as number) / 100 - failing;
    for (let at = 0; at < scores.length; at++) {
      const part = (at === level ? 1 : 0) + COMMON_PART / scores.length;
      scores[at] = (scores[at] as number) + step * part * error;
    }
  }
}

/** The law of the finishes to come: a gamma law with the learnt pace, and the variance of the sample and of the pace. */
export interface CorrectedLaw {
  /** The number of finishes in working days, at a score of the standard normal variable. */
  total(days: number, score: number): number;
  /** The score at which `items` are finished in working days. */
  scoreOf(days: number, items: number): number;
}

export function correctedLaw(
  { deviation }: Pick<ThroughputLaw, 'deviation'>,
  pace: number,
  spread: number,
): CorrectedLaw {
  /** A ninth of the variance, as part of the squared expectation (Wilson and Hilferty 1931). */
  const ninth = (days: number) => (deviation ** 2 / (pace ** 2 * days) + spread) / 9;
  return {
    total(days, score) {
      if (days === 0 || pace === 0) return 0;
      const part = ninth(days);
      return Math.round(pace * days * Math.max(0, 1 - part + score * Math.sqrt(part)) ** 3);
    },
    scoreOf(days, items) {
      if (items <= 0) return Number.NEGATIVE_INFINITY;
      if (days === 0 || pace === 0) return Number.POSITIVE_INFINITY;
      const part = ninth(days);
      const over = Math.cbrt((items - 0.5) / (pace * days)) - 1 + part;
      // Without any variance the sign decides.
      return over / Math.max(1e-9, Math.sqrt(part));
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
