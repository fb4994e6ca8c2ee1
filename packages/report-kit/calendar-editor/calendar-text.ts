/** A working calendar as the JSON that readers see and edit, and back. */

import type { CalendarDefinition, TimeRange } from '@tallyboard/core/model/context.ts';
import {
  type CalendarProblem,
  parseCalendarText,
} from '@tallyboard/core/time/calendar-definition.ts';
import { recordOf } from '@tallyboard/core/unknown.ts';
import { storedObject } from '../settings/schema.ts';

/** A calendar while it is edited; its texts may be invalid. */
export interface CalendarDraft {
  readonly timezone: string;
  /** Ranges by weekday ('Monday'), date ('2024-01-01') or yearly date ('--12-25'). */
  readonly days: Readonly<Record<string, readonly string[]>>;
}

/** Returns the JSON of a calendar, one line for each day. */
export function calendarText(calendar: {
  readonly timezone: string;
  readonly days: unknown;
}): string {
  const days = Object.entries(daysOf(calendar.days)).map(([key, ranges]) => {
    const list = ranges.map(range => JSON.stringify(range)).join(', ');
    return `    ${JSON.stringify(key)}: [${list}]`;
  });
  return [
    '{',
    `  "timezone": ${JSON.stringify(calendar.timezone)},`,
    days.length === 0 ? '  "days": {}' : `  "days": {\n${days.join(',\n')}\n  }`,
    '}',
  ].join('\n');
}

/** The calendar of a JSON text to edit; null for anything else. */
export function readDraft(text: string): CalendarDraft | null {
  const stored = storedObject(text);
  if (stored === null) return null;
  return {
    timezone: typeof stored.timezone === 'string' ? stored.timezone : '',
    days: daysOf(stored.days),
  };
}

/** The calendar of a JSON text and its problems; null with any problem. */
export function readDefinition(text: string): {
  definition: CalendarDefinition | null;
  problems: readonly CalendarProblem[];
} {
  const { calendar, problems } = parseCalendarText(text);
  const draft = calendar && readDraft(text);
  if (!draft) return { definition: null, problems };
  // Valid, so each is a range.
  const days = draft.days as Readonly<Record<string, readonly TimeRange[]>>;
  return { definition: { timezone: draft.timezone, days }, problems };
}

function daysOf(stored: unknown): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(recordOf(stored)).map(([key, value]) => [key, rangesOf(value)]),
  );
}

/** Ranges are stored as a list, or as one text between commas. */
function rangesOf(stored: unknown): readonly string[] {
  const parts: unknown[] =
    typeof stored === 'string' ? stored.split(',') : Array.isArray(stored) ? stored : [];
  return parts.map(part => String(part).trim()).filter(part => part !== '');
}
