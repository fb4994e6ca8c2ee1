/** Committed and completed work by sprint or interval, and by person. */

import { SprintHistory } from '@tallyboard/core/history/sprint-history.ts';
import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { estimator } from '@tallyboard/core/measure/estimate.ts';
import { isDone } from '@tallyboard/core/measure/resolution.ts';
import { rowsWhere } from '@tallyboard/core/measure/rows.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { type DoneInForce, doneClause } from '@tallyboard/core/model/done.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import { withCommonEstimation } from '@tallyboard/report-kit/families/sprint-scope/common-estimation.ts';
import { holderAccounts } from '@tallyboard/report-kit/families/sprint-scope/holder-accounts.ts';
import {
  columnsOf,
  scopeNotes,
  scopeRows,
  whyAtLeast,
} from '@tallyboard/report-kit/families/sprint-scope/scope-notes.ts';
import { SPRINT_ISSUES } from '@tallyboard/report-kit/families/sprint-scope/sprint-query.ts';
import { sprintReportOf } from '@tallyboard/report-kit/families/sprint-scope/sprint-report.ts';
import { byAssigneeDefinition } from '@tallyboard/report-kit/figures/account-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { limitsDefinition } from '@tallyboard/report-kit/limits/limits-setting.ts';
import { averageOf, byPerson, measuresOf } from './measures.ts';
import {
  comparePeople,
  issuesJql,
  peopleOf,
  personJql,
  personNames,
  type VelocityPerson,
} from './people.ts';
import { intervalsOf, type Summed, sprintsOf, type VelocityPeriod } from './period-sums.ts';
import {
  type Fallback,
  fallbackOf,
  undatedSprintNotes,
  unknownSprints,
  whyNoPeriod,
} from './periods.ts';
import { type SayDoSummary, sayDoOf, summarizeSayDo } from './say-do.ts';
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
  readonly average: ReturnType<typeof averageOf> | null;
  readonly people: readonly VelocityPerson[];
  /** Null for intervals, and without a sprint that is over. */
  readonly sayDo: SayDoSummary | null;
}

const FALLBACKS: Readonly<Record<Fallback, string>> = {
  kanban: 'This board has no sprints: completed work is shown by date interval.',
  'no-sprint-list':
    'The sprints of the board could not be loaded: completed work is shown by date interval.',
};
const UNITS = { count: 'issues', points: 'points', time: 'seconds' } as const;

