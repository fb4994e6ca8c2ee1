import type { Sla, SlaCycle } from '../model/issue.ts';
import type { Instant } from '../time/units.ts';

export const cyclesOf = ({ completed, ongoing }: Sla): readonly SlaCycle[] =>
  ongoing === null ? completed : [...completed, ongoing];

export const SLA_STATES = {
  breached: 'Breached',
  met: 'Met',
  running: 'Running',
  paused: 'Paused',
  unknown: 'Unknown',
} as const;
export type SlaState = keyof typeof SLA_STATES;

/**
 * The state of an SLA as a whole: breached if any cycle is, else that of the ongoing or the last cycle; null before the
 * first one. Without an instant running cycles are breached by Jira's flag alone.
 */
export function slaState(sla: Sla, asOf: Instant | null): SlaState | null {
  const { completed, ongoing } = sla;
  if (everBreached(sla) === true) return 'breached';
  if (ongoing) {
    if (ongoing.paused === true) return 'paused';
    return asOf !== null && isBreachedNow(ongoing, asOf) === true ? 'breached' : 'running';
  }
  const last = completed.at(-1);
  return last === undefined ? null : last.breached === null ? 'unknown' : 'met';
}

/** True if any cycle is breached, null if the SLA never started. */
export function everBreached(sla: Sla): boolean | null {
  const cycles = cyclesOf(sla);
  return cycles.length === 0 ? null : cycles.some(({ breached }) => breached === true);
}

/**
 * Whether a cycle without a stop is breached at an instant: by Jira's flag, or since its breach instant is past and it is
 * not paused. Null where neither flag nor instant is known.
 */
export function isBreachedNow(
  { breached, breach, paused }: SlaCycle,
  asOf: Instant,
): boolean | null {
  if (breached === true) return true;
  if (paused !== true && breach !== null && breach <= asOf) return true;
  return breached ?? (breach === null ? null : false);
}

/** Flag and durations of a cycle say different things: Jira keeps the goal of a stopped cycle, its flag counts. */
export function isContradictory({ breached, elapsed, goal }: SlaCycle): boolean {
  return breached !== null && elapsed !== null && goal !== null && breached !== elapsed > goal;
}

/**
 * An SLA as it was. Cycles that stopped later ran then; the time that they had used is unknown, and so is whether they were
 * paused, unless the issue has not changed since. Null if none had started. A cycle without a readable start or stop stays.
 */
export function slaAt(sla: Sla, at: Instant, isUnchanged: boolean): Sla | null {
  const started = cyclesOf(sla).filter(({ start }) => start === null || start <= at);
  if (started.length === 0) return null;
  const ran = started.find(
    cycle => cycle !== sla.ongoing && cycle.stop !== null && cycle.stop > at,
  );
  const ongoing = ran ?? (sla.ongoing && started.includes(sla.ongoing) ? sla.ongoing : null);
  return {
    name: sla.name,
    completed: started.filter(
      cycle => cycle !== ongoing && (cycle.stop === null || cycle.stop <= at),
    ),
    ongoing: ongoing && runningAt(ongoing, at, isUnchanged),
  };
}

function runningAt(cycle: SlaCycle, at: Instant, isUnchanged: boolean): SlaCycle {
  const { breached, breach, paused } = cycle;
  return {
    ...cycle,
    stop: null,
    breached: breach === null ? breachedBefore(breached, isUnchanged) : breach <= at,
    elapsed: null,
    remaining: null,
    paused: isUnchanged ? paused : null,
    withinCalendarHours: null,
  };
}

/** Who is within the goal today was so before; who is not has missed it at an unknown time. */
const breachedBefore = (breached: boolean | null, isUnchanged: boolean) =>
  isUnchanged || breached === false ? breached : null;
