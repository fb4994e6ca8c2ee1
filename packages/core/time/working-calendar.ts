/** Working time between two instants, by prefix sums of a calendar's hours. */

import type { CalendarDefinition, TimeRange } from '../model/context.ts';
import { type CalendarProblem, parseCalendar, type Ranges } from './calendar-definition.ts';
import { civilOf, dayOf, weekday } from './day.ts';
import {
  DAY,
  type Day,
  HOUR,
  type Instant,
  MINUTE,
  type Milliseconds,
  type ZoneId,
} from './units.ts';
import { localDay, offsetPieces } from './zone.ts';

export class CalendarError extends Error {
  override readonly name = 'CalendarError';
  readonly problems: readonly CalendarProblem[];

  constructor(problems: readonly CalendarProblem[]) {
    super(problems.map(problem => problem.text).join(' '));
    this.problems = problems;
  }
}

export interface WorkingCalendar {
  readonly zone: ZoneId;
  /** Sunday to Saturday. */
  readonly weekdays: readonly Ranges[];
  /** The working hours of a local day. */
  rangesOf(day: Day): Ranges;
  /** In [from, to), exact across clock changes; 0 if `to` is not after `from`. */
  workingTime(from: Instant, to: Instant): Milliseconds;
}

/** The initial calendar of a site. */
export function defaultCalendar(timezone: ZoneId): CalendarDefinition {
  const day: readonly TimeRange[] = ['09:00-12:00', '13:00-17:00'];
  return {
    timezone,
    days: {
      Monday: day,
      Tuesday: day,
      Wednesday: day,
      Thursday: day,
      Friday: day,
      Saturday: [],
      Sunday: [],
      '--01-01': [],
      '--12-25': [],
    },
  };
}

/** Throws CalendarError for an invalid definition. */
export function compileCalendar(definition: CalendarDefinition): WorkingCalendar {
  const { calendar, problems } = parseCalendar(definition);
  if (calendar === null) throw new CalendarError(problems);
  const { dates, yearly, weekdays, zone } = calendar;
  const rangesOf = (day: Day): Ranges => {
    const dated = dates.get(day);
    if (dated) return dated;
    if (yearly.size > 0) {
      const { month, date } = civilOf(day);
      const holiday = yearly.get(month * 32 + date);
      if (holiday) return holiday;
    }
    return weekdays[weekday(day)]!;
  };
  const sums = new PrefixSums(zone, rangesOf);
  return {
    zone,
    weekdays,
    rangesOf,
    workingTime(from, to) {
      if (!(to > from)) return 0;
      sums.cover(from, to);
      return sums.workedUntil(to) - sums.workedUntil(from);
    },
  };
}

/** The working intervals of some years with the working time before each, and the first interval of each UTC day. */
class PrefixSums {
  private readonly zone: ZoneId;
  private readonly rangesOf: (day: Day) => Ranges;
  private firstYear = 0;
  private lastYear = -1;
  private from: Instant = 0;
  private to: Instant = 0;
  private starts = new Float64Array(0);
  private ends = new Float64Array(0);
  private before = new Float64Array(0);
  private total: Milliseconds = 0;
  private firstOfDay = new Uint32Array(0);

  constructor(zone: ZoneId, rangesOf: (day: Day) => Ranges) {
    this.zone = zone;
    this.rangesOf = rangesOf;
  }

  /** Adds the years from `from` to `to`, and one before and after, if they are missing. */
  cover(from: Instant, to: Instant): void {
    if (from >= this.from && to <= this.to) return;
    const first = civilOf(Math.floor(from / DAY)).year - 1;
    const last = civilOf(Math.floor(to / DAY)).year + 1;
    const empty = this.lastYear < this.firstYear;
    this.firstYear = empty ? first : Math.min(this.firstYear, first);
    this.lastYear = empty ? last : Math.max(this.lastYear, last);
    this.layOut();
  }

  private layOut(): void {
    this.from = dayOf(this.firstYear, 1, 1) * DAY;
    this.to = dayOf(this.lastYear + 1, 1, 1) * DAY;
    const starts: number[] = [];
    const ends: number[] = [];
    for (const piece of offsetPieces(this.from, this.to, this.zone)) {
      const last = localDay(piece.to - 1, this.zone);
      for (let day = localDay(piece.from, this.zone); day <= last; day++) {
        const midnight = day * DAY - piece.offset;
        for (const [start, end] of this.rangesOf(day)) {
          // Cut at changes of offset, hours that the clock skips do not count and repeated ones count twice.
          const at = Math.max(midnight + start * MINUTE, piece.from);
          const until = Math.min(midnight + end * MINUTE, piece.to);
          if (until <= at) continue;
          starts.push(at);
          ends.push(until);
        }
      }
    }
    this.starts = Float64Array.from(starts);
    this.ends = Float64Array.from(ends);
    this.before = new Float64Array(starts.length);
    this.total = 0;
    for (let i = 0; i < starts.length; i++) {
      this.before[i] = this.total;
      this.total += ends[i]! - starts[i]!;
    }
    this.indexDays();
  }

  private indexDays(): void {
    const days = (this.to - this.from) / DAY;
    this.firstOfDay = new Uint32Array(days + 1);
    let next = 0;
    for (let day = 0; day <= days; day++) {
      const start = this.from + day * DAY;
      while (next < this.ends.length && this.ends[next]! <= start) next++;
      this.firstOfDay[day] = next;
    }
  }

  /** Working time from the first year until `t`. */
  workedUntil(t: Instant): Milliseconds {
    let i = this.firstOfDay[Math.floor((t - this.from) / DAY)]!;
    while (i < this.ends.length && this.ends[i]! <= t) i++;
    if (i === this.ends.length) return this.total;
    return this.before[i]! + Math.max(0, t - this.starts[i]!);
  }
}

/**
 * The most frequent length of a working weekday, the longer one of two; 24 hours without working weekdays. Durations
 * are shown in such days.
 */
export function dayLength(calendar: WorkingCalendar): Milliseconds {
  const byLength = Map.groupBy(weekdayLengths(calendar), length => length);
  const [best] = [...byLength].sort(([a, days], [b, more]) => more.length - days.length || b - a);
  return best?.[0] ?? 24 * HOUR;
}

/** The number of working weekdays; 7 without any, like dayLength. */
export const daysPerWeek = (calendar: WorkingCalendar): number =>
  weekdayLengths(calendar).length || 7;

const weekdayLengths = ({ weekdays }: WorkingCalendar): Milliseconds[] =>
  weekdays
    .map(ranges => ranges.reduce((sum, [start, end]) => sum + end - start, 0) * MINUTE)
    .filter(length => length > 0);

/** Whether a local day is a working day. */
export type WorkingDays = (day: Day) => boolean;

/** By seven flags, Sunday to Saturday. */
export const workingDaysOfFlags =
  (flags: readonly boolean[]): WorkingDays =>
  day =>
    flags[weekday(day)] === true;

/** The working days of a timesheet. */
export const workingDaysOfWeek = (week: 'monday-friday' | 'sunday-thursday'): WorkingDays =>
  week === 'monday-friday' ? day => weekday(day) % 6 !== 0 : day => weekday(day) < 5;

/** From `first` to `last`, both included. */
export function workingDaysBetween(isWorking: WorkingDays, first: Day, last: Day): number {
  let count = 0;
  for (let day = first; day <= last; day++) if (isWorking(day)) count++;
  return count;
}