/** Returns velocity by sprint, or by interval without sprints, in issues, story points or seconds. */
export default function computeVelocity(
  dataset: Dataset,
  given: VelocitySettings,
  context: ReportContext,
): Computed<VelocityResult> {
  const { settings, notes: ofUnits } = withCommonEstimation(given, dataset, context);
  const fallback = fallbackOf(dataset, settings);
  const byInterval = settings.periods === 'interval' || fallback !== null;
  const done = doneInForce(dataset, settings, context, settings.board);
  const sprints = new SprintHistory(dataset.issues);
  const measuring = { estimator: estimator(settings, dataset), done: done.rule, sprints };
  const everybody = (byInterval ? intervalsOf : sprintsOf)(dataset, settings, context, measuring);
  const { isChosen, notes: ofAccounts } = holderAccounts(dataset, settings.accounts, context, () =>
    everybody.flatMap(({ parts }) => parts),
  );
  const summed = everybody.map(each => ({
    ...each,
    // Periods keep the parts of all.
    people: byPerson(each.parts.filter(({ assignee }) => isChosen(assignee))),
  }));
  const full = !byInterval;
  const ended = summed.filter(({ running }) => !running);
  const counted = ended.length > 0 ? ended : summed;
  const countedParts = counted.flatMap(({ parts }) => parts);
  const nameOf = personNames(summed);
  const windows = summed.flatMap(({ scope }) => scope?.window ?? []);
  const atLeast = whyAtLeast(dataset, windows, context);
  const periods = summed.map(each => periodOf(dataset, each, settings, full, nameOf));
  const result: VelocityResult = {
    periodKind: byInterval ? 'interval' : 'sprint',
    fallback,
    atLeast,
    why: summed.length === 0 ? whyNoPeriod(dataset, settings) : null,
    unit: UNITS[settings.estimation],
    periods,
    average: counted.length === 0 ? null : averageOf(countedParts, counted.length, full),
    people: peopleOf(dataset, summed, counted, settings, full),
    sayDo: summarizeSayDo(periods.map(({ running, sayDo }) => (running ? null : sayDo))),
  };
  const scopes = summed.flatMap(({ scope }) => scope ?? []);
  const unknown = byInterval ? 0 : unknownSprints(dataset, settings, context, sprints);
  const notes = [
    ...ofUnits,
    ...ofAccounts,
    ...(unknown > 0
      ? [
          {
            code: 'unknown-sprints',
            text: `${unknown === 1 ? '1 sprint is' : `${unknown} sprints are`} known by histories alone and missing: no issue of the query is in ${unknown === 1 ? 'it' : 'them'} today. Choose a board to have all its sprints.`,
            issues: new Uint32Array(0),
            doubtful: true as const,
          },
        ]
      : []),
    ...(fallback
      ? [
          {
            code: fallback,
            text: FALLBACKS[fallback],
            issues: new Uint32Array(0),
            ...(fallback === 'no-sprint-list' ? { doubtful: true as const } : {}),
          },
        ]
      : []),
    ...(byInterval ? [] : undatedSprintNotes(dataset, settings, context, sprints)),
    ...scopeNotes({
      dataset,
      done: done.rule,
      estimation: settings.estimation,
      pointsField: settings.pointsField,
      pointsScope: settings.pointsScope,
      scopes,
      history: sprints,
      sprints: summed.flatMap(({ sprint }) => sprint ?? []),
      // All done issues, also those without a done date.
      ...(byInterval && { unscoped: rowsWhere(dataset.issues, issue => isDone(issue, done.rule)) }),
      atLeast,
      query: context.query,
      columns: columnsOf(dataset, settings.board),
    }),
    ...done.notes(byInterval ? undefined : scopeRows(scopes)),
  ];
  return {
    result,
    notes,
    definitions: [
      ...definitionsOf(done.inForce, byInterval),
      ...byAssigneeDefinition(
        settings.accounts,
        `${byInterval ? 'Intervals' : 'Sprints'} and their averages count`,
      ),
      ...limitsDefinition(settings),
    ],
    done: done.inForce,
  };
}

function periodOf(
  dataset: Dataset,
  { id, name, interval, running, parts, people, sprint, scope }: Summed,
  settings: VelocitySettings,
  full: boolean,
  nameOf: (id: string) => string,
): VelocityPeriod {
  const jql = sprint ? `sprint = ${sprint.id}` : issuesJql(dataset, parts);
  return {
    id,
    name,
    interval,
    running,
    measures: measuresOf(parts, full),
    people: Array.from(people, ([personId, own]) => ({
      id: personId,
      name: nameOf(personId),
      measures: measuresOf(own, full),
      jql: personJql(dataset, own, personId, sprint ? [sprint.id] : []),
    })).sort(comparePeople(settings)),
    jql,
    report:
      scope && jql
        ? sprintReportOf(dataset, scope, {
            id,
            name,
            unit: UNITS[settings.estimation],
            running,
            jql,
          })
        : null,
    sayDo: scope && sayDoOf(scope),
  };
}

function definitionsOf({ rule }: DoneInForce, byInterval: boolean) {
  const shared = {
    Done: `At that time ${doneClause(rule)}.`,
    Average: `The mean over the shown ${byInterval ? 'intervals' : 'sprints'} that are over, with 0 for those in which a person had no work.`,
  };
  if (byInterval)
    return definitions({
      Completed:
        'Issues that became done in the interval, with their estimate and for their assignee at that time. A reopened issue does not count.',
      ...shared,
    });
  return definitions({
    Committed:
      'Estimate at the start of every issue that was in the sprint then and not done. It belongs to the assignee at the start.',
    'Added, removed, re-estimated':
      'Changes of the scope after the start; an issue of the sprint that was done before and is reopened counts as added. Committed + added + re-estimated - removed - reassigned out + reassigned in = scope.',
    'Reassigned out, in':
      'Work in scope that was given to another person, with its estimate at that time. Each change of scope belongs to the assignee at its time.',
    Completed:
      'Estimate at the close of every issue that was in the sprint and done then, and not done at the start. It belongs to the assignee at completion.',
    'Completed of committed':
      'The part of the commitment that was completed, in percent of the commitment, both by the estimates at the start. Work that was added counts in neither.',
    'Carried over':
      'Scope less completed: in the sprint at its close and not done. It belongs to the assignee at the close.',
    ...shared,
    Issues: SPRINT_ISSUES,
  });
}
