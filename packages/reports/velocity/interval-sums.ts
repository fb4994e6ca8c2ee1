/** What was completed in each interval: kanban has no commitment. */

import { assigneeAt } from '@tallyboard/core/history/timeline.ts';
import { doneInstant } from '@tallyboard/core/measure/resolution.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { addPart, noSums, type PeopleSums } from './measures.ts';
import type { Measuring } from './period-sums.ts';

/**
 * Returns the sums of adjoining intervals, oldest first. An issue counts in the interval of its done instant, with the
 * estimate and for the assignee of then; one that is open again does not count.
 */
export function sumIntervals(
  { issues }: Dataset,
  intervals: readonly Interval[],
  { estimator, done }: Measuring,
): readonly PeopleSums[] {
  const sums = intervals.map(noSums);
  issues.forEach((issue, row) => {
    if (!estimator.counts(issue)) return;
    const at = doneInstant(issue, done);
    const place = at === null ? undefined : sums[placeOf(intervals, at)];
    if (at === null || !place) return;
    addPart(place, 'completed', row, estimator.at(issue, at) ?? 0, assigneeAt(issue, at));
  });
  return sums;
}

function placeOf(intervals: readonly Interval[], at: Instant): number {
  if (at < (intervals[0]?.from ?? Infinity)) return -1;
  return intervals.findIndex(({ to }) => at < to);
}
