/**
 * When several teams are all done, if none waits for another: the chances of the teams multiply.
 *
 *   two teams, each done on day 1, 2, 3 with (1/2, 1/4, 1/4): all done with (1/4, 5/16, 7/16)
 */

import { betterLine } from './better-line.ts';
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

/** When all teams with open items are done; null without a team. */
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
  /** The line of `current` that readers see. */
  readonly line: ForecastLine;
}

/**
 * The joint forecast at the present and in every week of the past, each over the teams that had open items then. Without
 * `calibrate` readers see the plain line.
 */
export function rollJoint(
  teams: readonly RollingTeam[],
  present: number,
  calibrate: boolean,
): RolledJoint {
  const forecastAt = (at: number) => {
    const open = teams.filter(({ itemsAt }) => itemsAt(at) > 0);
    const ahead = open.flatMap(({ roller }) => {
      const outlook = roller.outlookAt(at);
      return outlook && !outlook.isEndless ? [outlook] : [];
    });
    const forecast = ahead.length === open.length ? jointForecast(ahead) : null;
    const items = open.reduce((sum, { itemsAt }) => sum + itemsAt(at), 0);
    return forecast && { at, open, forecast, prospect: { items } };
  };
  const made: NonNullable<ReturnType<typeof forecastAt>>[] = [];
  let cannot = 0;
  for (let at = present % WEEK; at < present; at += WEEK) {
    const one = forecastAt(at);
    if (one) made.push(one);
    else cannot++;
  }
  const current = forecastAt(present);
  const days = new Map(
    teams.map(team => {
      const { past } = team.roller.rolled();
      return [team, new Map(past.map(({ at, actual }) => [at, actual]))];
    }),
  );
  const past = made.map(one => {
    const own = one.open.map(team => days.get(team)?.get(one.at) ?? null);
    return { ...one, actual: own.every(each => each !== null) ? Math.max(...own) : null };
  });
  const lineAt = (at: number, items: number): ForecastLine => {
    if (!calibrate) return 'plain';
    const known = past.filter(
      ({ at: asked, actual }) => actual !== null && asked + 1 + actual <= at,
    );
    return betterLine('when', known, items);
  };
  return {
    outlooks: teams.map(({ roller }) => roller.outlookAt(present)),
    current: current?.forecast ?? null,
    line: lineAt(present, current?.prospect.items ?? 0),
    cannot,
    past: past.flatMap(({ at, actual, forecast, prospect: { items } }) =>
      pastForecast({ at, line: lineAt(at, items), actual }, forecast, 'when', present),
    ),
  };
}
