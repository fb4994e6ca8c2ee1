import type { Instant, Weekday, ZoneId } from '../time/units.ts';
import type { DoneChoice } from './done.ts';
import type { SprintId } from './ids.ts';
import type { User } from './user.ts';

/** A local time range of a day, 'hh:mm-hh:mm'; '24:00' ends a day. */
export type TimeRange = `${string}-${string}`;

/**
 * A working calendar as stored in the settings of time in status or in the global settings.
 * Keys of `days` are weekday names ('Monday') or dates ('2024-01-01'); a date overrides its weekday; an empty value
 * is non-working. A yearly holiday is a date without year ('--12-25').
 */
export interface CalendarDefinition {
  readonly timezone: ZoneId;
  readonly days: Readonly<Record<string, readonly TimeRange[] | string>>;
}

/** The query that a report wrote itself, from its settings and the reader's query. */
export interface OwnQuery {
  readonly jql: string;
  /** Its sprints; null when the issues decide. */
  readonly sprints: readonly SprintId[] | null;
  /** Those to choose from; absent where these are all. */
  readonly among?: readonly SprintId[];
  /** What of the reader's query leaves issues out; '' for nothing. */
  readonly narrowedBy: string;
  /** Why figures may be too small; null where every issue that can count is asked for. */
  readonly atLeast: string | null;
}

/** A part of the site that figures depend on, and that has defaults. */
export type SitePart = 'profile' | 'timeTracking' | 'sharedSettings';

/** All that a computation may know besides the dataset and its settings. No clock, no zone of the machine. */
export interface ReportContext {
  readonly asOf: Instant;
  /** The viewer's zone. */
  readonly zone: ZoneId;
  readonly currentUser: User | null;
  readonly hoursPerDay: number;
  readonly daysPerWeek: number;
  readonly weekStart: Weekday;
  /** Moment-style tokens, e.g. 'MMM D, YYYY'. */
  readonly dateFormat: string;
  /** The shared working calendar; null when none is set. */
  readonly calendar: CalendarDefinition | null;
  /** What counts as done in reports without a rule of their own. */
  readonly doneRule: DoneChoice;
  /** Absent where the issues are those of the reader's query. */
  readonly query?: OwnQuery;
  /** What could not be loaded, so that its defaults are in use. */
  readonly missing?: readonly SitePart[];
}
