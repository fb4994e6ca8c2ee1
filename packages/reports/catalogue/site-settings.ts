/**
 * What administrators set for everybody and what decides figures and their texts, read from the one stored object of the
 * key 'global-settings'. Browser and command line both go by it. Reading never throws: whatever was stored, what cannot
 * be used is as by default.
 */
import type { CalendarDefinition } from '@tallyboard/core/model/context.ts';
import type { DoneChoice } from '@tallyboard/core/model/done.ts';
import { parseCalendar } from '@tallyboard/core/time/calendar-definition.ts';
import type { Weekday } from '@tallyboard/core/time/units.ts';
import { parseSiteDone } from '@tallyboard/report-kit/settings/done-settings.ts';
import type { Stored } from '@tallyboard/report-kit/settings/schema.ts';
import { storedObject } from '@tallyboard/report-kit/settings/stored-object.ts';
import { aboutReport, SECTIONS, type SectionKey } from './reports.ts';

export type { Stored };
export { storedObject };

export interface SiteSettings {
  /** Moment-style tokens. */
  readonly dateFormat: string;
  readonly weekStart: Weekday;
  /** The shared working calendar; null when none is set, or when it has a mistake. */
  readonly calendar: CalendarDefinition | null;
  /** What counts as done in every report without a rule of its own. */
  readonly doneRule: DoneChoice;
  /** What each section has stored. */
  readonly sections: Readonly<Record<SectionKey, Stored>>;
}

export const DEFAULT_DATE_FORMAT = 'MMM D, YYYY';

/** The stored settings that a report begins with, on the page and on the command line: `report.settings.parse({ ...these, ...own })`. */
export function reportDefaults(settings: Pick<SiteSettings, 'sections'>, report: string): Stored {
  const section = aboutReport(report)?.section ?? null;
  return section === null ? {} : settings.sections[section];
}

/** The report whose keys the section of a report holds, shared or its own. */
export function sectionOwner(report: string): string | null {
  const section = aboutReport(report)?.section;
  return SECTIONS.find(({ key }) => key === section)?.report.id ?? null;
}

/** Reads the value of the key 'global-settings'. */
export function parseSiteSettings(stored: unknown): SiteSettings {
  const whole = storedObject(stored) ?? {};
  const sections = Object.fromEntries(
    SECTIONS.map(({ key }) => [key, storedObject(whole[key]) ?? {}]),
  ) as Record<SectionKey, Stored>;
  return {
    dateFormat: parseDateFormat(storedObject(whole.commonSettings)?.dateFormat),
    weekStart: Number(sections.logjiraSettings.firstDay) === 1 ? 1 : 0,
    calendar: parseSharedCalendar(whole.workingCalendar),
    doneRule: parseSiteDone(storedObject(whole.doneRule)),
    sections,
  };
}

/** Longer than any format that somebody would read. */
export const MAX_DATE_FORMAT_LENGTH = 100;

export function parseDateFormat(stored: unknown): string {
  const text = typeof stored === 'string' ? stored.trim() : '';
  return text === '' || text.length > MAX_DATE_FORMAT_LENGTH ? DEFAULT_DATE_FORMAT : text;
}

function parseSharedCalendar(stored: unknown): CalendarDefinition | null {
  const calendar = storedObject(stored);
  if (calendar === null || parseCalendar(calendar).calendar === null) return null;
  // It was read without a problem, so that it is a definition.
  const { timezone, days } = calendar as unknown as CalendarDefinition;
  return { timezone, days };
}
