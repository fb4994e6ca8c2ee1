/** Committed and completed work by sprint or interval, and by person. */

import { estimator } from '@tallyboard/core/measure/estimate.ts';
import { isDone } from '@tallyboard/core/measure/resolution.ts';
import { rowsWhere } from '@tallyboard/core/measure/rows.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Computed, Figure } from '@tallyboard/core/model/result.ts';
import {
  columnsOf,
  scopeNotes,
  scopeRows,
  whyAtLeast,
} from '@tallyboard/report-kit/families/sprint-scope/scope-notes.ts';
import { doneInForce } from '@tallyboard/report-kit/figures/done-in-force.ts';
import { velocityDefinitions } from './definitions.ts';
import { MeasureSums } from './measures.ts';
import {
  comparePeople,
  issuesJql,
  peopleOf,
  personJql,
  personNames,
  type VelocityPerson,
} from './people.ts';
import {
  intervalsOf,
  type Measuring,
  type Summed,
  sprintsOf,
  type VelocityPeriod,
} from './period-sums.ts';
import { type Fallback, fallbackOf, whyNoPeriod } from './periods.ts';
import type { VelocitySettings } from './settings.ts';

export interface VelocityResult {
  readonly periodKind: 'sprint' | 'interval';
  /** Why intervals replace sprints. */
  readonly fallback: Fallback | null;
  /** Why issues may be missing, so that figures are lower bounds; null if none can be missing. */
  readonly atLeast: string | null;
  /** Why there is no period, and what to do about it. */
  readonly why: string | null;
  readonly unit: 'issues' | 'points' | 'seconds';
  /** Oldest first. */
  readonly periods: readonly VelocityPeriod[];
  /** Means over the completed periods, over all if none is completed. Null without periods. */
  readonly average: { readonly committed: Figure | null; readonly completed: Figure } | null;
  readonly people: readonly VelocityPerson[];
}

const FALLBACKS: Readonly<Record<Fallback, string>> = {
  kanban: 'Kanban boards have no sprints: completed work is shown by date interval.',
  'no-sprint-list':
    'The sprints of the board could not be loaded: completed work is shown by date interval.',
};
const UNITS = { count: 'issues', points: 'points', time: 'seconds' } as const;

/** Returns velocity by sprint, or by interval without sprints, in issues, story points or seconds. */
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
  const ended = summed.filter(({ running }) => !running);
  const counted = ended.length > 0 ? ended : summed;
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
    ...(fallback
      ? [{ code: fallback, text: FALLBACKS[fallback], issues: new Uint32Array(0) }]
      : []),
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

/** All done issues, also those without a done date. */
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
