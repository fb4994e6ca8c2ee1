/**
 * A forecast of finishes from the throughput of the last days, and the same forecast made every week of the past with what
 * was known then.
 *
 *   day       0   1   2   3   4 | 5 | 6   7   8
 *   finishes  1   0   2   0   1 | 1 | ?   ?   ?      asked on day 5: how many from day 6 until the end of day 8?
 *
 * Days are calendar days, counted from that of the first issue. The day on which a forecast is asked belongs neither to its
 * sample nor to its horizon, so that the hour does not matter.
 */

import {
  chanceAbove,
  correctedLaw,
  ForecastCorrection,
  LEVELS,
  type OfLevels,
  type OpenStatement,
  PACE_SPANS,
  type Prospect,
  pinballLoss,
  WEEK,
} from './forecast-correction.ts';
import { leastPassing, type ThroughputLaw, throughputLaw } from './throughput-law.ts';

/** Finishes by day. */
export interface FinishHistory {
  /** The day of the report; past forecasts are whole weeks before it. */
  readonly present: number;
  /** The day of each finish. */
  readonly finished: Int32Array;
  /** The day on which that finish ended by a reopening; NEVER if it did not. */
  readonly reopened: Int32Array;
  /** Whether a day from 0 to `present` + 1 + MAX_FORECAST_DAYS is a working day. */
  isWorking(day: number): boolean;
}

export const NEVER = 2 ** 31 - 1;
export const MAX_FORECAST_DAYS = 3650;
const TRIALS = 10_000;
export const MIN_FINISHES = 10;
export const MIN_DAYS = 30;
export const MIN_PAST = 20;

export type ForecastQuestion = (
  | { readonly kind: 'how-many'; readonly days: number }
  /** The number of open items at the end of a day. */
  | { readonly kind: 'when'; itemsAt(day: number): number }
) & {
  /** The items created until the end of a day; given where those to come have to be finished too. */
  readonly createdAt?: ((day: number) => number) | undefined;
};

export interface ForecastOptions {
  readonly historyDays: number;
  readonly seed: number;
  /** The line that readers see: it decides whether there is a forecast at all. */
  readonly line: ForecastLine;
}

/** The least number of finishes, or the number of days, that hold with the chances of LEVELS. */
export interface Forecast {
  readonly plain: OfLevels<number>;
  readonly corrected: OfLevels<number>;
}

/** Plain ones may take many transforms: callers ask for the line that they need. */
export type ForecastLine = keyof Forecast;

export interface PastForecast extends Forecast {
  /** The day on which it was asked. */
  readonly at: number;
  /** The finishes, or the days; null if the items were not finished yet. */
  readonly actual: number | null;
  /** Whole days since then. */
  readonly elapsed: number;
}

export interface RolledForecast {
  readonly sample: {
    readonly days: number;
    readonly workingDays: number;
    readonly finished: number;
  };
  /** Null if the history is too short. */
  readonly current: Outlook | null;
  /** Those with an outcome, in order of time. */
  readonly past: readonly PastForecast[];
  /** Weeks of the past in which there was no forecast. */
  readonly cannot: number;
}

/** What a day's knowledge says of the days after it. */
export interface Outlook {
  readonly forecast: Forecast;
  /** Null for 'how many'. */
  readonly items: number | null;
  /** As many items are created as are finished: the forecast has no end. */
  readonly isEndless: boolean;
  howMany(line: ForecastLine, days: number): OfLevels<number>;
  /** The chance of at least `total` finishes within `days`, from 0 to 1. */
  chanceOfTotal(line: ForecastLine, days: number, total: number): number;
  /** The chance of at least `items` finishes within `days`, and of those of the items that come, from 0 to 1. */
  chanceOf(line: ForecastLine, days: number, items: number): number;
  /** The items that come within `days` on average. */
  growthIn(days: number): number;
}

/** A forecast that goes on from week to week of the past, so that several can go on together. */
export interface ForecastRoller {
  /** The outlook at a day of a weekly forecast, or the present; null if too little is known. Days never go back. */
  outlookAt(day: number): Outlook | null;
  /** Of the past, with what is known at the present. */
  rolled(): RolledForecast;
}

interface MadeForecast extends Forecast {
  readonly at: number;
  actual: number | null;
}

interface OpenForecast {
  readonly made: MadeForecast;
  /** The days whose finishes teach pace and spread, and their first ones, which are known sooner. */
  readonly prospect: Prospect;
  readonly early: Prospect | null;
  /** Null for 'how many'. */
  readonly items: number | null;
  /** Items that come in a working day. */
  readonly growth: number;
  /** The finishes since. */
  count: number;
  learnt: boolean;
  readonly decided: boolean[];
}

