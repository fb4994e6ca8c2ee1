import {
  rowsBySprint,
  type Scope,
  sprintScope,
  sprintWindow,
} from '@tallyboard/core/history/scope.ts';
import type { SprintHistory } from '@tallyboard/core/history/sprint-history.ts';
import { assigneeAt } from '@tallyboard/core/history/timeline.ts';
import type { Estimator } from '@tallyboard/core/measure/estimate.ts';
import { type DoneRule, doneInstant } from '@tallyboard/core/measure/resolution.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import { formatDays } from '@tallyboard/core/time/format.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { SprintReport } from '@tallyboard/report-kit/families/sprint-scope/sprint-report.ts';
import { type Measures, type Part, scopeParts } from './measures.ts';
import { shownIntervals, shownSprints } from './periods.ts';
import type { SayDo } from './say-do.ts';
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
  /** Null for an interval. */
  readonly report: SprintReport | null;
  /** Null for an interval. */
  readonly sayDo: SayDo | null;
}

export interface PeriodParts extends Pick<VelocityPeriod, 'id' | 'name' | 'interval' | 'running'> {
  readonly parts: readonly Part[];
  readonly sprint: Sprint | null;
  readonly scope: Scope | null;
}

export interface Summed extends PeriodParts {
  /** Of the chosen accounts. */
  readonly people: ReadonlyMap<string, readonly Part[]>;
}

export interface Measuring {
  readonly estimator: Estimator;
  readonly done: DoneRule;
  readonly sprints: SprintHistory;
}

export function sprintsOf(
  dataset: Dataset,
  settings: VelocitySettings,
  context: ReportContext,
  measuring: Measuring,
): readonly PeriodParts[] {
  const { asOf } = context;
  const bySprint = rowsBySprint(dataset, measuring.sprints);
  return shownSprints(dataset, bySprint, settings, context, measuring.sprints).flatMap(sprint => {
    const window = sprintWindow(sprint, asOf);
    if (window === null) return [];
    const rows = bySprint.get(sprint.id) ?? [];
    const scope = sprintScope(dataset, rows, sprint.id, window, measuring);
    const parts = scopeParts(scope);
    return {
      id: String(sprint.id),
      name: sprint.name,
      interval: window,
      running: sprint.state === 'active',
      parts,
      sprint,
      scope,
    };
  });
}

/**
 * Returns the shown intervals, oldest first. An issue counts in the interval of its done instant, with its estimate and
 * for its assignee at that time; reopened issues do not count.
 */
export function intervalsOf(
  { issues }: Dataset,
  settings: VelocitySettings,
  context: ReportContext,
  { estimator, done }: Measuring,
): readonly PeriodParts[] {
  const intervals = shownIntervals(settings, context).map(each => ({
    ...each,
    parts: [] as Part[],
  }));
  issues.forEach((issue, row) => {
    const at = estimator.counts(issue) ? doneInstant(issue, done) : null;
    if (at === null || at < (intervals[0]?.interval.from ?? Infinity)) return;
    intervals
      .find(({ interval }) => at < interval.to)
      ?.parts.push({
        measure: 'completed',
        row,
        amount: estimator.at(issue, at) ?? 0,
        assignee: assigneeAt(issue, at),
      });
  });
  const pattern = settings.dateFormat ?? context.dateFormat;
  return intervals.map(({ interval, first, last, running, parts }) => ({
    id: String(first),
    name: formatDays(first, last, pattern),
    interval,
    running,
    parts,
    sprint: null,
    scope: null,
  }));
}
