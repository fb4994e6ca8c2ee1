/**
 * The global settings of administrators that decide figures and texts, from the stored object 'global-settings'. Parsing
 * never throws: unusable values become defaults.
 */
import type { CalendarDefinition } from '@tallyboard/core/model/context.ts';
import type { DoneChoice } from '@tallyboard/core/model/done.ts';
import {
  type PeopleException,
  parsePeopleExceptions,
} from '@tallyboard/core/people/people-exceptions.ts';
import { type PeoplePolicy, parsePeoplePolicy } from '@tallyboard/core/people/people-policy.ts';
import { parseCalendar } from '@tallyboard/core/time/calendar-definition.ts';
import { DEFAULT_DATE_FORMAT } from '@tallyboard/core/time/format.ts';
import type { Weekday } from '@tallyboard/core/time/units.ts';
import { parseSiteDone } from '@tallyboard/report-kit/settings/done-settings.ts';
import { type Stored, storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import { aboutReport, SECTIONS, type SectionKey } from './reports.ts';

export type { Stored };
export { storedObject };

export interface SiteSettings {
  /** Moment-style tokens. */
  readonly dateFormat: string;
  /** No format is stored: pages write days as their reader does. */
  readonly isDefaultDateFormat: boolean;
  readonly weekStart: Weekday;
  /** The shared working calendar; null if missing or invalid. */
  readonly calendar: CalendarDefinition | null;
  readonly doneRule: DoneChoice;
  readonly figuresOnPeople: PeoplePolicy;
  readonly peopleExceptions: readonly PeopleException[];
  /** The shared workflows of flow reports by name, as they are stored. */
  readonly workflows: Stored;
  readonly sections: Readonly<Record<SectionKey, Stored>>;
}

/** The stored defaults of a report: `report.settings.parse({ ...reportDefaults, ...own })`. */
export function reportDefaults(settings: Pick<SiteSettings, 'sections'>, report: string): Stored {
  const section = aboutReport(report)?.section;
  return section ? settings.sections[section] : {};
}

/** The report whose keys are in the section of a report. */
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
  const dateFormat = storedDateFormat(storedObject(whole.commonSettings)?.dateFormat);
  return {
    dateFormat: dateFormat ?? DEFAULT_DATE_FORMAT,
    isDefaultDateFormat: dateFormat === null,
    weekStart: parseWeekday(sections.logjiraSettings.firstDay) ?? MONDAY,
    calendar: parseSharedCalendar(whole.workingCalendar),
    doneRule: parseSiteDone(storedObject(whole.doneRule)),
    figuresOnPeople: parsePeoplePolicy(whole.figuresOnPeople),
    peopleExceptions: parsePeopleExceptions(whole.figuresOnPeopleExceptions),
    workflows: storedObject(whole.workflows) ?? {},
    sections,
  };
}

/** One week for all readers of a site: that of ISO 8601 where no other is stored. */
const MONDAY = 1;

/** Null for anything but the number of a weekday, from Sunday. */
function parseWeekday(stored: unknown): Weekday | null {
  const days: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];
  return days.find(day => stored === day || stored === String(day)) ?? null;
}

export const MAX_DATE_FORMAT_LENGTH = 100;

export const parseDateFormat = (stored: unknown): string =>
  storedDateFormat(stored) ?? DEFAULT_DATE_FORMAT;

function storedDateFormat(stored: unknown): string | null {
  const text = typeof stored === 'string' ? stored.trim() : '';
  return text === '' || text.length > MAX_DATE_FORMAT_LENGTH ? null : text;
}

function parseSharedCalendar(stored: unknown): CalendarDefinition | null {
  const calendar = storedObject(stored);
  if (calendar === null || parseCalendar(calendar).calendar === null) return null;
  // Validated by parseCalendar.
  const { timezone, days } = calendar as unknown as CalendarDefinition;
  return { timezone, days };
}
