/** How often the forecasts of the past came true. */

import {
  LEVELS,
  type Level,
  type OfLevels,
  pinballLoss,
} from '@tallyboard/core/forecast/levels.ts';
import { MIN_PAST, type PastForecast } from '@tallyboard/core/forecast/rolled-forecast.ts';
import { mean, percent } from '@tallyboard/core/measure/statistics.ts';

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

export interface TrackRecord extends Score {
  readonly count: number;
  /** Weeks of the past in which there was no forecast; they do not count. */
  readonly cannot: number;
  /** Why `held` is null. */
  readonly untested: string | null;
  /** Of the forecasts without correction. */
  readonly plain: Score;
  readonly forecasts: readonly TrackedForecast[];
}

export interface TrackedForecast extends ByLevel<number> {
  /** ISO. */
  readonly asOf: string;
  /** The finishes or days that came; null if the issues are not finished yet. */
  readonly actual: number | null;
}

export function trackRecord(
  { past, cannot }: { readonly past: readonly PastForecast[]; readonly cannot: number },
  kind: 'how-many' | 'when',
  calibrate: boolean,
  /** The last instant of a day. */
  endOf: (day: number) => number,
): TrackRecord {
  const count = past.length;
  const score = (values: 'plain' | 'corrected'): Score =>
    count < MIN_PAST
      ? { held: null, pinball: null }
      : { held: heldOf(past, kind, values), pinball: pinballOf(past, kind, values) };
  const values = calibrate ? 'corrected' : 'plain';
  return {
    count,
    cannot,
    ...score(values),
    untested:
      count < MIN_PAST
        ? `Not yet testable: ${count} past forecasts, and ${MIN_PAST} are needed.`
        : null,
    plain: score('plain'),
    forecasts: past.map(each => ({
      asOf: new Date(endOf(each.at)).toISOString(),
      ...byLevel(each[values]),
      actual: each.actual,
    })),
  };
}

function heldOf(past: readonly PastForecast[], kind: string, values: 'plain' | 'corrected') {
  return byLevel(
    LEVELS.map((_, at) => {
      let held = 0;
      let known = 0;
      for (const { actual, elapsed, [values]: forecast } of past) {
        const value = forecast[at]!;
        if (actual === null && elapsed < value) continue;
        known++;
        if (actual !== null && (kind === 'when' ? actual <= value : actual >= value)) held++;
      }
      return percent(held, known);
    }),
  );
}

function pinballOf(
  past: readonly PastForecast[],
  kind: 'how-many' | 'when',
  values: 'plain' | 'corrected',
) {
  return mean(
    past.flatMap(({ actual, [values]: forecast }) =>
      actual === null ? [] : [pinballLoss(kind, forecast, actual)],
    ),
  );
}
