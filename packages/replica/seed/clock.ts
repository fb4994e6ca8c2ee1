/**
 * Local time for the demo's people. Days are whole days since 1970-01-01; office hours lie far from the night hours
 * in which clocks change, so one offset a day is exact for everything that people do.
 */
export const MINUTE = 60_000;
export const DAY = 86_400_000;
const DAY_START = 9 * 60;
const DAY_LENGTH = 8 * 60;

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

export function dayText(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** 0 Sunday to 6 Saturday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

export function isWorkday(day: number): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6;
}

/** The day itself, or the Monday after its weekend. */
export function onWorkday(day: number): number {
  const weekday = weekdayOf(day);
  if (weekday === 6) return day + 2;
  return weekday === 0 ? day + 1 : day;
}

export class Clock {
  readonly zone: string;
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, number>();
  readonly #dates = new Map<number, string>();

  constructor(zone: string) {
    this.zone = zone;
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  }

  /** Minutes east of UTC at noon of the day. */
  offset(day: number): number {
    let offset = this.#offsets.get(day);
    if (offset === undefined) {
      const noon = day * DAY + DAY / 2;
      const parts = new Map(this.#format.formatToParts(noon).map(p => [p.type, Number(p.value)]));
      const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
      const local = Date.UTC(
        part('year'),
        part('month') - 1,
        part('day'),
        part('hour'),
        part('minute'),
      );
      offset = (local - noon) / MINUTE;
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

  /** The instant that lies so many working days (of 8 hours from 9:00) after another. */
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

  /** As Jira writes instants: the local time of the site with an offset without a colon. */
  timestamp(instant: number): string {
    const offset = this.offset(Math.floor(instant / DAY));
    const local = instant + offset * MINUTE;
    const day = Math.floor(local / DAY);
    let date = this.#dates.get(day);
    if (date === undefined) {
      date = dayText(day);
      this.#dates.set(day, date);
    }
    const ms = local - day * DAY;
    const time = `${pad(Math.floor(ms / 3_600_000))}:${pad(Math.floor(ms / 60_000) % 60)}:${pad(Math.floor(ms / 1000) % 60)}.${pad(ms % 1000, 3)}`;
    const size = Math.abs(offset);
    return `${date}T${time}${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}${pad(size % 60)}`;
  }
}
