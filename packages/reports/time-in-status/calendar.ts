import type { CalendarDefinition, ReportContext } from '@tallyboard/core/model/context.ts';
import { HOUR, MINUTE, type Milliseconds } from '@tallyboard/core/time/units.ts';
import {
  compileCalendar,
  dayLength,
  daysPerWeek,
  defaultCalendar,
  type WorkingCalendar,
} from '@tallyboard/core/time/working-calendar.ts';
import { readDefinition } from '@tallyboard/report-kit/calendar-editor/calendar-text.ts';
import type { DurationFormat } from '@tallyboard/ui/text/durations.ts';
import { formatMilliseconds } from '@tallyboard/ui/text/durations.ts';
import type { TimeInStatusSettings } from './settings.ts';

/** The calendar of the settings; null for elapsed time. */
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

/** Memoizes the last calendar: compiling one takes longer than using it. */
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

/** Lengths of a day and a week in duration texts. */
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
 * Formats a time: '-' if the status was never visited, '0' without (working) time in it, rounded to minutes from an hour
 * on.
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
