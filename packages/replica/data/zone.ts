/** Calendar arithmetic in a named zone. Instants are epoch milliseconds. */
import { Temporal } from 'temporal-polyfill';

export type CalendarUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

export interface CalendarMove {
  unit: CalendarUnit;
  count: number;
}

type PlainDateTime = Temporal.PlainDateTime;

export const localTime = (instant: number, zone: string): PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(instant))
    .toZonedDateTimeISO(zone)
    .toPlainDateTime();

/** The instant of a local time: the earlier of two, or the first after the gap of a skipped one. */
export function instantOf(local: PlainDateTime, zone: string): number {
  const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = local.toZonedDateTime(zone, { disambiguation: 'later' });
  const skipped =
    later.epochMilliseconds !== earlier.epochMilliseconds && !later.toPlainDateTime().equals(local);
  // A time with which the gap begins is later by just the gap: at the transition itself.
  const after = later.add({ milliseconds: 1 });
  return ((skipped && after.getTimeZoneTransition('previous')) || earlier).epochMilliseconds;
}

/** Minutes east of UTC. */
export const offsetAt = (instant: number, zone: string): number =>
  (localTime(instant, zone).toZonedDateTime('UTC').epochMilliseconds - instant) / 60_000;

export function isZone(zone: string): boolean {
  try {
    localTime(0, zone);
    return true;
  } catch {
    return false;
  }
}

const add = (local: PlainDateTime, { unit, count }: CalendarMove): PlainDateTime =>
  local.add({ [`${unit}s`]: count });

const boundary =
  (units: 0 | 1) =>
  (
    unit: CalendarUnit,
    instant: number,
    zone: string,
    move: CalendarMove = { unit, count: 0 },
    weekStart: 0 | 1 = 0,
  ): number => {
    const start = localStart(unit, add(localTime(instant, zone), move), weekStart);
    return instantOf(add(start, { unit, count: units }), zone);
  };

/** The start of the calendar unit of an instant that was moved. */
export const startOf = boundary(0);

/** The start of the next unit. */
export const endOf = boundary(1);

function localStart(unit: CalendarUnit, local: PlainDateTime, weekStart: 0 | 1): PlainDateTime {
  const fine = unit === 'minute' || unit === 'hour' ? unit : 'day';
  const start = local.round({ smallestUnit: fine, roundingMode: 'floor' });
  switch (unit) {
    case 'week':
      return start.subtract({ days: (start.dayOfWeek - weekStart) % 7 });
    case 'month':
      return start.with({ day: 1 });
    case 'year':
      return start.with({ month: 1, day: 1 });
    default:
      return start;
  }
}
