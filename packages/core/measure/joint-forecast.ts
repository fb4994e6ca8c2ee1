/**
 * When several teams are all done, if none waits for another: the chances of the teams multiply.
 *
 *   two teams, each done on day 1, 2, 3 with (1/2, 1/4, 1/4): all done with (1/4, 5/16, 7/16)
 */

import { LEVELS, type OfLevels, WEEK } from './forecast-correction.ts';
import {
  elapsedAt,
  type Forecast,
  type ForecastLine,
  type ForecastRoller,
  MAX_FORECAST_DAYS,
  type Outlook,
  type PastForecast,
} from './rolled-forecast.ts';
import { leastPassing } from './throughput-law.ts';

/** The chance that all are done. */
export const jointChance = (chances: readonly number[]): number =>
  chances.reduce((product, chance) => product * chance, 1);

/** The least days, from `least` to `limit`, within which all are done with the chances of LEVELS. */
export const jointDays = (
  chancesWithin: (days: number) => readonly number[],
  limit: number,
  least: OfLevels<number> = LEVELS.map(() => 0),
): OfLevels<number> =>
  LEVELS.map((level, at) => {
    const passes = (days: number) => jointChance(chancesWithin(days)) >= level / 100;
    let from = least[at] as number;
    let to = from;
    // Days of the joint forecast are seldom much above those of the slowest team.
    for (let step = 1; to < limit && !passes(to); step *= 2) {
      from = to + 1;
      to = Math.min(limit, to + step);
    }
    return leastPassing(Math.min(from, to), to, passes);
  });

/** A team that has open items, and what is known of it. */
interface Ahead {
  readonly items: number;
  readonly outlook: Outlook;
}

/** Null without a team. */
function jointForecast(teams: readonly Ahead[]): Forecast | null {
  const [first, ...others] = teams;
  if (!first) return null;
  if (others.length === 0) return first.outlook.forecast;
  const of = (line: ForecastLine) =>
    jointDays(
      days => teams.map(({ items, outlook }) => outlook.chanceOf(line, days, items)),
      MAX_FORECAST_DAYS,
      LEVELS.map((_, at) =>
        Math.max(...teams.map(({ outlook }) => outlook.forecast[line][at] as number)),
      ),
    );
  return { plain: of('plain'), corrected: of('corrected') };
}

/** A team whose forecasts answer 'when'. */
export interface RollingTeam {
  readonly roller: ForecastRoller;
  /** The number of open items at the end of a day. */
  itemsAt(day: number): number;
}

export interface RolledJoint {
  /** By team; null without open items, or if too little is known. */
  readonly outlooks: readonly (Outlook | null)[];
  /** Null if a team with open items has none. */
  readonly current: Forecast | null;
  readonly past: readonly PastForecast[];
  /** Weeks of the past in which there was no forecast. */
  readonly cannot: number;
}

/** The joint forecast at the present and in every week of the past, each over the teams that had open items then. */
export function rollJoint(teams: readonly RollingTeam[], present: number): RolledJoint {
  const forecastAt = (at: number) => {
    const open = teams.filter(({ itemsAt }) => itemsAt(at) > 0);
    const ahead = open.flatMap(({ roller, itemsAt }): Ahead[] => {
      const outlook = roller.outlookAt(at);
      return outlook && !outlook.isEndless ? [{ items: itemsAt(at), outlook }] : [];
    });
    const forecast = ahead.length === open.length ? jointForecast(ahead) : null;
    return forecast && { at, open, forecast };
  };
  const made: NonNullable<ReturnType<typeof forecastAt>>[] = [];
  let cannot = 0;
  for (let at = present % WEEK; at < present; at += WEEK) {
    const one = forecastAt(at);
    if (one) made.push(one);
    else cannot++;
  }
  const current = forecastAt(present)?.forecast ?? null;
  const days = new Map(
    teams.map(team => {
      const { past } = team.roller.rolled();
      return [team, new Map(past.map(({ at, actual }) => [at, actual]))];
    }),
  );
  return {
    outlooks: teams.map(({ roller }) => roller.outlookAt(present)),
    current,
    cannot,
    past: made.flatMap(({ at, open, forecast }): PastForecast[] => {
      const own = open.map(team => days.get(team)?.get(at) ?? null);
      const actual = own.every(each => each !== null) ? Math.max(...own) : null;
      const elapsed = elapsedAt(present, { at });
      const isKnown = actual !== null || elapsed >= (forecast.corrected[0] ?? 0);
      return isKnown ? [{ ...forecast, at, actual, elapsed }] : [];
    }),
  };
}
