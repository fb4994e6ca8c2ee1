/** How often the forecasts of the past came true. */

import { MIN_PAST } from '@tallyboard/core/forecast/better-line.ts';
import {
  LEVELS,
  type Level,
  type OfLevels,
  pinballLoss,
} from '@tallyboard/core/forecast/levels.ts';
import type { ForecastLine } from '@tallyboard/core/forecast/outlook.ts';
import type { PastForecast } from '@tallyboard/core/forecast/rolled-forecast.ts';
import { mean, percent } from '@tallyboard/core/measure/statistics.ts';
import type { PartLine } from '@tallyboard/report-kit/families/parts/part-dates.ts';

export type ByLevel<Value> = Readonly<Record<Level, Value>>;

export const byLevel = <Value>(values: OfLevels<Value>): ByLevel<Value> =>
  Object.fromEntries(LEVELS.map((level, at) => [level, values[at]])) as Record<Level, Value>;

/** Null with fewer than MIN_PAST forecasts. */
export interface Score {
  /** In percent. */
  readonly held: ByLevel<number> | null;
  /** The mean pinball loss of all levels, in issues or days: the lower the better. */
  readonly pinball: number | null;
}

/** Plain trials or corrected ones; of a part its pace, or that times a factor. */
export type ShownLine = ForecastLine | PartLine;

export interface TrackRecord extends Score {
  /** Weeks of the past; of a part, earlier parts of its kind. */
  readonly count: number;
  /** Weeks of the past in which there was no forecast; they do not count. */
  readonly cannot: number;
  /** Why `held` is null. */
  readonly untested: string | null;
  /** Score of the forecasts without correction, and with it. */
  readonly plain: Score;
  readonly corrected: Score;
  readonly forecasts: readonly TrackedForecast[];
}

export interface TrackedForecast extends ByLevel<number> {
  /** ISO. */
  readonly asOf: string;
  /** An earlier part of the kind that is asked about; absent for all issues. */
  readonly part?: string;
  /** The finishes or days that came; null if the issues are not finished yet. */
  readonly actual: number | null;
}

export function trackRecord(
  { past, cannot }: { readonly past: readonly PastForecast[]; readonly cannot: number },
  kind: 'how-many' | 'when',
  /** The last instant of a day. */
  endOf: (day: number) => number,
): TrackRecord {
  const count = past.length;
  const score = (valuesOf: ValuesOf): Score =>
    count < MIN_PAST
      ? { held: null, pinball: null }
      : { held: heldOf(past, kind, valuesOf), pinball: pinballOf(past, kind, valuesOf) };
  return {
    count,
    cannot,
    ...score(shownOf),
    untested:
      count < MIN_PAST
        ? `Not yet testable: ${count} past forecasts, and ${MIN_PAST} are needed.`
        : null,
    plain: score(({ plain }) => plain),
    corrected: score(({ corrected }) => corrected),
    forecasts: past.map(each => ({
      asOf: new Date(endOf(each.at)).toISOString(),
      ...byLevel(shownOf(each)),
      actual: each.actual,
    })),
  };
}

type ValuesOf = (forecast: PastForecast) => OfLevels<number>;

/** The line that readers saw. */
const shownOf: ValuesOf = each => each[each.line];

function heldOf(past: readonly PastForecast[], kind: string, valuesOf: ValuesOf) {
  return byLevel(
    LEVELS.map((_, at) => {
      let held = 0;
      let known = 0;
      for (const each of past) {
        const { actual, elapsed } = each;
        const value = valuesOf(each)[at]!;
        if (actual === null && elapsed < value) continue;
        known++;
        if (actual !== null && (kind === 'when' ? actual <= value : actual >= value)) held++;
      }
      return percent(held, known);
    }),
  );
}

function pinballOf(past: readonly PastForecast[], kind: 'how-many' | 'when', valuesOf: ValuesOf) {
  return mean(
    past.flatMap(each =>
      each.actual === null ? [] : [pinballLoss(kind, valuesOf(each), each.actual)],
    ),
  );
}
