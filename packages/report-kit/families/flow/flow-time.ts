import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { compileCalendar, defaultCalendar } from '@tallyboard/core/time/working-calendar.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import type { FlowUnit } from './flow-settings.ts';

/** The time between two instants: inclusive days of the reader's zone, or seconds. */
export type FlowTime = (from: Instant, to: Instant) => number;

export function flowTime(unit: FlowUnit, { zone, calendar }: ReportContext): FlowTime {
  if (unit === 'days') return (from, to) => localDay(to, zone) - localDay(from, zone) + 1;
  if (unit === 'elapsed') return (from, to) => (to - from) / 1000;
  const { workingTime } = compileCalendar(calendar ?? defaultCalendar(zone));
  return (from, to) => workingTime(from, to) / 1000;
}
