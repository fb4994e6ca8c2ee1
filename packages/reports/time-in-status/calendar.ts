import type { CalendarDefinition, ReportContext } from '@tallyboard/core/model/context.ts';
import type { DurationFormat } from '@tallyboard/core/time/format.ts';
import { formatMilliseconds } from '@tallyboard/core/time/format.ts';
import { HOUR, MINUTE, type Milliseconds } from '@tallyboard/core/time/units.ts';
import {
  compileCalendar,
  dayLength,
  daysPerWeek,
  defaultCalendar,
  type WorkingCalendar,
} from '@tallyboard/core/time/working-calendar.ts';
import { readDefinition } from '@tallyboard/report-kit/calendar-editor/calendar-text.ts';
import type { TimeInStatusSettings } from './settings.ts';

/** The calendar of the settings; 'invalid' when its text cannot be used, null when elapsed time counts. */
export function calendarOf(
  settings: TimeInStatusSettings,
  context: ReportContext,
): WorkingCalendar | 'invalid' | null {
  if (!settings.useCalendar) return null;
  const definition = definitionOf(settings, context);
  return definition === null ? 'invalid' : compile(definition);
}

function definitionOf(
  { calendarSource, calendar }: TimeInStatusSettings,
  context: ReportContext,
): CalendarDefinition | null {
  if (calendarSource === 'shared' && context.calendar) return context.calendar;
  return calendar === null ? defaultCalendar(context.zone) : readDefinition(calendar).definition;
}

let last: { readonly key: string; readonly calendar: WorkingCalendar | 'invalid' } | null = null;

/** Laying out the years of a calendar takes longer than using it: the last one is kept for the next setting. */
function compile(definition: CalendarDefinition): WorkingCalendar | 'invalid' {
  const key = JSON.stringify(definition);
  if (last?.key === key) return last.calendar;
  let calendar: WorkingCalendar | 'invalid';
  try {
    calendar = compileCalendar(definition);
  } catch {
    calendar = 'invalid';
  }
  last = { key, calendar };
  return calendar;
}

/** How long a day and a week are in the texts of a result. */
export interface DayLengths {
  readonly hoursPerDay: number;
  readonly daysPerWeek: number;
}

const ELAPSED: DayLengths = { hoursPerDay: 24, daysPerWeek: 7 };

export function dayLengths(
  settings: TimeInStatusSettings,
  calendar: WorkingCalendar | null,
): DayLengths {
  if (calendar === null || !settings.calendarDays) return ELAPSED;
  return { hoursPerDay: dayLength(calendar) / HOUR, daysPerWeek: daysPerWeek(calendar) };
}

/**
 * Writes a time of a result: '-' where the status was never visited, '0' where no (working) time was spent in it. From an
 * hour on to the minute: seconds of a stay of days say nothing.
 */
export function timeText(
  time: Milliseconds | null,
  settings: TimeInStatusSettings,
  lengths: DayLengths,
): string {
  if (time === null) return '-';
  const style = settings.display;
  const format: DurationFormat = { style, ...lengths, zero: '0' };
  const exact = time < HOUR || style === 'seconds' || style === 'decimal-hours';
  return formatMilliseconds(exact ? time : Math.round(time / MINUTE) * MINUTE, format);
}
