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

import { betterLine } from './better-line.ts';
import { PACE_SPANS } from './constants.ts';
import { CorrectedLaw } from './corrected-law.ts';
import { ForecastCorrection, type Prospect } from './correction.ts';
import { LEVELS, type OfLevels } from './levels.ts';
import { type Forecast, type ForecastLine, MAX_FORECAST_DAYS, Outlook } from './outlook.ts';
import { startOfDaysOff, trialLevels, workingSample } from './sample.ts';
import { ThroughputLaw } from './throughput-law.ts';

export interface FinishHistory {
  /** The day of the report; past forecasts are whole weeks before it. */
  readonly present: number;
  readonly finished: Int32Array;
  /** The day on which that finish ended by a reopening; NEVER if it did not. */
  readonly reopened: Int32Array;
  /** Whether a day from 0 to `present` + 1 + MAX_FORECAST_DAYS is a working day. */
  isWorking(day: number): boolean;
}

export const NEVER = 2 ** 31 - 1;
export const MIN_FINISHES = 10;
export const MIN_DAYS = 30;
/** Forecasts are made every week. */
export const WEEK = 7;
const MAX_LEARNT_DAYS = 180;

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
  /** Without it, readers see the plain line; with it, the one that lost less in the past. */
  readonly calibrate: boolean;
}

export interface PastForecast extends Forecast {
  /** The line that readers saw. */
  readonly line: ForecastLine;
  /** The day on which it was asked. */
  readonly at: number;
  /** The finishes, or the days; null if the items were not finished yet. */
  readonly actual: number | null;
  /** Whole days since then. */
  readonly elapsed: number;
}

export interface TrackedForecasts {
  /** Those with an outcome, in order of time. */
  readonly past: readonly PastForecast[];
  /** Weeks of the past in which there was no forecast. */
  readonly cannot: number;
}

export interface RolledForecast extends TrackedForecasts {
  readonly sample: {
    readonly days: number;
    readonly workingDays: number;
    readonly finished: number;
  };
  /** Null if the history is too short. */
  readonly current: Outlook | null;
}

interface MadeForecast {
  readonly at: number;
  readonly line: ForecastLine;
  readonly forecast: Forecast;
  readonly prospect: Prospect;
  /** The finishes since. */
  count: number;
  actual: number | null;
  /** The number of LEVELS, from the first, whose statements are known to hold or not. */
  decided: number;
}

/** A forecast that goes on from week to week of the past, so that several can go on together. */
export class ForecastRoller {
  private readonly history: FinishHistory;
  private readonly question: ForecastQuestion;
  private readonly options: ForecastOptions;
  /** Working days before each day. */
  private readonly work: Int32Array;
  /** By day, the finishes that are still known. */
  private readonly counts: Int32Array;
  private readonly changes: DailyChanges;
  private readonly plainLevels: OfLevels<number>;
  private readonly correction = new ForecastCorrection();
  private readonly made: MadeForecast[] = [];
  private open: MadeForecast[] = [];
  private cannot = 0;
  private now = -1;
  private latest: Outlook | null = null;

  constructor(history: FinishHistory, question: ForecastQuestion, options: ForecastOptions) {
    this.history = history;
    this.question = question;
    this.options = options;
    this.work = workingDaysBefore(history);
    this.counts = new Int32Array(history.present);
    this.changes = dailyChanges(history);
    this.plainLevels = trialLevels(options.seed);
  }

  /** The outlook at a day of a weekly forecast, or the present; null if too little is known. Days never go back. */
  outlookAt(day: number): Outlook | null {
    const { present } = this.history;
    while (this.now < day) {
      this.now++;
      if (this.now > 0) this.countDay(this.now - 1);
      this.learn();
      if ((present - this.now) % WEEK !== 0) continue;
      this.latest = this.lookAhead();
      if (this.now === present) continue;
      if (this.latest && !this.latest.isEndless) this.roll(this.latest);
      else this.cannot++;
    }
    return this.latest;
  }

  rolled(): RolledForecast {
    const { present } = this.history;
    const current = this.outlookAt(present);
    const { days, sample, finished } = this.sampleAt(present);
    return {
      sample: { days, workingDays: sample.length, finished },
      current,
      cannot: this.cannot,
      past: this.made.flatMap(({ forecast, ...one }) =>
        pastForecast(one, forecast, this.question.kind, present),
      ),
    };
  }

  /** Finishes and reopenings of a day become known. */
  private countDay(day: number): void {
    const added = this.changes.added[day]!;
    const removed = this.changes.removed.get(day) ?? [];
    this.counts[day] = added;
    for (const finishDay of removed) this.counts[finishDay]!--;
    for (const one of this.open) {
      if (day > one.at) one.count += added;
      for (const finishDay of removed) if (finishDay > one.at) one.count--;
    }
  }

  /** From the forecasts whose outcome is known by now. */
  private learn(): void {
    for (const one of this.open) {
      const { at, prospect, forecast } = one;
      const { items } = prospect;
      const elapsed = elapsedAt(this.now, at);
      if (elapsed === prospect.span) this.correction.learnCount(prospect, one.count);
      if (items === null) {
        if (elapsed < prospect.span) continue;
        one.actual = one.count;
      } else if (one.count >= items + this.createdSince(at + 1, this.now)) one.actual ??= elapsed;
      for (; one.decided < LEVELS.length; one.decided++) {
        const value = forecast.corrected[one.decided]!;
        if (one.actual === null && elapsed < value) break;
        const held = items === null ? one.count >= value : one.actual !== null;
        this.correction.learnLevel(items, one.decided, held);
      }
    }
    this.open = this.open.filter(
      ({ at, prospect, actual, decided }) =>
        elapsedAt(this.now, at) < prospect.span || actual === null || decided < LEVELS.length,
    );
  }

