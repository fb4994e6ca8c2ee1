import type { BurnStep } from '@tallyboard/core/history/burn-steps.ts';
import type { CalendarDefinition } from '@tallyboard/core/model/context.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { type WorkingDays, workingDaysOfFlags } from '@tallyboard/core/time/working-calendar.ts';
import { endOfDay, localDay } from '@tallyboard/core/time/zone.ts';
import { withHolidays } from '@tallyboard/report-kit/figures/working-days.ts';

/** The elapsed share of an interval's working time at a list of instants: 0 at its start, 1 at its end. */
export interface WorkShare {
  readonly at: readonly Instant[];
  readonly share: readonly number[];
}

/** Returns the working days of a burn chart: the flags of its settings, less the holidays of the shared calendar. */
export function burnWorkingDays(
  flags: readonly boolean[],
  calendar: CalendarDefinition | null,
): WorkingDays {
  return withHolidays(workingDaysOfFlags(flags), calendar);
}

/**
 * Returns the elapsed share of working time at the start and at each day end of an interval. It grows evenly within
 * working days and stays flat on others. All days count if none is a working day.
 *
 * Monday 12:00 to Wednesday 12:00, Tuesday off: 0 at the start, 1/2 on Monday night, 1/2 on Tuesday night, 1 at the end.
 */
export function workShare(interval: Interval, isWorking: WorkingDays, zone: ZoneId): WorkShare {
  const at: Instant[] = [interval.from];
  const worked: number[] = [0];
  const passed: number[] = [0];
  let from = interval.from;
  while (from < interval.to) {
    const day = localDay(from, zone);
    const to = Math.min(endOfDay(day, zone), interval.to);
    at.push(to);
    worked.push((worked.at(-1) ?? 0) + (isWorking(day) ? to - from : 0));
    passed.push((passed.at(-1) ?? 0) + to - from);
    from = to;
  }
  const all = worked.at(-1) ? worked : passed;
  const whole = all.at(-1) || 1;
  return { at, share: all.map(each => each / whole) };
}

/**
 * Returns the ideal line as a function of time: remaining work or, for a burnup, the scope at that time less it. Each of
 * several sprints burns the work that it added to `points` at its start, over its own working time. Null outside of all
 * sprints.
 */
export function idealLine(
  works: readonly WorkShare[],
  points: readonly BurnStep[],
  up: boolean,
): (instant: Instant) => number | null {
  const starts = works.map(work => ({ work, gained: gainedAt(points, work.at[0] ?? 0) }));
  const first = Math.min(...works.map(work => work.at[0] ?? 0));
  const last = Math.max(...works.map(work => work.at.at(-1) ?? 0));
  return instant => {
    if (instant < first || instant > last) return null;
    let remaining = 0;
    for (const { work, gained } of starts)
      if ((work.at[0] ?? 0) <= instant) remaining += gained * (1 - shareAt(work, instant));
    if (!up) return remaining;
    const scope = points.findLast(point => point.at <= instant)?.scope ?? 0;
    return Math.max(0, scope - remaining);
  };
}

/** The remaining work that came in at an instant, with all of the first one. */
function gainedAt(points: readonly BurnStep[], at: Instant): number {
  const index = points.findLastIndex(point => point.at <= at);
  const now = points[index];
  if (!now) return 0;
  if (index === 0) return now.scope - now.completed;
  const before = points[index - 1];
  if (now.at !== at || !before) return 0;
  return now.scope - now.completed - (before.scope - before.completed);
}

function shareAt({ at, share }: WorkShare, instant: Instant): number {
  const index = at.findIndex(each => each >= instant);
  if (index < 0) return 1;
  if (index === 0) return 0;
  const from = at[index - 1] ?? instant;
  const to = at[index] ?? instant;
  const a = share[index - 1] ?? 0;
  const b = share[index] ?? 0;
  return to > from ? a + ((b - a) * (instant - from)) / (to - from) : b;
}
