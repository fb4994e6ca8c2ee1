import type { CorrectedLaw, Estimate } from './corrected-law.ts';
import { chanceAbove } from './correction.ts';
import type { OfLevels } from './levels.ts';
import { leastPassing, type ThroughputLaw } from './throughput-law.ts';

export const MAX_FORECAST_DAYS = 3650;

/** The least number of finishes, or the number of days, that hold with the chances of LEVELS. */
export interface Forecast {
  readonly plain: OfLevels<number>;
  readonly corrected: OfLevels<number>;
}

/** Plain ones may take many transforms: callers ask for the line that they need. */
export type ForecastLine = keyof Forecast;

export interface Knowledge {
  readonly law: ThroughputLaw;
  /** Finishes less the items that came. */
  readonly net: Pick<ThroughputLaw, 'mean' | 'deviation' | 'atMost'>;
  readonly corrected: CorrectedLaw;
  readonly correctedNet: CorrectedLaw;
  readonly estimate: Estimate;
  /** The line that readers see. */
  readonly line: ForecastLine;
  /** Days of the levels, without and with correction. */
  readonly plainLevels: OfLevels<number>;
  readonly scores: OfLevels<number>;
  /** The items to finish; null for 'how many'. */
  readonly items: number | null;
  /** The days of 'how many'. */
  readonly days: number;
  /** The working days in the days to come. */
  workIn(days: number): number;
}

/** The forecast made with the data of one day. */
export class Outlook {
  readonly known: Knowledge;
  readonly forecast: Forecast;
  /** As many items are created as are finished: the forecast has no end. */
  readonly isEndless: boolean;

  constructor(known: Knowledge) {
    this.known = known;
    const { items, days, line } = known;
    this.forecast =
      items === null
        ? { plain: this.howMany('plain', days), corrected: this.howMany('corrected', days) }
        : this.when(items);
    this.isEndless =
      items !== null && known.net !== known.law && this.forecast[line][0]! >= MAX_FORECAST_DAYS;
  }

  /** The items that come in a working day. */
  private get growth(): number {
    return this.known.law.mean - this.known.net.mean;
  }

  howMany(line: ForecastLine, span: number): OfLevels<number> {
    const { law, corrected, plainLevels, scores } = this.known;
    const days = this.known.workIn(span);
    return line === 'plain'
      ? plainLevels.map(level => law.quantile(days, level))
      : scores.map(score => corrected.total(days, score));
  }

  /** The chance of at least `total` finishes within `span` days, from 0 to 1. */
  chanceOfTotal(line: ForecastLine, span: number, total: number): number {
    const { law, corrected, scores } = this.known;
    const days = this.known.workIn(span);
    if (line === 'corrected') return chanceAbove(corrected.totalScore(days, total), scores);
    return total <= 0 ? 1 : 1 - law.atMost(days, total - 1);
  }

  /** The chance of at least `items` finishes within `span` days, and of those of the items that come, from 0 to 1. */
  chanceOf(line: ForecastLine, span: number, items: number): number {
    if (line === 'corrected') return chanceAbove(this.scoreOf(span, items), this.known.scores);
    return items <= 0 ? 1 : 1 - this.known.net.atMost(this.known.workIn(span), items - 1);
  }

  /** The items that come within `span` days on average. */
  growthIn(span: number): number {
    return this.growth * this.known.workIn(span);
  }

  /** The score at which these items, and those that come meanwhile, are finished. */
  private scoreOf(span: number, items: number): number {
    const { correctedNet } = this.known;
    const days = this.known.workIn(span);
    const needed = items + this.growth * days;
    return this.known.items === null
      ? correctedNet.totalScore(days, needed)
      : correctedNet.doneScore(days, needed);
  }

  private when(items: number): Forecast {
    const { net, estimate, plainLevels, scores, workIn } = this.known;
    return {
      plain: leastSpans(
        (level, span) => net.atMost(workIn(span), items - 1) < level,
        plainLevels,
        items / net.mean,
      ),
      corrected: leastSpans(
        (score, span) => this.scoreOf(span, items) <= score,
        scores,
        items / (estimate.pace - this.growth),
      ),
    };
  }
}

/** The least spans that pass the test of each level, each at least as long as the one before; from a guess. */
export function leastSpans(
  passes: (level: number, span: number) => boolean,
  levels: OfLevels<number>,
  guess: number,
): number[] {
  let least = 0;
  let high = guess > 0 ? Math.min(MAX_FORECAST_DAYS, Math.ceil(guess)) : MAX_FORECAST_DAYS;
  return levels.map(level => {
    let step = Math.max(1, high >> 3);
    while (high < MAX_FORECAST_DAYS && !passes(level, high)) {
      least = high + 1;
      high = Math.min(MAX_FORECAST_DAYS, high + step);
      step *= 2;
    }
    least = leastPassing(Math.min(least, high), high, span => passes(level, span));
    high = least;
    return least;
  });
}
