/** Burn charts: scope and completed work at every instant of a sprint or a range of days. */

import {
  type BurnStep,
  burnSteps,
  burnStepsByPerson,
} from '@tallyboard/core/history/burn-steps.ts';
import {
  combinedScope,
  filterScope,
  type Scope,
  sprintScope,
} from '@tallyboard/core/history/scope.ts';
import { OUT_OF_SCOPE } from '@tallyboard/core/history/scope-states.ts';
import { SprintHistory } from '@tallyboard/core/history/sprint-history.ts';
import type { Assignee } from '@tallyboard/core/history/timeline.ts';
import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { estimator } from '@tallyboard/core/measure/estimate.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { type DoneInForce, doneClause } from '@tallyboard/core/model/done.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { withCommonEstimation } from '@tallyboard/report-kit/families/sprint-scope/common-estimation.ts';
import {
  type HeldWork,
  holderAccounts,
} from '@tallyboard/report-kit/families/sprint-scope/holder-accounts.ts';
import {
  columnsOf,
  scopeNotes,
  scopeRows,
  whyAtLeast,
} from '@tallyboard/report-kit/families/sprint-scope/scope-notes.ts';
import { SPRINT_ISSUES } from '@tallyboard/report-kit/families/sprint-scope/sprint-query.ts';
import {
  type LedgerEntry,
  ledgerOf,
  type SprintReport,
  sprintReportOf,
} from '@tallyboard/report-kit/families/sprint-scope/sprint-report.ts';
import { byAssigneeDefinition } from '@tallyboard/report-kit/figures/account-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { disambiguate } from '@tallyboard/report-kit/figures/disambiguate.ts';
import { burnWorkingDays, type WorkShare, workShare } from './chart/ideal.ts';
import { filterPlan, idealSpans, type Plan, sprintPlan } from './plan.ts';
import { type BurnSettings, hasPeople, isBurnup, isSprintType } from './settings.ts';
import {
  type BurnStates,
  type BurnTotals,
  type DayEnd,
  dayEndsOf,
  eventsOf,
  statesOf,
  totalsOf,
} from './states.ts';

export interface PersonBurn {
  /** User id; '' for nobody. */
  readonly id: string;
  readonly name: string;
  readonly points: readonly BurnStep[];
}

export interface BurnChart {
  readonly name: string;
  readonly sprints: readonly Sprint[];
  /** The time axis: from the start to the planned end, or to the close if that is later. */
  readonly from: Instant;
  readonly to: Instant;
  /** End of the known data: the close, or now. */
  readonly until: Instant;
  /** Now; null outside the axis. */
  readonly today: Instant | null;
  readonly points: readonly BurnStep[];
  /** The working time of the ideal line, for each sprint start. */
  readonly works: readonly WorkShare[];
  readonly people: readonly PersonBurn[];
  readonly dayEnds: readonly DayEnd[];
  readonly ledger: readonly LedgerEntry[];
  readonly totals: BurnTotals;
  readonly events: ReturnType<typeof eventsOf>;
  /** Null for a range of days. */
  readonly report: SprintReport | null;
  /** States of all issues over time, from which any point finds its issues. */
  readonly states: BurnStates;
}

export interface BurnResult {
  readonly unit: 'issues' | 'points';
  /** Started sprints of the issues, active first; empty for filter types. */
  readonly sprints: readonly Sprint[];
  readonly chart: BurnChart | null;
  /** Why issues may be missing, so that figures are lower bounds; null if none can be missing. */
  readonly atLeast: string | null;
  /** Why there is no chart. */
  readonly why: string | null;
}

/** Returns the burn chart of the settings, in issues or story points. */
export default function computeBurn(
  dataset: Dataset,
  given: BurnSettings,
  context: ReportContext,
): Computed<BurnResult> {
  const { settings, notes: ofUnits } = withCommonEstimation(given, dataset, context);
  const done = doneInForce(dataset, settings, context, settings.board);
  const sprints = new SprintHistory(dataset.issues, settings.sprintField);
  const scoping = { estimator: estimator(settings, dataset), done: done.rule, sprints };
  const found = isSprintType(settings.type)
    ? sprintPlan(dataset, settings, context, sprints)
    : filterPlan(settings, context);
  const scope = found.plan && scopeOf(dataset, found.plan, scoping);
  const windows = found.plan?.windows.map(({ window }) => window) ?? [];
  const atLeast = whyAtLeast(dataset, windows, context);
  const accounts = hasPeople(settings) ? settings.accounts : 'all';
  const { isChosen, notes: ofAccounts } = holderAccounts(dataset, accounts, context, () =>
    scope ? holdersOf(scope) : [],
  );
  const result: BurnResult = {
    unit: unitOf(settings),
    sprints: found.sprints,
    chart: found.plan && scope && chartOf(dataset, found.plan, scope, settings, context, isChosen),
    atLeast,
    why: found.why,
  };
  const scopes = scope ? [scope] : [];
  const notes = scopeNotes({
    dataset,
    done: done.rule,
    scopes,
    history: sprints,
    estimation: settings.estimation,
    pointsScope: settings.pointsScope,
    pointsField: settings.pointsField,
    sprints: found.plan?.sprints ?? [],
    atLeast,
    query: context.query,
    columns: columnsOf(dataset, settings.board),
  });
  return {
    result,
    notes: [...ofUnits, ...ofAccounts, ...notes, ...done.notes(scopeRows(scopes))],
    definitions: [
      ...definitionsOf(settings, context, done.inForce),
      ...byAssigneeDefinition(accounts, 'The other lines count'),
    ],
    done: done.inForce,
  };
}

