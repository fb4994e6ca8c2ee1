/** Burn charts: what remained, or what was completed of the scope, at every instant of a sprint or a range of days. */

import {
  type BurnStep,
  burnSteps,
  burnStepsByPerson,
} from '@tallyboard/core/history/burn-steps.ts';
import {
  combinedScope,
  filterScope,
  type RunSprint,
  rowsBySprint,
  type Scope,
  sprintScope,
  sprintWindow,
} from '@tallyboard/core/history/scope.ts';
import { estimator } from '@tallyboard/core/measure/estimate.ts';
import { doneRule } from '@tallyboard/core/measure/resolution.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { SprintId } from '@tallyboard/core/model/ids.ts';
import type { Computed, Figure } from '@tallyboard/core/model/result.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { endOfDay, localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import { scopeNotes } from '../shared/scope-notes.ts';
import { burnDefinitions } from './definitions.ts';
import { filterRange } from './filter-range.ts';
import { burnWorkingDays, type WorkShare, workShare } from './ideal.ts';
import { type LedgerEntry, ledgerOf } from './ledger.ts';
import { type BurnSettings, burnDone, isSprintType } from './settings.ts';
import { findSprints } from './sprints.ts';
import {
  type BurnMeasure,
  type BurnStates,
  type BurnTotals,
  figureAt,
  statesOf,
  totalsOf,
} from './states.ts';

/** Scope and completed work from an instant on. Remaining is scope - completed. */
export type BurnPoint = BurnStep;

export interface PersonBurn {
  /** User id; '' for nobody. */
  readonly id: string;
  readonly name: string;
  readonly points: readonly BurnPoint[];
}

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

export interface BurnChart {
  readonly name: string;
  readonly sprints: readonly Sprint[];
  /** The time axis: start to planned end, or to the close where that came later. */
  readonly from: Instant;
  readonly to: Instant;
  /** Nothing is known after it: the close, or now. */
  readonly until: Instant;
  /** Now, where it falls within the axis. */
  readonly today: Instant | null;
  readonly points: readonly BurnPoint[];
  /** How the ideal line goes, from each instant at which a sprint started. */
  readonly works: readonly WorkShare[];
  readonly people: readonly PersonBurn[];
  readonly dayEnds: readonly DayEnd[];
  readonly ledger: readonly LedgerEntry[];
  readonly totals: BurnTotals;
  /** What every issue was when, from which the issues behind any point are told. */
  readonly states: BurnStates;
}

export interface BurnResult {
  readonly unit: 'issues' | 'points';
  /** Those that the issues are in and that have started, active first; empty for filter types. */
  readonly sprints: readonly Sprint[];
  readonly chart: BurnChart | null;
  /** Why there is no chart. */
  readonly why: string | null;
}

/** Returns the burn chart that the settings ask for: amounts in issues or story points, instants in milliseconds. */
export function computeBurn(
  dataset: Dataset,
  settings: BurnSettings,
  context: ReportContext,
): Computed<BurnResult> {
  const done = doneRule(burnDone(settings), dataset.statuses);
  const scoping = {
    estimator: estimator(settings, dataset),
    done,
    sprintField: settings.sprintField,
  };
  const found = isSprintType(settings.type)
    ? sprintPlan(dataset, settings, context)
    : filterPlan(settings, context);
  const scope = found.plan && scopeOf(dataset, found.plan, scoping);
  const result: BurnResult = {
    unit: settings.estimation === 'points' ? 'points' : 'issues',
    sprints: found.sprints,
    chart: found.plan && scope && chartOf(dataset, found.plan, scope, settings, context),
    why: found.why,
  };
  const notes = scopeNotes({
    ...{ dataset, done, scopes: scope ? [scope] : [] },
    ...{ estimation: settings.estimation, pointsScope: settings.pointsScope },
    pointsField: settings.pointsField,
    sprints: found.plan?.sprints ?? [],
  });
  return { result, notes, definitions: burnDefinitions(settings, context) };
}

/** What to chart, before any issue is looked at. */
interface Plan {
  readonly name: string;
  readonly sprints: readonly Sprint[];
  readonly windows: readonly RunSprint[];
  readonly rows: readonly number[];
  readonly window: Interval;
  readonly axisEnd: Instant;
}

interface Found {
  readonly sprints: readonly Sprint[];
  readonly plan: Plan | null;
  readonly why: string | null;
}

function sprintPlan(dataset: Dataset, settings: BurnSettings, { asOf }: ReportContext): Found {
  const bySprint = rowsBySprint(dataset, settings.sprintField);
  const sprints = findSprints(dataset, bySprint, asOf);
  const chosen = chosenSprints(sprints, settings);
  const windows = chosen.flatMap(sprint => {
    const window = sprintWindow(sprint, asOf);
    return window ? [{ id: sprint.id, window }] : [];
  });
  const [first] = windows;
  if (!first) {
    return { sprints, plan: null, why: 'These issues are in no sprint that has started.' };
  }
  const window = {
    from: Math.min(...windows.map(each => each.window.from)),
    to: Math.max(...windows.map(each => each.window.to)),
  };
  const rows = rowsIn(bySprint, windows);
  const planned = Math.max(...chosen.map(sprint => sprint.end ?? 0));
  const names = chosen.map(sprint => sprint.name).join(', ');
  const name = chosen.length > MOST_NAMES ? `${chosen.length} sprints` : names;
  const axisEnd = Math.max(planned, window.to);
  return { sprints, plan: { name, sprints: chosen, windows, rows, window, axisEnd }, why: null };
}

