/**
 * The settings that all users of the app share, as one stored object: a schema version, a revision that each save
 * counts up, and a section for each report, which the report's own settings.ts reads. Reading never throws: whatever was
 * stored, what cannot be used is as by default.
 */
import type { CalendarDefinition } from '@tallyboard/core/model/context.ts';
import { parseCalendar } from '@tallyboard/core/time/calendar-definition.ts';
import type { Weekday } from '@tallyboard/core/time/units.ts';
import type { ReportId } from '@tallyboard/reports/report.ts';

export type Stored = Readonly<Record<string, unknown>>;

/** The sections of reports, by their stored keys. */
export const SECTION_KEYS = [
  'weeklySettings',
  'burnSettings',
  'velocitySettings',
  'estimateSettings',
  'logjiraSettings',
  'ageSettings',
  'timeStatusSettings',
] as const;
export type SectionKey = (typeof SECTION_KEYS)[number];

/** The items of the menu that can be switched off, by their stored keys. */
export const ENABLED_REPORTS = [
  'dateCreated',
  'dateLead',
  'userCreated',
  'userLead',
  'burn',
  'velocity',
  'tracking',
  'timesheet',
  'aged',
  'stale',
] as const;
export type EnabledReport = (typeof ENABLED_REPORTS)[number];

export interface GlobalSettings {
  readonly enabledReports: Readonly<Record<EnabledReport, boolean>>;
  /** The value of the key 'enabled-fields', for `issuesByFields` and `issuesByOptions`. */
  readonly storedFields: unknown;
  /** Moment-style tokens. */
  readonly dateFormat: string;
  readonly weekStart: Weekday;
  /** The shared working calendar; null when none is set, or when it has a mistake. */
  readonly calendar: CalendarDefinition | null;
  /** Whether issues may be kept in the browser between visits; they are unless `cache` is stored as false. */
  readonly cache: boolean;
  /** What each section has stored. */
  readonly sections: Readonly<Record<SectionKey, Stored>>;
}

export const DEFAULT_DATE_FORMAT = 'MMM D, YYYY';

/** Which section a report begins with; reports without one share the overview's rule of what is resolved. */
const SECTION_OF: Readonly<Record<ReportId, SectionKey | null>> = {
  overview: 'weeklySettings',
  breakdown: 'weeklySettings',
  'created-resolved': 'weeklySettings',
  'resolution-time': 'weeklySettings',
  'by-assignee': 'weeklySettings',
  burn: 'burnSettings',
  velocity: 'velocitySettings',
  estimation: 'estimateSettings',
  timesheet: 'logjiraSettings',
  age: 'ageSettings',
  'time-in-status': 'timeStatusSettings',
  'issues-by': 'weeklySettings',
  text: null,
};

/** The stored settings that a report of the page begins with: `report.settings.parse({ ...these, ...own })`. */
export function reportDefaults(settings: GlobalSettings, report: ReportId): Stored {
  const section = SECTION_OF[report];
  return section === null ? {} : settings.sections[section];
}

/** Reads the values of the keys 'global-settings' and 'enabled-fields'. */
export function parseGlobalSettings(stored: unknown, storedFields?: unknown): GlobalSettings {
  const whole = storedObject(stored) ?? {};
  const sections = Object.fromEntries(
    SECTION_KEYS.map(key => [key, storedObject(whole[key]) ?? {}]),
  ) as Record<SectionKey, Stored>;
  return {
    enabledReports: parseEnabledReports(whole.enabledReports),
    storedFields,
    dateFormat: parseDateFormat(storedObject(whole.commonSettings)?.dateFormat),
    weekStart: Number(sections.logjiraSettings.firstDay) === 1 ? 1 : 0,
    calendar: parseSharedCalendar(whole.workingCalendar),
    cache: whole.cache !== false && whole.cache !== 'false',
    sections,
  };
}

/** A stored object, also one that was stored as its JSON text; null for anything else. */
export function storedObject(value: unknown): Stored | null {
  if (typeof value === 'string') return value.trim().startsWith('{') ? readJson(value) : null;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Stored)
    : null;
}

function readJson(text: string): Stored | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? null : storedObject(value);
  } catch {
    return null;
  }
}

/** All are on unless they were switched off. */
export function parseEnabledReports(stored: unknown): Readonly<Record<EnabledReport, boolean>> {
  const flags = storedObject(stored) ?? {};
  return Object.fromEntries(
    ENABLED_REPORTS.map(key => [key, flags[key] !== false && flags[key] !== 'false']),
  ) as Record<EnabledReport, boolean>;
}

/** Longer than any format that somebody would read. */
export const LONGEST_DATE_FORMAT = 100;

export function parseDateFormat(stored: unknown): string {
  const text = typeof stored === 'string' ? stored.trim() : '';
  return text === '' || text.length > LONGEST_DATE_FORMAT ? DEFAULT_DATE_FORMAT : text;
}

function parseSharedCalendar(stored: unknown): CalendarDefinition | null {
  const calendar = storedObject(stored);
  if (calendar === null || parseCalendar(calendar).calendar === null) return null;
  // It was read without a problem, so that it is a definition.
  const { timezone, days } = calendar as unknown as CalendarDefinition;
  return { timezone, days };
}
