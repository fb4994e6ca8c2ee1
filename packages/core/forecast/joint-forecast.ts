/**
 * When several teams are all done, if none waits for another: the chances of the teams multiply.
 *
 *   two teams, each done on day 1, 2, 3 with (1/2, 1/4, 1/4): all done with (1/4, 5/16, 7/16)
 */

import { LEVELS, type OfLevels } from './levels.ts';
import { type Forecast, type ForecastLine, MAX_FORECAST_DAYS, type Outlook } from './outlook.ts';
import {
  type ForecastRoller,
  pastForecast,
  type TrackedForecasts,
  WEEK,
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
    let from = least[at]!;
    let to = from;
    // Days of the joint forecast are seldom much above those of the slowest team.
    for (let step = 1; to < limit && !passes(to); step *= 2) {
      from = to + 1;
      to = Math.min(limit, to + step);
    }
    return leastPassing(Math.min(from, to), to, passes);
  });

/** Of teams that have open items; null without a team. */
function jointForecast(teams: readonly Outlook[]): Forecast | null {
  const [first, ...others] = teams;
  if (!first || others.length === 0) return first?.forecast ?? null;
  const of = (line: ForecastLine) =>
    jointDays(
      days => teams.map(team => team.chanceOf(line, days, team.known.items ?? 0)),
      MAX_FORECAST_DAYS,
      LEVELS.map((_, at) => Math.max(...teams.map(({ forecast }) => forecast[line][at]!))),
    );
  return { plain: of('plain'), corrected: of('corrected') };
}

/** A team whose forecasts answer 'when'. */
export interface RollingTeam {
  readonly roller: ForecastRoller;
  /** The number of open items at the end of a day. */
  itemsAt(day: number): number;
}

export interface RolledJoint extends TrackedForecasts {
  /** By team; null without open items, or if too little is known. */
  readonly outlooks: readonly (Outlook | null)[];
  /** Null if a team with open items has none. */
  readonly current: Forecast | null;
}

/** The joint forecast at the present and in every week of the past, each over the teams that had open items then. */
export function rollJoint(teams: readonly RollingTeam[], present: number): RolledJoint {
  const forecastAt = (at: number) => {
    const open = teams.filter(({ itemsAt }) => itemsAt(at) > 0);
    const ahead = open.flatMap(({ roller }) => {
      const outlook = roller.outlookAt(at);
      return outlook && !outlook.isEndless ? [outlook] : [];
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
    past: made.flatMap(({ at, open, forecast }) => {
      const own = open.map(team => days.get(team)?.get(at) ?? null);
      const actual = own.every(each => each !== null) ? Math.max(...own) : null;
      return pastForecast({ at, actual }, forecast, 'when', present);
    }),
  };
}
