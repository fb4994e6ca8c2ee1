import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import type { Worklog } from '@tallyboard/core/model/worklog.ts';
import type { Day, ZoneId } from '@tallyboard/core/time/units.ts';
import { isZone, localDay } from '@tallyboard/core/time/zone.ts';
import type { AuthorFilter } from './authors.ts';
import { type DayRange, worklogInstants } from './range.ts';
import type { TimesheetSettings } from './settings.ts';

export interface Entry {
  readonly row: number;
  readonly day: Day;
  readonly worklog: Worklog;
}

/** Returns the worklogs on the days of the range by the authors of the filter, ascending by row, then by start. */
export function entriesOf(
  { issues }: Dataset,
  range: DayRange,
  authors: AuthorFilter | null,
  zoneOf: (author: User | null) => ZoneId,
): readonly Entry[] {
  const { from, to } = worklogInstants(range);
  const entries: Entry[] = [];
  for (let row = 0; row < issues.length; row++) {
    for (const worklog of (issues[row] as Issue).worklogs) {
      if (worklog.started < from || worklog.started >= to) continue;
      const day = localDay(worklog.started, zoneOf(worklog.author));
      if (day < range.first || day > range.last) continue;
      if (authors === null || authors.accepts(worklog.author)) entries.push({ row, day, worklog });
    }
  }
  return entries;
}

/** Returns a function from an author to the time zone of their days; the viewer's zone if unknown. */
export function zoneReader(
  { daysOf }: Pick<TimesheetSettings, 'daysOf'>,
  { zone }: Pick<ReportContext, 'zone'>,
): (author: User | null) => ZoneId {
  if (daysOf === 'viewer') return () => zone;
  const zones = new Map<User | null, ZoneId>();
  return author => {
    let found = zones.get(author);
    if (found === undefined) {
      found = knownZone(author) ?? zone;
      zones.set(author, found);
    }
    return found;
  };
}

/** The author's own zone; null if missing or invalid. */
export function knownZone(author: User | null): ZoneId | null {
  const zone = author?.zone ?? null;
  return zone !== null && isZone(zone) ? zone : null;
}
