/** A burn chart day by day. */

import type { BurnStep } from '@tallyboard/core/history/burn-steps.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { endOfDay, localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import { type BurnMeasure, type BurnStates, figureAt } from './states.ts';

/** How things stood at the end of a day; of the last one, at the end of the chart or now. */
export interface DayEnd {
  /** The local day of the viewer. */
  readonly day: number;
  readonly at: Instant;
  readonly scope: number;
  readonly completed: number;
  /** What changed on the day. */
  readonly scopeChange: number;
  readonly completedChange: number;
  /** The issues behind its figures, where they are few enough to keep; else `figureAt` tells them. */
  readonly figures: Readonly<Record<BurnMeasure, Figure>> | null;
}

const MAX_DAYS = 2000;

/** So many issues times days are kept for links that lead straight to them. */
const MAX_CELLS = 20_000;

/** Returns each day of the interval, the last two thousand of them at most. */
export function dayEndsOf(
  points: readonly BurnStep[],
  states: BurnStates,
  { from, to: until }: Interval,
  zone: string,
): readonly DayEnd[] {
  const ends: DayEnd[] = [];
  let index = 0;
  let before = points[0];
  // Totals at the start are no change of the first day.
  let last: BurnStep = { at: from, scope: before?.scope ?? 0, completed: before?.completed ?? 0 };
  const kept = (localDay(until, zone) - localDay(from, zone) + 1) * states.row.length <= MAX_CELLS;
  const firstDay = Math.max(localDay(from, zone), localDay(until, zone) - MAX_DAYS);
  for (let day = firstDay; startOfDay(day, zone) <= until; day++) {
    const at = Math.min(endOfDay(day, zone) - 1, until);
    while (index < points.length && (points[index]?.at ?? 0) <= at) before = points[index++];
    const now = before ?? last;
    ends.push({
      day,
      at,
      scope: now.scope,
      completed: now.completed,
      scopeChange: now.scope - last.scope,
      completedChange: now.completed - last.completed,
      figures: kept ? figuresAt(states, at) : null,
    });
    last = now;
  }
  return ends;
}

function figuresAt(states: BurnStates, at: Instant): DayEnd['figures'] {
  return {
    scope: figureAt(states, at, 'scope'),
    completed: figureAt(states, at, 'completed'),
    remaining: figureAt(states, at, 'remaining'),
  };
}
