import { parseDay } from '@tallyboard/core/time/day.ts';
import type { Day } from '@tallyboard/core/time/units.ts';

/** Clauses that choose issues by their state now: what happened lately is over-represented among them. */
const OF_NOW =
  /\b(?:sprint|status|statuscategory|resolution|due|duedate|lastviewed|worklogdate|statuscategorychangeddate)\b|\b(?:open|closed|future)sprints\s*\(|\bunreleasedversions\s*\(/i;

/** Clauses on the days of issues, with their operator and value. */
const DAYS =
  /\b(?:created|createddate|updated|updateddate|resolved|resolutiondate)\b\s*(>=?|<=?|!?=|not\s+in|in|is(?:\s+not)?|during|was|changed)?\s*(?:"([^"]*)"|'([^']*)'|([^\s()"']+))?/gi;

const DAYS_OF: Readonly<Record<string, number>> = { w: 7, d: 1, h: 1 / 24, m: 1 / 1440 };

/** How many days ago a date of JQL is; null where it cannot be told, as of functions. */
function daysAgo(text: string, today: Day): number | null {
  const relative = /^-(\d+(?:\.\d+)?)([wdhm])$/i.exec(text.trim());
  if (relative) return Number(relative[1]) * (DAYS_OF[relative[2]?.toLowerCase() ?? ''] ?? 0);
  const [, year, month, day] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})/.exec(text.trim()) ?? [];
  if (year === undefined) return null;
  const at = parseDay(`${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`);
  return at === null ? null : today - at;
}

/**
 * Whether the issues of a query tell how two periods compare, of which the earlier began `days` days ago. They do not if
 * the query chooses by a state of now, or by days within these periods.
 */
export function comparesPeriods(jql: string, today: Day, days: number): boolean {
  const where = jql
    .replace(/\border\s+by\b[\s\S]*$/i, '')
    // Names of fields may be in quotes.
    .replace(/["'](\w+)["'](?=\s*(?:[=<>!]|in\b|not\b|is\b))/gi, '$1');
  for (const [, operator = '', double, single, bare] of where.matchAll(DAYS)) {
    const ago = daysAgo(double ?? single ?? bare ?? '', today);
    if (!operator.startsWith('>') || ago === null || ago < days) return false;
  }
  // Values in quotes are no fields.
  return !OF_NOW.test(where.replace(/"[^"]*"|'[^']*'/g, '""'));
}
