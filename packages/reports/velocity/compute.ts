import type { Measuring, Summed, VelocityPeriod } from './period-sums.ts';
/** Individual velocity: what was committed and completed per sprint or interval, and by whom. */

import { rowsBySprint, sprintScope, sprintWindow } from '@tallyboard/core/history/scope.ts';
import { estimator } from '@tallyboard/core/measure/estimate.ts';
import { isDone } from '@tallyboard/core/measure/resolution.ts';
import { rowsWhere } from '@tallyboard/core/measure/rows.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Computed, Figure } from '@tallyboard/core/model/result.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import {
  columnsOf,
  scopeNotes,
  scopeRows,
  whyAtLeast,
} from '@tallyboard/report-kit/families/sprint-scope/scope-notes.ts';
import { doneInForce } from '@tallyboard/report-kit/figures/done-in-force.ts';
import { velocityDefinitions } from './definitions.ts';
import { sumIntervals } from './interval-sums.ts';
import { issuesJql, personJql } from './links.ts';
import { MeasureSums, type PeopleSums, sumScope } from './measures.ts';
import { periodNotes } from './notes.ts';
import { comparePeople, peopleOf, personNames, type VelocityPerson } from './people.ts';
import { type Fallback, fallbackOf, shownIntervals, shownSprints, whyNoPeriod } from './periods.ts';
import type { VelocitySettings } from './settings.ts';

export interface VelocityResult {
  readonly periodKind: 'sprint' | 'interval';
  /** Why intervals stand in for sprints. */
  readonly fallback: Fallback | null;
  /** Why figures are at least what is shown: issues that counted may be missing. Null where none can be. */
  readonly atLeast: string | null;
  /** Why there is no period, and what to do about it. */
  readonly why: string | null;
  readonly unit: 'issues' | 'points' | 'seconds';
  /** Oldest first. */
  readonly periods: readonly VelocityPeriod[];
  /** Means over the periods that are over; over all where none is. Null without periods. */
  readonly average: { readonly committed: Figure | null; readonly completed: Figure } | null;
  readonly people: readonly VelocityPerson[];
}

const UNITS = { count: 'issues', points: 'points', time: 'seconds' } as const;

/** Returns velocity by sprint, or by interval where there are no sprints: issues, story points, or seconds. */
export default function computeVelocity(
  dataset: Dataset,
  settings: VelocitySettings,
  context: ReportContext,
): Computed<VelocityResult> {
  const fallback = fallbackOf(dataset, settings);
  const byInterval = settings.periods === 'interval' || fallback !== null;
  const done = doneInForce(dataset, settings, context, settings.board);
  const measuring = {
    estimator: estimator(settings, dataset),
    done: done.rule,
  };
  const summed = byInterval
    ? intervalsOf(dataset, settings, context, measuring)
    : sprintsOf(dataset, settings, context, measuring);
  const full = !byInterval;
  const counted = summed.some(({ running }) => !running)
    ? summed.filter(({ running }) => !running)
    : summed;
  const total = new MeasureSums();
  for (const { sums } of counted) total.join(sums.all);
  const over = counted.length;
  const nameOf = personNames(summed);
  const windows = summed.flatMap(({ scope }) => scope?.window ?? []);
  const atLeast = whyAtLeast(dataset, windows, context.query);
  const result: VelocityResult = {
    periodKind: byInterval ? 'interval' : 'sprint',
    fallback,
    atLeast,
    why: summed.length === 0 ? whyNoPeriod(dataset, settings) : null,
    unit: UNITS[settings.estimation],
    periods: summed.map(each => periodOf(dataset, each, settings, full, nameOf)),
    average:
      over === 0
        ? null
        : {
            committed: full ? total.figure('committed', over) : null,
            completed: total.figure('completed', over),
          },
    people: peopleOf(dataset, summed, counted, settings, full),
  };
  const scopes = summed.flatMap(({ scope }) => scope ?? []);
  const notes = [
    ...periodNotes(fallback),
    ...scopeNotes({
      dataset,
      done: done.rule,
      estimation: settings.estimation,
      pointsField: settings.pointsField,
      pointsScope: settings.pointsScope,
      scopes,
      sprints: summed.flatMap(({ sprint }) => sprint ?? []),
      ...(byInterval && { unscoped: doneRows(dataset, measuring) }),
      atLeast,
      query: context.query,
      columns: columnsOf(dataset, settings.board),
    }),
    ...done.notes(byInterval ? undefined : scopeRows(scopes)),
  ];
  return {
    result,
    notes,
    definitions: velocityDefinitions(done.inForce, byInterval),
    done: done.inForce,
  };
}

function sprintsOf(
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

function intervalsOf(
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
    name: `${formatDay(first, pattern)} - ${formatDay(last, pattern)}`,
    interval,
    running,
    sprint: null,
    scope: null,
    sums: sums[index] as PeopleSums,
  }));
}

/** Every done issue: those in an interval, and those that have no date. */
function doneRows({ issues }: Dataset, { done }: Measuring): IssueRows {
  return rowsWhere(issues, issue => isDone(issue, done));
}

function periodOf(
  dataset: Dataset,
  { id, name, interval, running, sums, sprint }: Summed,
  settings: VelocitySettings,
  full: boolean,
  nameOf: (id: string) => string,
): VelocityPeriod {
  const people = Array.from(sums.people, ([personId, { sums: own }]) => ({
    id: personId,
    name: nameOf(personId),
    measures: own.measures(full),
    jql: personJql(dataset, own.rows(), personId, sprint ? [sprint.id] : []),
  })).sort(comparePeople(settings));
  const jql = sprint ? `sprint = ${sprint.id}` : issuesJql(dataset, sums.all.rows());
  return { id, name, interval, running, measures: sums.all.measures(full), people, jql };
}
