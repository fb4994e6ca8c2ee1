import { offsetAt } from '../data/zone.ts';

export const MINUTE = 60_000;
export const DAY = 86_400_000;
const DAY_START = 9 * 60;
const DAY_LENGTH = 8 * 60;

/** Days count from 1970-01-01. */
export const dayText = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = (day: number) => new Date(day * DAY).getUTCDay();

export const isWorkday = (day: number) => weekdayOf(day) % 6 !== 0;

/** The day itself, or the Monday after its weekend. */
export function onWorkday(day: number): number {
  if (isWorkday(day)) return day;
  return weekdayOf(day) === 6 ? day + 2 : day + 1;
}

/** Local time. One offset per day is exact, because clocks change at night and people work in office hours. */
export class Clock {
  readonly zone: string;
  readonly #offsets = new Map<number, number>();

  constructor(zone: string) {
    this.zone = zone;
  }

  /** Minutes east of UTC at noon of the day. */
  offset(day: number): number {
    let offset = this.#offsets.get(day);
    if (offset === undefined) {
      offset = offsetAt(day * DAY + DAY / 2, this.zone);
      this.#offsets.set(day, offset);
    }
    return offset;
  }

  at(day: number, minuteOfDay: number): number {
    return Math.round(day * DAY + (minuteOfDay - this.offset(day)) * MINUTE);
  }

  dayOf(instant: number): number {
    const offset = this.offset(Math.floor(instant / DAY));
    return Math.floor((instant + offset * MINUTE) / DAY);
  }

  minuteOf(instant: number): number {
    const day = this.dayOf(instant);
    return (instant - day * DAY) / MINUTE + this.offset(day);
  }

  /** Adds working days (8 hours from 9:00). */
  advance(from: number, workDays: number): number {
    let day = this.dayOf(from);
    let share = (this.minuteOf(from) - DAY_START) / DAY_LENGTH;
    share = isWorkday(day) ? Math.min(Math.max(share, 0), 1) : 0;
    day = onWorkday(day);
    share += workDays;
    while (share > 1) {
      day = onWorkday(day + 1);
      share -= 1;
    }
    return this.at(day, DAY_START + share * DAY_LENGTH);
  }
}

/** The zone in which the site writes its timestamps, east of UTC by whole hours. */
export const SITE_ZONE = 'Europe/Berlin';
const siteClock = new Clock(SITE_ZONE);

/** Jira's form: local time, and the offset without a colon. */
export function timestamp(instant: number): string {
  const offset = siteClock.offset(Math.floor(instant / DAY));
  const local = new Date(instant + offset * MINUTE).toISOString().slice(0, -1);
  return `${local}+${String(offset / 60).padStart(2, '0')}00`;
}