export function rollForecasts(
  history: FinishHistory,
  question: ForecastQuestion,
  options: ForecastOptions,
): RolledForecast {
  return forecastRoller(history, question, options).rolled();
}

export function forecastRoller(
  history: FinishHistory,
  question: ForecastQuestion,
  options: ForecastOptions,
): ForecastRoller {
  const { present } = history;
  const work = workingDaysBefore(history);
  const days = dailyChanges(history);
  const trialLevel = trialLevels(options.seed);
  const plainLevels = LEVELS.map(level => trialLevel(1 - level / 100));
  const correction = new ForecastCorrection();
  const counts = new Int32Array(present);
  let total = 0;
  let open: OpenForecast[] = [];
  const made: MadeForecast[] = [];
  let cannot = 0;
  let now = -1;
  let latest: Outlook | null = null;

  const countIn = (from: number, to: number) => {
    let sum = 0;
    for (let day = Math.max(0, from); day < to; day++) sum += counts[day] as number;
    return sum;
  };

  /** Finishes and reopenings of the day before `at` are known. */
  function pass(at: number) {
    const day = at - 1;
    const { added, removed } = days(day);
    counts[day] = added;
    for (const finishDay of removed) counts[finishDay] = (counts[finishDay] as number) - 1;
    total += added - removed.length;
    for (const one of open) {
      if (day > one.made.at) one.count += added;
      for (const finishDay of removed) if (finishDay > one.made.at) one.count--;
    }
  }

  const { createdAt } = question;
  /** The items created from a day until the end of the day before `at`. */
  const createdSince = (from: number, at: number) =>
    createdAt ? createdAt(at - 1) - createdAt(from - 1) : 0;

  function learnActual(made: MadeForecast, actual: number) {
    if (made.actual !== null) return;
    made.actual = actual;
    const lossOf = (forecast: OfLevels<number>) => pinballLoss(question.kind, forecast, actual);
    correction.learnLoss(lossOf(made.plain), lossOf(made.corrected));
  }

  function decide(at: number) {
    for (const one of open) {
      const { made } = one;
      const elapsed = elapsedAt(at, made);
      const { early, prospect } = one;
      if (elapsed === early?.span) correction.learnCount(early, EARLY_PART, one.count);
      if (elapsed === prospect.span) {
        correction.learnCount(prospect, 1, one.count);
        one.learnt = true;
      }
      const { items } = one;
      if (items === null) {
        if (elapsed < prospect.span) continue;
        learnActual(made, one.count);
      } else if (one.count >= items + createdSince(made.at + 1, at)) learnActual(made, elapsed);
      LEVELS.forEach((_, level) => {
        if (one.decided[level]) return;
        const value = made.corrected[level] as number;
        const held = items === null ? one.count >= value : made.actual !== null;
        if (items !== null && !held && elapsed < value) return;
        one.decided[level] = true;
        correction.learnLevel(level, held);
      });
    }
    open = open.filter(
      one => !one.learnt || !one.decided.every(Boolean) || one.made.actual === null,
    );
  }

  /** The finishes of the working days before a day; those of other days count on the next working one. */
  function sampleAt(at: number) {
    const length = Math.min(options.historyDays, at);
    const sample: number[] = [];
    let waiting = 0;
    for (let day = startOfDaysOff(at - length); day < at; day++) {
      waiting += counts[day] as number;
      if (!history.isWorking(day)) continue;
      sample.push(waiting);
      waiting = 0;
    }
    const finished = sample.reduce((sum, count) => sum + count, 0);
    return { length, sample, finished };
  }

  /** The first of the non-working days just before `day`; `day` itself after a working day. */
  function startOfDaysOff(day: number): number {
    let first = day;
    while (first > 0 && !history.isWorking(first - 1)) first--;
    return first;
  }

  const pacesAt = (at: number) =>
    PACE_SPANS.map(span => {
      const from = Math.max(0, at - (span ?? options.historyDays));
      const finished = from === 0 ? total : countIn(from, at);
      return finished / Math.max(1, (work[at] as number) - (work[from] as number));
    });

  function* openStatements(at: number): Generator<OpenStatement> {
    for (const { made, decided, items, growth, count, prospect } of open) {
      const { at: from, corrected } = made;
      for (let level = 0; level < LEVELS.length; level++) {
        if (decided[level]) continue;
        const value = corrected[level] as number;
        const length = items === null ? prospect.span : value;
        const end = Math.min(from + 1 + length, work.length - 1);
        const days = (work[end] as number) - (work[at] as number);
        const needed = items === null ? value : items + createdSince(from + 1, at) + growth * days;
        yield { level, days, missing: needed - count };
      }
    }
  }

  /** Finishes less the items that came, by working day; those of other days count on the next one. */
  function netSample(from: number, at: number, sample: readonly number[]) {
    let before = createdSince(0, startOfDaysOff(from));
    let place = 0;
    const net: number[] = [];
    for (let day = from; day < at; day++) {
      if (!history.isWorking(day)) continue;
      const after = createdSince(0, day + 1);
      net.push((sample[place++] as number) - (after - before));
      before = after;
    }
    return net;
  }

  /** What is known at a day; null if too little. */
  function lookAhead(at: number) {
    const { length, sample, finished } = sampleAt(at);
    if (length < MIN_DAYS || finished < MIN_FINISHES) return null;
    const law = throughputLaw(sample);
    const paces = pacesAt(at);
    const estimate = correction.estimate(law, paces);
    const scores = correction.scores(estimate, law.deviation, openStatements(at));
    const corrected = correctedLaw(law, estimate);
    const net = createdAt ? netLaw(netSample(at - length, at, sample)) : law;
    const growth = law.mean - net.mean;
    const correctedNet = createdAt ? correctedLaw(net, estimate) : corrected;
    /** The score at which these items, and those that come in working days, are finished in them. */
    const scoreOf = (days: number, items: number) => {
      const needed = items + growth * days;
      return question.kind === 'when'
        ? correctedNet.doneScore(days, needed)
        : correctedNet.totalScore(days, needed);
    };
    const workIn = (span: number) =>
      (work[Math.min(at + 1 + span, work.length - 1)] as number) - (work[at + 1] as number);
    const prospectOf = (span: number): Prospect => {
      return { law, span, days: workIn(span), paces };
    };
    const howMany = (line: ForecastLine, span: number): OfLevels<number> => {
      const days = workIn(span);
      return line === 'plain'
        ? plainLevels.map(level => law.quantile(days, level))
        : scores.map(score => corrected.total(days, score));
    };
    const when = (items: number): Forecast => {
      const plainTest = (level: number) => (span: number) =>
        net.atMost(workIn(span), items - 1) < level;
      const correctedTest = (score: number) => (span: number) =>
        scoreOf(workIn(span), items) <= score;
      return {
        plain: leastSpans(plainTest, plainLevels, items / net.mean),
        corrected: leastSpans(correctedTest, scores, items / (estimate.pace - growth)),
      };
    };
    return { law, corrected, net, growth, scores, scoreOf, workIn, prospectOf, howMany, when };
  }

  /** The least spans that pass the tests of LEVELS, each at least as long as the one before; from a guess. */
  function leastSpans(
    testOf: (level: number) => (span: number) => boolean,
    levels: OfLevels<number>,
    guess: number,
  ): number[] {
    let least = 0;
    let high = guess > 0 ? Math.min(MAX_FORECAST_DAYS, Math.ceil(guess)) : MAX_FORECAST_DAYS;
    return levels.map(level => {
      const passes = testOf(level);
      let step = Math.max(1, high >> 3);
      while (high < MAX_FORECAST_DAYS && !passes(high)) {
        least = high + 1;
        high = Math.min(MAX_FORECAST_DAYS, high + step);
        step *= 2;
      }
      least = leastPassing(Math.min(least, high), high, passes);
      high = least;
      return least;
    });
  }

  function forecastAt(at: number) {
    const items = question.kind === 'when' ? question.itemsAt(at) : null;
    const ahead = items === 0 ? null : lookAhead(at);
    if (!ahead) return null;
    const forecast =
      question.kind === 'when'
        ? ahead.when(items ?? 0)
        : {
            plain: ahead.howMany('plain', question.days),
            corrected: ahead.howMany('corrected', question.days),
          };
    const [half = 0] = forecast[options.line];
    const isEndless = createdAt !== undefined && items !== null && half >= MAX_FORECAST_DAYS;
    return { ahead, items, forecast, isEndless };
  }

  function roll(
    at: number,
    { ahead, items, forecast }: NonNullable<ReturnType<typeof forecastAt>>,
  ) {
    const span =
      question.kind === 'when'
        ? Math.min(MAX_LEARNT_DAYS, Math.max(WEEK, forecast.corrected[0] ?? WEEK))
        : question.days;
    const one: MadeForecast = { ...forecast, at, actual: null };
    made.push(one);
    open.push({
      made: one,
      prospect: ahead.prospectOf(span),
      early: span > EARLY_DAYS ? ahead.prospectOf(EARLY_DAYS) : null,
      items,
      growth: ahead.growth,
      count: 0,
      learnt: false,
      decided: LEVELS.map(() => false),
    });
  }

  /** Goes on to a day, by way of the weekly forecasts before it. */
  function outlookAt(day: number) {
    while (now < day) {
      now++;
      if (now > 0) pass(now);
      decide(now);
      if ((present - now) % WEEK !== 0) continue;
      const found = forecastAt(now);
      if (now < present) {
        if (found && !found.isEndless) roll(now, found);
        else cannot++;
      }
      latest = found && outlookOf(found);
    }
    return latest;
  }

  return {
    outlookAt,
    rolled() {
      const current = outlookAt(present);
      const { length, sample, finished } = sampleAt(present);
      return {
        sample: { days: length, workingDays: sample.length, finished },
        current,
        cannot,
        past: made.flatMap(one => {
          const elapsed = elapsedAt(present, one);
          const isKnown =
            one.actual !== null || (question.kind === 'when' && elapsed >= (one.corrected[0] ?? 0));
          return isKnown ? [{ ...one, elapsed }] : [];
        }),
      };
    },
  };

  function outlookOf({
    ahead,
    items,
    forecast,
    isEndless,
  }: NonNullable<ReturnType<typeof forecastAt>>): Outlook {
    const { law, corrected, net, growth, scores, scoreOf, workIn, howMany } = ahead;
    return {
      forecast,
      items,
      isEndless,
      howMany,
      chanceOfTotal(line, span, total) {
        const days = workIn(span);
        if (line === 'corrected') return chanceAbove(corrected.totalScore(days, total), scores);
        return total <= 0 ? 1 : 1 - law.atMost(days, total - 1);
      },
      chanceOf(line, span, items) {
        const days = workIn(span);
        if (line === 'corrected') return chanceAbove(scoreOf(days, items), scores);
        return items <= 0 ? 1 : 1 - net.atMost(days, items - 1);
      },
      growthIn: span => growth * workIn(span),
    };
  }
}

