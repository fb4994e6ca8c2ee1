/** The days of a forecast, and the finishes and open issues on each. */

import { type FinishHistory, NEVER } from '@tallyboard/core/forecast/rolled-forecast.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { compileCalendar, defaultCalendar } from '@tallyboard/core/time/working-calendar.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import type { FinishSpells } from '@tallyboard/report-kit/families/flow/finish-spells.ts';

/** Calendar days of the reader's zone, counted from that on which the first issue was created. */
export interface CalendarDays {
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

export interface Backlog {
  openAt(day: number): number;
  /** The number of issues created until the end of a day; 0 for the day before the first. */
  createdAt(day: number): number;
}

/** The issues of the scope at each day. */
export function backlogOf(
  issues: Dataset['issues'],
  { row, from, until }: FinishSpells,
  isItem: (row: number) => boolean,
  days: CalendarDays,
): Backlog {
  const changes = new Int32Array(days.present + 2);
  const created = new Int32Array(days.present + 2);
  const add = (list: Int32Array, instant: Instant, change: number) => {
    const day = days.of(instant) + 1;
    if (day < list.length) list[day]! += change;
  };
  issues.forEach((issue, row) => {
    if (isItem(row)) add(created, issue.created, 1);
  });
  for (let at = 0; at < row.length; at++) {
    if (!isItem(row[at]!)) continue;
    add(changes, from[at]!, -1);
    if (until[at] !== Infinity) add(changes, until[at]!, 1);
  }
  for (let day = 1; day < changes.length; day++) {
    created[day]! += created[day - 1]!;
    changes[day]! += changes[day - 1]!;
  }
  return {
    createdAt: day => created[day + 1]!,
    openAt: day => created[day + 1]! + changes[day + 1]!,
  };
}
