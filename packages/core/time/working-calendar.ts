/** Working time between two instants: a calendar's ranges laid out on the time line and summed up once. */

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

/** A definition that cannot be used; `problems` say what is wrong with which key. */
export class CalendarError extends Error {
  override readonly name = 'CalendarError';
  readonly problems: readonly CalendarProblem[];

  constructor(problems: readonly CalendarProblem[]) {
    super(problems.map(problem => problem.text).join(' '));
    this.problems = problems;
  }
}

/** A calendar ready to be asked. */
export interface WorkingCalendar {
  readonly zone: ZoneId;
  /** Working ranges of each weekday, Sunday to Saturday. */
  readonly weekdays: readonly Ranges[];
  /** Working ranges of a local day, in minutes from midnight, in order. */
  rangesOf(day: Day): Ranges;
  /** Working milliseconds in [from, to), exact where clocks change; 0 when `to` is not after `from`. */
  workingTime(from: Instant, to: Instant): Milliseconds;
}

const MORNING: TimeRange = '09:00-12:00';
const AFTERNOON: TimeRange = '13:00-17:00';

/** Returns the calendar that the spec gives to begin with: Monday to Friday 9-12 and 13-17, two holidays. */
export function defaultCalendar(timezone: ZoneId): CalendarDefinition {
  const day = [MORNING, AFTERNOON];
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
      '2023-12-25': [],
      '2024-01-01': [],
    },
  };
}

/** Returns the calendar of a definition. Throws CalendarError when the definition has a problem. */
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
    return weekdays[weekday(day)] as Ranges;
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

/**
 * The working stretches of some years in order, each with the working time before it. Each day of UTC knows its first
 * stretch, so a question is a look-up and a step or two.
 */
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

  /** Lays out the years that the question needs, and a year around them, when they are not yet there. */
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
          // Cutting at the change of offset leaves out what the clock skips and counts what it repeats.
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
      this.total += (ends[i] as number) - (starts[i] as number);
    }
    this.indexDays();
  }

  private indexDays(): void {
    const days = (this.to - this.from) / DAY;
    this.firstOfDay = new Uint32Array(days + 1);
    let next = 0;
    for (let day = 0; day <= days; day++) {
      const start = this.from + day * DAY;
      while (next < this.ends.length && (this.ends[next] as number) <= start) next++;
      this.firstOfDay[day] = next;
    }
  }

  /** Working time from the beginning of what is laid out until `t`. */
  workedUntil(t: Instant): Milliseconds {
    let i = this.firstOfDay[Math.floor((t - this.from) / DAY)] as number;
    while (i < this.ends.length && (this.ends[i] as number) <= t) i++;
    if (i === this.ends.length) return this.total;
    return (this.before[i] as number) + Math.max(0, t - (this.starts[i] as number));
  }
}

/**
 * Returns the calendar's own day, by which durations can be shown: the length that most working weekdays have, the
 * longer one of two equally common. A calendar without working weekdays has days of 24 hours.
 */
export function dayLength(calendar: WorkingCalendar): Milliseconds {
  const counts = new Map<Milliseconds, number>();
  for (const length of weekdayLengths(calendar)) counts.set(length, (counts.get(length) ?? 0) + 1);
  let best = 0;
  let bestCount = 0;
  for (const [length, count] of counts) {
    if (count < bestCount || (count === bestCount && length < best)) continue;
    best = length;
    bestCount = count;
  }
  return best || 24 * HOUR;
}

/** Returns how many weekdays the calendar works on; 7 when it works on none, like dayLength. */
export function daysPerWeek(calendar: WorkingCalendar): number {
  return weekdayLengths(calendar).length || 7;
}

function weekdayLengths(calendar: WorkingCalendar): Milliseconds[] {
  return calendar.weekdays
    .map(minutesOf)
    .filter(minutes => minutes > 0)
    .map(m => m * MINUTE);
}

function minutesOf(ranges: Ranges): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start, 0);
}

/** Whether a local day is a working one. */
export type WorkingDays = (day: Day) => boolean;

/** Seven flags, Sunday to Saturday, as burn stores its working days. */
export function workingDaysOfFlags(flags: readonly boolean[]): WorkingDays {
  return day => flags[weekday(day)] === true;
}

/** The two working weeks of timesheets. */
export type WorkWeek = 'monday-friday' | 'sunday-thursday';

/** Returns the working days of a timesheet's week. */
export function workingDaysOfWeek(week: WorkWeek): WorkingDays {
  return week === 'monday-friday'
    ? workingDaysOfFlags([false, true, true, true, true, true, false])
    : workingDaysOfFlags([true, true, true, true, true, false, false]);
}

/** Returns how many working days there are from `first` to `last`, both included. */
export function workingDaysBetween(isWorking: WorkingDays, first: Day, last: Day): number {
  let count = 0;
  for (let day = first; day <= last; day++) if (isWorking(day)) count++;
  return count;
}