/** The law of sums of whole numbers that may be below 0. */
function netLaw(sample: readonly number[]): Pick<ThroughputLaw, 'mean' | 'deviation' | 'atMost'> {
  const shift = Math.max(0, ...sample.map(each => -each));
  const { mean, deviation, atMost } = throughputLaw(sample.map(each => each + shift));
  return {
    mean: mean - shift,
    deviation,
    atMost: (days, total) => atMost(days, total + shift * days),
  };
}

/** The days of the horizon that are over when a day begins. */
export const elapsedAt = (day: number, { at }: { readonly at: number }): number => day - at - 1;

const MAX_LEARNT_DAYS = 180;
const EARLY_DAYS = 14;
/** The part of an outcome that the first days count as. */
const EARLY_PART = 0.5;

/** Working days before each day. */
function workingDaysBefore({ present, isWorking }: FinishHistory): Int32Array {
  const before = new Int32Array(present + MAX_FORECAST_DAYS + 2);
  for (let day = 1; day < before.length; day++)
    before[day] = (before[day - 1] as number) + (isWorking(day - 1) ? 1 : 0);
  return before;
}

/** For each day its finishes, and the days of the finishes that ended on it. */
function dailyChanges({ present, finished, reopened }: FinishHistory) {
  const added = new Int32Array(present);
  const removed = new Map<number, number[]>();
  for (let at = 0; at < finished.length; at++) {
    const day = finished[at] as number;
    const until = reopened[at] as number;
    // A finish that ended on its own day was never seen at the end of a day.
    if (until === day) continue;
    added[day] = (added[day] as number) + 1;
    if (until === NEVER) continue;
    const list = removed.get(until);
    if (list) list.push(day);
    else removed.set(until, [day]);
  }
  return (day: number) => {
    return { added: added[day] as number, removed: removed.get(day) ?? [] };
  };
}

/**
 * The levels of seeded trials: a trial draws its place in the law of sums, so that the quantile of the trials is that of
 * the law at the quantile of the places.
 */
function trialLevels(seed: number): (level: number) => number {
  const next = randomNumbers(seed);
  const places = Float64Array.from({ length: TRIALS }, next).sort();
  return level => {
    const rank = Math.ceil(level * TRIALS - 1e-9);
    return places[Math.min(TRIALS, Math.max(1, rank)) - 1] as number;
  };
}

/** Uniform numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