const MOST_NAMES = 4;

/** The chosen sprint, else the first; combined, the active ones, else all. */
function chosenSprints(sprints: readonly Sprint[], { singleChart, sprint }: BurnSettings) {
  if (singleChart) {
    const active = sprints.filter(({ state }) => state === 'active');
    return active.length > 0 ? active : sprints;
  }
  const [first] = sprints;
  const chosen = sprints.find(({ id }) => id === sprint) ?? first;
  return chosen ? [chosen] : [];
}

function rowsIn(
  bySprint: ReadonlyMap<SprintId, readonly number[]>,
  windows: readonly RunSprint[],
): readonly number[] {
  const [first] = windows;
  if (first && windows.length === 1) return bySprint.get(first.id) ?? [];
  const rows = new Set<number>();
  for (const { id } of windows) for (const row of bySprint.get(id) ?? []) rows.add(row);
  return [...rows].sort((a, b) => a - b);
}

function filterPlan(settings: BurnSettings, context: ReportContext): Found {
  const { from, to } = filterRange(settings, context);
  const nothing = (why: string): Found => ({ sprints: [], plan: null, why });
  if (to <= from) return nothing('The range of days ends before it begins.');
  if (from > context.asOf) return nothing('The range of days has not begun yet.');
  const window = { from, to: Math.min(to, context.asOf) };
  const plan = { name: 'Filter', sprints: [], windows: [], rows: [], window, axisEnd: to };
  return { sprints: [], plan, why: null };
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
): BurnChart {
  const { asOf, zone, calendar } = context;
  const { from, to: until } = plan.window;
  const closed = plan.sprints.length > 0 && plan.sprints.every(({ state }) => state === 'closed');
  const points = thinned(burnSteps(scope));
  const states = statesOf(scope);
  const isWorking = burnWorkingDays(settings.workingDays, calendar);
  const individual = settings.graphs.personIdeal || settings.graphs.personReal;
  return {
    name: plan.name,
    sprints: plan.sprints,
    from,
    to: plan.axisEnd,
    until,
    today: !closed && asOf >= from && asOf <= plan.axisEnd ? asOf : null,
    points,
    works: idealSpans(plan).map(span => workShare(span, isWorking, zone)),
    people: individual ? peopleOf(scope) : [],
    dayEnds: dayEndsOf(points, states, { from, to: until }, zone),
    ledger: ledgerOf(dataset, scope),
    totals: totalsOf(scope),
    states,
  };
}

/** From each start of a sprint to its planned end; one that has none, or an end before its start, to where it got. */
function idealSpans({ sprints, windows, window, axisEnd }: Plan): readonly Interval[] {
  if (sprints.length === 0) return [{ from: window.from, to: axisEnd }];
  const ends = new Map<Instant, Instant>();
  for (const { id, window: ran } of windows) {
    const planned = sprints.find(sprint => sprint.id === id)?.end ?? 0;
    const end = planned > ran.from ? planned : ran.to;
    ends.set(ran.from, Math.max(end, ends.get(ran.from) ?? 0));
  }
  return Array.from(ends, ([from, to]) => ({ from, to })).sort((a, b) => a.from - b.from);
}

/** More points than pixels tell nothing more, and cost time to send and to draw. */
const MOST_POINTS = 1500;

function thinned(points: readonly BurnPoint[]): readonly BurnPoint[] {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length <= MOST_POINTS) return points;
  const slice = Math.max(1, (last.at - first.at) / MOST_POINTS);
  const sliceOf = (point: BurnPoint) => Math.floor((point.at - first.at) / slice);
  return points.filter((point, index) => {
    const next = points[index + 1];
    return index === 0 || !next || sliceOf(next) !== sliceOf(point);
  });
}

function peopleOf(scope: Scope): readonly PersonBurn[] {
  return burnStepsByPerson(scope)
    .map(({ assignee, steps }) => ({
      id: assignee?.id ?? '',
      name: assignee?.name ?? 'Undefined',
      points: thinned(steps),
    }))
    .filter(({ points }) => points.some(point => point.scope !== 0))
    .sort((a, b) => most(b) - most(a) || a.name.localeCompare(b.name));
}

const most = ({ points }: PersonBurn) => Math.max(...points.map(point => point.scope));

const MOST_DAYS = 2000;

/** So many issues times days are kept for links that lead straight to them. */
const MOST_KEPT = 60_000;

function dayEndsOf(
  points: readonly BurnPoint[],
  states: BurnStates,
  { from, to: until }: Interval,
  zone: string,
): readonly DayEnd[] {
  const ends: DayEnd[] = [];
  let index = 0;
  let before = points[0];
  // Totals at the start are no change of the first day.
  let last: BurnPoint = { at: from, scope: before?.scope ?? 0, completed: before?.completed ?? 0 };
  const kept = (localDay(until, zone) - localDay(from, zone) + 1) * states.row.length <= MOST_KEPT;
  const firstDay = Math.max(localDay(from, zone), localDay(until, zone) - MOST_DAYS);
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
