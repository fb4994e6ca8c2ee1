import {
  rowsBySprint,
  type Scope,
  sprintScope,
  sprintWindow,
} from '@tallyboard/core/history/scope.ts';
import { assigneeAt } from '@tallyboard/core/history/timeline.ts';
import type { Estimator } from '@tallyboard/core/measure/estimate.ts';
import { type DoneRule, doneInstant } from '@tallyboard/core/measure/resolution.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import { formatDays } from '@tallyboard/core/time/format.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { addPart, type Measures, noSums, type PeopleSums, sumScope } from './measures.ts';
import { shownIntervals, shownSprints } from './periods.ts';
import type { VelocitySettings } from './settings.ts';

export interface PeriodPerson {
  /** User id; '' for nobody. */
  readonly id: string;
  readonly name: string;
  readonly measures: Measures;
  /** Their issues of the period in the host. */
  readonly jql: string | null;
}

export interface VelocityPeriod {
  /** The sprint id, or the first day of the interval. */
  readonly id: string;
  readonly name: string;
  readonly interval: Interval;
  /** Not completed: excluded from averages. */
  readonly running: boolean;
  readonly measures: Measures;
  /** People with work in it, in the order of the settings. */
  readonly people: readonly PeriodPerson[];
  /** A query for the sprint or for the completed issues; null for too many issues. */
  readonly jql: string | null;
}

/** A period with the sums of its figures. */
export interface Summed extends Pick<VelocityPeriod, 'id' | 'name' | 'interval' | 'running'> {
  readonly sums: PeopleSums;
  readonly sprint: Sprint | null;
  readonly scope: Scope | null;
}

export interface Measuring {
  readonly estimator: Estimator;
  readonly done: DoneRule;
}

export function sprintsOf(
  dataset: Dataset,
  settings: VelocitySettings,
  context: ReportContext,
  measuring: Measuring,
): readonly Summed[] {
  const { asOf } = context;
  const bySprint = rowsBySprint(dataset);
  return shownSprints(dataset, bySprint, settings, context).flatMap(sprint => {
    const window = sprintWindow(sprint, asOf);
    if (window === null) return [];
    const rows = bySprint.get(sprint.id) ?? [];
    const scope = sprintScope(dataset, rows, sprint.id, window, {
      ...measuring,
      sprintField: null,
    });
    return {
      id: String(sprint.id),
      name: sprint.name,
      interval: window,
      running: sprint.state === 'active',
      sums: sumScope(scope),
      sprint,
      scope,
    };
  });
}

export function intervalsOf(
  dataset: Dataset,
  settings: VelocitySettings,
  context: ReportContext,
  measuring: Measuring,
): readonly Summed[] {
  const intervals = shownIntervals(settings, context);
  const pattern = settings.dateFormat ?? context.dateFormat;
  const sums = sumIntervals(
    dataset,
    intervals.map(each => each.interval),
    measuring,
  );
  return intervals.map(({ interval, first, last, running }, index) => ({
    id: String(first),
    name: formatDays(first, last, pattern),
    interval,
    running,
    sprint: null,
    scope: null,
    sums: sums[index] as PeopleSums,
  }));
}

/**
 * Returns the sums of adjacent intervals, oldest first. An issue counts in the interval of its done instant, with its
 * estimate and for its assignee at that time; reopened issues do not count.
 */
function sumIntervals(
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
