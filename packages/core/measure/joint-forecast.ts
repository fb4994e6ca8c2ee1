/**
 * When several teams are all done, if none waits for another: the chances of the teams multiply.
 *
 *   two teams, each done on day 1, 2, 3 with (1/2, 1/4, 1/4): all done with (1/4, 5/16, 7/16)
 */

import { LEVELS, type OfLevels } from './forecast-correction.ts';
import { leastPassing } from './throughput-law.ts';

/** The chance that all are done. */
export const jointChance = (chances: readonly number[]): number =>
  chances.reduce((product, chance) => product * chance, 1);

/** The least days, up to `limit`, within which all are done with the chances of LEVELS. */
export const jointDays = (
  chancesWithin: (days: number) => readonly number[],
  limit: number,
): OfLevels<number> =>
  LEVELS.map(level =>
    leastPassing(0, limit, days => jointChance(chancesWithin(days)) >= level / 100),
  );
