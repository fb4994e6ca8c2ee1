/** The days of a forecast, and the finishes on each. */

import type { FinishSpells } from '@tallyboard/core/flow/finish-spells.ts';
import { type FinishHistory, NEVER } from '@tallyboard/core/forecast/rolled-forecast.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Day, Instant } from '@tallyboard/core/time/units.ts';
import { compileCalendar, defaultCalendar } from '@tallyboard/core/time/working-calendar.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';

/** Calendar days of the reader's zone, counted from that on which the first issue was created. */
export interface CalendarDays {
  /** That of day 0. */
  readonly first: Day;
  /** The day of the report. */
  readonly present: number;
  of(instant: Instant): number;
  /** The last millisecond of a day. */
  endOf(day: number): Instant;
  isWorking(day: number): boolean;
}

export function daysBefore(
  { asOf, zone, calendar }: ReportContext,
  issues: Dataset['issues'],
  counts: (row: number) => boolean,
): CalendarDays {
  let earliest = asOf;
  issues.forEach(({ created }, row) => {
    if (created < earliest && counts(row)) earliest = created;
  });
  const first = localDay(earliest, zone);
  const { rangesOf } = compileCalendar(calendar ?? defaultCalendar(zone));
  return {
    first,
    present: localDay(asOf, zone) - first,
    of: instant => Math.max(0, localDay(instant, zone) - first),
    endOf: day => startOfDay(first + day + 1, zone) - 1,
    isWorking: day => rangesOf(first + day).length > 0,
  };
}

/** The day itself, or the next working day until the present. */
export function nextWorking(day: number, { present, isWorking }: CalendarDays): number {
  let next = day;
  while (next < present && !isWorking(next)) next++;
  return next;
}

export function finishHistory({ from, until }: FinishSpells, days: CalendarDays): FinishHistory {
  // Typed arrays are filled several times as fast as by their `from`.
  const finished = new Int32Array(from.length);
  const reopened = new Int32Array(from.length);
  for (let at = 0; at < from.length; at++) {
    const end = until[at]!;
    finished[at] = days.of(from[at]!);
    reopened[at] = end === Infinity ? NEVER : days.of(end);
  }
  return { present: days.present, finished, reopened, isWorking: days.isWorking };
}
