/** Worked examples of a calendar: working time of a few intervals, easy to check by hand. */

import { dayText, startOfWeek } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import { DAY, type Day, HOUR, MINUTE, type Milliseconds } from '@tallyboard/core/time/units.ts';
import type { WorkingCalendar } from '@tallyboard/core/time/working-calendar.ts';
import { instantOfWall } from '@tallyboard/core/time/zone.ts';

export interface WorkedExample {
  readonly id: string;
  /** 'Mon Mar 2, 09:00 – Tue Mar 3, 09:00' */
  readonly text: string;
  readonly working: Milliseconds;
  readonly elapsed: Milliseconds;
  readonly about: string;
}

const MONDAY = 1;

/**
 * Returns examples in the calendar's own zone: a day, a weekend and the whole week of `today`, and the two days around
 * each of the next two `holidays`, which are days that differ from their weekday.
 */
export function workedExamples(
  calendar: WorkingCalendar,
  today: Day,
  holidays: readonly Day[],
): readonly WorkedExample[] {
  const monday = startOfWeek(today, MONDAY);
  const next = holidays.filter(day => day >= today).slice(0, 2);
  return [
    example('day', calendar, [monday, 9], [monday + 1, 9], 'A day'),
    example('weekend', calendar, [monday + 4, 16], [monday + 7, 10], 'Over a weekend'),
    example('week', calendar, [monday, 0], [monday + 7, 0], 'A whole week'),
    ...next.map(day =>
      example(
        `holiday ${dayText(day)}`,
        calendar,
        [day - 1, 9],
        [day + 1, 9],
        'Over a holiday or special day',
      ),
    ),
  ];
}

type Moment = readonly [day: Day, hour: number];

function example(
  id: string,
  calendar: WorkingCalendar,
  start: Moment,
  end: Moment,
  about: string,
): WorkedExample {
  const instant = ([day, hour]: Moment) => instantOfWall(day * DAY + hour * HOUR, calendar.zone);
  const from = instant(start);
  const to = instant(end);
  return {
    id,
    text: `${momentText(start)} – ${momentText(end)}`,
    working: calendar.workingTime(from, to),
    elapsed: to - from,
    about,
  };
}

const momentText = ([day, hour]: Moment) =>
  `${formatDay(day, 'ddd MMM D')}, ${String(hour).padStart(2, '0')}:00`;

/** '7 h', '7 h 30 min', '0 h'. */
export function hoursText(time: Milliseconds): string {
  const minutes = Math.round(time / MINUTE);
  const rest = minutes % 60;
  const hours = `${Math.floor(minutes / 60)} h`;
  return rest === 0 ? hours : `${hours} ${rest} min`;
}