function scopeOf(
  dataset: Dataset,
  { windows, rows, window }: Plan,
  scoping: Parameters<typeof filterScope>[2],
): Scope {
  const [first, ...more] = windows;
  if (!first) return filterScope(dataset, window, scoping);
  if (more.length > 0) return combinedScope(dataset, rows, windows, scoping);
  return sprintScope(dataset, rows, first.id, first.window, scoping);
}

function chartOf(
  dataset: Dataset,
  plan: Plan,
  scope: Scope,
  settings: BurnSettings,
  context: ReportContext,
  isChosen: (assignee: Assignee | null) => boolean,
): BurnChart {
  const { asOf, zone, calendar } = context;
  const { from, to: until } = plan.window;
  const closed = plan.sprints.length > 0 && plan.sprints.every(({ state }) => state === 'closed');
  const points = thinned(burnSteps(scope));
  const states = statesOf(scope);
  const isWorking = burnWorkingDays(settings.workingDays, calendar);
  return {
    name: plan.name,
    sprints: plan.sprints,
    from,
    to: plan.axisEnd,
    until,
    today: !closed && asOf >= from && asOf <= plan.axisEnd ? asOf : null,
    points,
    works: idealSpans(plan).map(span => workShare(span, isWorking, zone)),
    people: hasPeople(settings) ? peopleOf(scope, isChosen) : [],
    dayEnds: dayEndsOf(points, states, { from, to: until }, zone),
    ledger: ledgerOf(dataset, scope),
    totals: totalsOf(scope),
    events: eventsOf(dataset, scope),
    report:
      plan.sprints.length === 0
        ? null
        : sprintReportOf(dataset, scope, {
            id: plan.sprints.map(({ id }) => id).join(','),
            name: plan.name,
            unit: unitOf(settings),
            running: !closed,
            jql: `sprint in (${plan.sprints.map(({ id }) => id).join(', ')})`,
          }),
    states,
  };
}

const unitOf = ({ estimation }: BurnSettings) => (estimation === 'points' ? 'points' : 'issues');

/** About one point per pixel. */
const MAX_POINTS = 1500;

function thinned(points: readonly BurnStep[]): readonly BurnStep[] {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length <= MAX_POINTS) return points;
  const slice = Math.max(1, (last.at - first.at) / MAX_POINTS);
  const sliceOf = (point: BurnStep) => Math.floor((point.at - first.at) / slice);
  return points.filter((point, index) => {
    const next = points[index + 1];
    return index === 0 || !next || sliceOf(next) !== sliceOf(point);
  });
}

/** Whoever had work in scope. */
const holdersOf = ({ states }: Scope): readonly HeldWork[] =>
  Array.from(states.row).flatMap((row, at) =>
    states.kind[at] === OUT_OF_SCOPE ? [] : { row, assignee: states.assignee[at] ?? null },
  );

function peopleOf(
  scope: Scope,
  isChosen: (assignee: Assignee | null) => boolean,
): readonly PersonBurn[] {
  const people = burnStepsByPerson(scope, isChosen);
  const nameOf = disambiguate(
    people,
    ({ assignee }) => assignee?.name ?? 'Unassigned',
    ({ assignee }) => assignee?.id ?? null,
  );
  return people
    .map(person => ({
      id: person.assignee?.id ?? '',
      name: nameOf(person),
      points: thinned(person.steps),
    }))
    .filter(({ points }) => points.some(point => point.scope !== 0))
    .sort((a, b) => most(b) - most(a) || a.name.localeCompare(b.name));
}

const most = ({ points }: PersonBurn) => Math.max(...points.map(point => point.scope));

function definitionsOf(
  { estimation, type }: BurnSettings,
  { calendar }: ReportContext,
  { rule }: DoneInForce,
) {
  const unit = estimation === 'points' ? 'the story points' : 'the number';
  const members = isSprintType(type)
    ? 'issues in the sprint, by its id in their history; issues done before the start are left out until they are reopened'
    : 'issues that match the query now, each from its creation on';
  const holidays = calendar ? ' and on holidays of the shared calendar' : '';
  return definitions({
    Scope: `At every instant, ${unit} of ${members}.`,
    Completed: `The part of the scope that was done at that time: ${doneClause(rule)}. A reopened issue is done before the reopening and open after it.`,
    Remaining: 'Scope less completed, with the estimate at that time.',
    Ideal: `From the remaining work at the start to zero at the planned end (of each sprint in a combined chart), evenly over working days and flat on others${holidays}.${isBurnup(type) ? ' Drawn as the scope less this.' : ''}`,
    'Scope changes':
      'Issues added, removed, reopened or re-estimated after the start. Committed + added + re-estimated - removed = scope.',
    'Individual lines':
      'The same for the work of each assignee at the time; when an issue is reassigned, it moves from one line to the other.',
    ...(isSprintType(type) && {
      Issues: SPRINT_ISSUES,
      'Combined chart':
        'The active sprints, or all where none is active, as one: an issue counts once, from the start of its first sprint.',
    }),
  });
}
