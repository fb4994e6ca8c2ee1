/** The open issues on each day of a forecast. */

import type { FinishSpells } from '@tallyboard/core/flow/finish-spells.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { CalendarDays } from '@tallyboard/report-kit/families/flow/calendar-days.ts';

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
