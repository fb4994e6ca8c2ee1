/** The query of a velocity gadget: its stored settings name a board, not issues. */

import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { QuerySite } from '../report.ts';
import { lastSprints, shownIntervals } from './periods.ts';
import { filterProblem, type VelocitySettings } from './settings.ts';

/** Returns the query for the issues of sprints; one that finds nothing for none. */
export function sprintsJql(sprints: readonly Sprint[]): string {
  const ids = sprints.map(({ id }) => id);
  return ids.length > 0 ? `sprint in (${ids.join(', ')})` : 'created < "1970-01-01"';
}

/**
 * Returns the query for the issues of the settings' board: of its shown sprints or, by interval, all that changed since
 * the first interval, which what was completed since then must have. Throws an Error for a filter with 'order by', and
 * what the site rejects with where neither sprints nor filter of the board can be read.
 */
export async function velocityQuery(
  settings: VelocitySettings,
  context: ReportContext,
  site: QuerySite,
): Promise<string> {
  const problem = filterProblem(settings.jqlFilter);
  if (problem !== null) throw new Error(problem);
  const filter = settings.jqlFilter.trim();
  const narrowed = (jql: string) => (filter === '' ? jql : `${jql} AND (${filter})`);
  if (settings.board === null) return filter;
  if (settings.periods === 'sprint') {
    const sprints = await site.sprints(settings.board).catch(() => null);
    if (sprints) return narrowed(sprintsJql(lastSprints(sprints, settings)));
  }
  const [first] = shownIntervals(settings, context);
  // The host reads the day in its own zone: one day more on this side loses nothing.
  const since = first ? `updated >= "${dayText(first.first - 1)}"` : '';
  const board = await site.boardJql(settings.board);
  return narrowed([board && `(${board})`, since].filter(Boolean).join(' AND '));
}
