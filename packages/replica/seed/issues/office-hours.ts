import { type Clock, isWorkday, MINUTE } from '../clock.ts';

/** Which time an SLA counts, in milliseconds. */
export interface SlaCalendar {
  /** The counted time of a span. */
  between(from: number, to: number): number;
  /** The instant at which so much time has been counted. */
  after(from: number, millis: number): number;
  isOpen(at: number): boolean;
}

export const ALWAYS: SlaCalendar = {
  between: (from, to) => to - from,
  after: (from, millis) => from + millis,
  isOpen: () => true,
};

/** Monday to Friday from an hour to another, in the zone of the clock. */
export function officeHours(clock: Clock, first: number, last: number): SlaCalendar {
  const hoursOf = (day: number) => {
    const from = clock.at(day, first * 60);
    return { from, to: isWorkday(day) ? from + (last - first) * 60 * MINUTE : from };
  };
  return {
    between(from, to) {
      let sum = 0;
      for (let day = clock.dayOf(from); day <= clock.dayOf(to); day++) {
        const hours = hoursOf(day);
        sum += Math.max(0, Math.min(to, hours.to) - Math.max(from, hours.from));
      }
      return sum;
    },
    after(from, millis) {
      let left = millis;
      for (let day = clock.dayOf(from); ; day++) {
        const hours = hoursOf(day);
        const start = Math.max(from, hours.from);
        if (hours.to - start >= left && hours.to > hours.from) return start + left;
        left -= Math.max(0, hours.to - start);
      }
    },
    isOpen(at) {
      const { from, to } = hoursOf(clock.dayOf(at));
      return from <= at && at < to;
    },
  };
}
