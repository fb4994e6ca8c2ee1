/**
 * The settings of the reports by date: a time unit and, for units that follow one another in the calendar, the first
 * and last day of the chart. Codes of the stored form exist here alone.
 */

import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import type { SettingsSchema } from '../report.ts';
import { type DoneSettings, readDone, storedDone } from './done-settings.ts';
import { codes, readStored } from './stored.ts';

/** In the order of their stored codes. */
const UNITS = ['day', 'hour', 'week', 'month', 'weekday'] as const;
export type TimeUnit = (typeof UNITS)[number];

export interface PeriodSettings extends DoneSettings {
  readonly timeUnit: TimeUnit;
  /** First day of the chart; null for 29 days before the last. Hours and weekdays have no range. */
  readonly from: Day | null;
  /** Last day of the chart; null for today. */
  readonly to: Day | null;
}

const VERSION = 1;
const TIME_UNITS = codes(...UNITS);

const DEFAULTS: PeriodSettings = {
  timeUnit: 'day',
  from: null,
  to: null,
  done: null,
};

export const periodSettings: SettingsSchema<PeriodSettings> = {
  defaults: DEFAULTS,
  parse(stored) {
    const read = readStored(stored);
    const value: PeriodSettings = {
      timeUnit: read.code('timeUnit', TIME_UNITS, DEFAULTS.timeUnit),
      from: read.value('chartStartDate', parseDate, DEFAULTS.from),
      to: read.value('chartEndDate', parseDate, DEFAULTS.to),
      done: readDone(read),
    };
    return { value, problems: read.problems };
  },
  serialize: settings => ({
    version: VERSION,
    timeUnit: TIME_UNITS.code(settings.timeUnit),
    // Null, so that a date that was stored before goes.
    chartStartDate: settings.from === null ? null : dayText(settings.from),
    chartEndDate: settings.to === null ? null : dayText(settings.to),
    ...storedDone(settings.done),
  }),
};

/** A date is one only if it formats back to itself. */
function parseDate(raw: unknown): Day | undefined {
  return (typeof raw === 'string' ? parseDay(raw) : null) ?? undefined;
}
