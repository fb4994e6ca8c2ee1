import type { Sla, SlaCycle } from '@tallyboard/core/model/issue.ts';
import { parseInstant } from '@tallyboard/core/time/instant.ts';
import { asObject, isText, type JsonObject, numberIn } from './values.ts';

/** An SLA field of Service Management as Jira sends it; null for anything else. What cannot be read of it is null. */
export function readSla(value: unknown, fieldName: string): Sla | null {
  const sla = asObject(value);
  if (!sla) return null;
  const completed = Array.isArray(sla.completedCycles) ? sla.completedCycles : [];
  const ongoing = asObject(sla.ongoingCycle);
  return {
    name: isText(sla.name) && sla.name !== '' ? sla.name : fieldName,
    completed: completed.flatMap(each => {
      const cycle = asObject(each);
      return cycle ? [cycleOf(cycle, false)] : [];
    }),
    ongoing: ongoing && cycleOf(ongoing, true),
  };
}

function cycleOf(cycle: JsonObject, isOngoing: boolean): SlaCycle {
  return {
    start: instantOf(cycle.startTime),
    stop: isOngoing ? null : instantOf(cycle.stopTime),
    breach: instantOf(cycle.breachTime),
    goal: millisOf(cycle.goalDuration),
    elapsed: millisOf(cycle.elapsedTime),
    remaining: millisOf(cycle.remainingTime),
    breached: flagOf(cycle.breached),
    paused: isOngoing ? flagOf(cycle.paused) : null,
    withinCalendarHours: isOngoing ? flagOf(cycle.withinCalendarHours) : null,
  };
}

const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

const millisOf = (value: unknown): number | null => numberIn(asObject(value)?.millis);

const MAX_INSTANT = 8_640_000_000_000_000;

/** By `epochMillis`, else `iso8601`, else `jira`. `friendly` is in the language and zone of a reader: it is not read. */
function instantOf(value: unknown): number | null {
  const date = asObject(value);
  if (!date) return null;
  const millis = numberIn(date.epochMillis);
  if (millis !== null && Math.abs(millis) <= MAX_INSTANT) return Math.round(millis);
  for (const text of [date.iso8601, date.jira]) {
    const at = isText(text) ? parseInstant(text) : Number.NaN;
    if (!Number.isNaN(at)) return at;
  }
  return null;
}
