/** The app-wide settings as far as today's reports use them. Whatever was stored, this never throws. */
import type { Weekday } from '@tallyboard/core/time/units.ts';

export interface GlobalSettings {
  /** Moment-style tokens. */
  readonly dateFormat: string;
  readonly weekStart: Weekday;
  /** Stored settings of the status report, for `report.settings.parse`; its defaults fill what is missing. */
  readonly status: Readonly<Record<string, unknown>>;
}

const DEFAULT_DATE_FORMAT = 'MMM D, YYYY';

/** Reads the value of the key 'global-settings'; what is missing or unreadable is as by default. */
export function parseGlobalSettings(stored: unknown): GlobalSettings {
  const { commonSettings, weeklySettings, logjiraSettings } = record(stored);
  const { dateFormat } = record(commonSettings);
  return {
    dateFormat: (typeof dateFormat === 'string' && dateFormat.trim()) || DEFAULT_DATE_FORMAT,
    weekStart: Number(record(logjiraSettings).firstDay) === 1 ? 1 : 0,
    status: record(weeklySettings),
  };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