  private roll({ known, forecast }: Outlook): void {
    const { question } = this;
    const { law, estimate, workIn, items, line } = known;
    const span =
      question.kind === 'when'
        ? Math.min(MAX_LEARNT_DAYS, Math.max(WEEK, forecast.corrected[0] ?? WEEK))
        : question.days;
    const prospect = { law, span, days: workIn(span), estimate, items };
    const one = { at: this.now, line, forecast, prospect, count: 0, actual: null, decided: 0 };
    this.made.push(one);
    this.open.push(one);
  }

  /** What is known now; null if too little. */
  private lookAhead(): Outlook | null {
    const { question, now, plainLevels, work } = this;
    const items = question.kind === 'when' ? question.itemsAt(now) : null;
    const { days, sample, finished } = this.sampleAt(now);
    if (items === 0 || days < MIN_DAYS || finished < MIN_FINISHES) return null;
    const law = new ThroughputLaw(sample);
    const net = question.createdAt ? netLaw(this.netSample(now - days, sample)) : law;
    const estimate = this.correction.estimate(this.paces(), items);
    return new Outlook({
      law,
      net,
      estimate,
      corrected: new CorrectedLaw(law, estimate),
      correctedNet: new CorrectedLaw(net, estimate),
      line: this.options.calibrate ? betterLine(question.kind, this.made, items) : 'plain',
      plainLevels,
      scores: this.correction.levelScores(items),
      items,
      days: question.kind === 'how-many' ? question.days : 0,
      workIn: span => work[Math.min(now + 1 + span, work.length - 1)]! - work[now + 1]!,
    });
  }

  /** Finishes per working day, by PACE_SPANS. */
  private paces(): number[] {
    return PACE_SPANS.map(span => {
      const from = Math.max(0, this.now - (span ?? this.options.historyDays));
      const finished = this.counts.subarray(from, this.now).reduce((sum, count) => sum + count, 0);
      return finished / Math.max(1, this.work[this.now]! - this.work[from]!);
    });
  }

  private sampleAt(at: number) {
    return workingSample(this.counts, this.history, at, this.options.historyDays);
  }

  /** Finishes less the items that came, by working day; those of other days count on the next one. */
  private netSample(from: number, sample: readonly number[]): number[] {
    let before = this.createdSince(0, startOfDaysOff(from, this.history));
    const net: number[] = [];
    for (let day = from; day < this.now; day++) {
      if (!this.history.isWorking(day)) continue;
      const after = this.createdSince(0, day + 1);
      net.push(sample[net.length]! - (after - before));
      before = after;
    }
    return net;
  }

  /** The items created from a day until the end of the day before `at`; 0 where they do not count. */
  private createdSince(from: number, at: number): number {
    const { createdAt } = this.question;
    return createdAt ? createdAt(at - 1) - createdAt(from - 1) : 0;
  }
}

/** A past forecast as of the present; none without an outcome. */
export function pastForecast(
  { at, line, actual }: Pick<PastForecast, 'at' | 'line' | 'actual'>,
  { plain, corrected }: Forecast,
  kind: ForecastQuestion['kind'],
  present: number,
): PastForecast[] {
  const elapsed = elapsedAt(present, at);
  const shown = { plain, corrected }[line];
  const isKnown = actual !== null || (kind === 'when' && elapsed >= shown[0]!);
  return isKnown ? [{ at, line, plain, corrected, actual, elapsed }] : [];
}

/** The law of sums of whole numbers that may be below 0. */
function netLaw(sample: readonly number[]): Pick<ThroughputLaw, 'mean' | 'deviation' | 'atMost'> {
  const shift = Math.max(0, ...sample.map(each => -each));
  const law = new ThroughputLaw(sample.map(each => each + shift));
  return {
    mean: law.mean - shift,
    deviation: law.deviation,
    atMost: (days, total) => law.atMost(days, total + shift * days),
  };
}

/** The days of a horizon that are over when a day begins. */
const elapsedAt = (day: number, asked: number): number => day - asked - 1;

function workingDaysBefore({ present, isWorking }: FinishHistory): Int32Array {
  const before = new Int32Array(present + MAX_FORECAST_DAYS + 2);
  for (let day = 1; day < before.length; day++)
    before[day] = before[day - 1]! + (isWorking(day - 1) ? 1 : 0);
  return before;
}

interface DailyChanges {
  readonly added: Int32Array;
  /** By day, the days of the finishes that ended on it. */
  readonly removed: ReadonlyMap<number, readonly number[]>;
}

function dailyChanges({ present, finished, reopened }: FinishHistory): DailyChanges {
  const added = new Int32Array(present);
  const removed = new Map<number, number[]>();
  finished.forEach((day, at) => {
    const until = reopened[at]!;
    // A finish that ended on its own day was never seen at the end of a day.
    if (until === day) return;
    added[day]!++;
    if (until === NEVER) return;
    const list = removed.get(until);
    if (list) list.push(day);
    else removed.set(until, [day]);
  });
  return { added, removed };
}
