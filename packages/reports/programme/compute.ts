/**
 * Epics, initiatives, versions or queries in one table: how far each is, what came into it, and when it is over by its own
 * pace.
 *
 *   E-1  3 stories, 1 done      progress 1/3, target 1 May, over by 20 April with 50%, by 9 May with 85%
 */

import { finishSpells } from '@tallyboard/core/flow/finish-spells.ts';
import { replayFlow } from '@tallyboard/core/flow/replay.ts';
import { plainWorkflow, type Workflow, workflowOf } from '@tallyboard/core/flow/workflow.ts';
import { LEVELS } from '@tallyboard/core/forecast/levels.ts';
import { MIN_DAYS, MIN_FINISHES } from '@tallyboard/core/forecast/rolled-forecast.ts';
import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { countOf, statisticOf } from '@tallyboard/core/measure/figures.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Computed, CountFigure, Figure } from '@tallyboard/core/model/result.ts';
import { datasetAt } from '@tallyboard/core/past/dataset-at.ts';
import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import { daysBefore } from '@tallyboard/report-kit/families/flow/calendar-days.ts';
import { partsOfTeam } from '@tallyboard/report-kit/families/parts/parts-of-team.ts';
import { type Blocked, type Dependency, dependencyTools } from './dependencies.ts';
import { type Fever, feverOf } from './fever.ts';
import { GROWTH_DAYS, type Growth, growthOf } from './growth.ts';
import { type GrowthBands, growthBands } from './growth-bands.ts';
import { programmeDefinitions, programmeNotes } from './notes.ts';
import { type ProgrammePart, partKind } from './parts.ts';
import { TARGET_END } from './query.ts';
import type { ProgrammeSettings } from './settings.ts';
import { type ProgrammeState, type StateOfRow, stateOf } from './state.ts';

/** What rows and their total have; an issue of two rows is in the total once. */
export interface ProgrammeFigures extends Growth {
  readonly count: CountFigure;
  /** In the measure; null if no issue has a value. */
  readonly total: Figure | null;
  /** Progress times the total. */
  readonly done: Figure | null;
  /** The done share of the counted issues, from 0 to 1; null without any. */
  readonly progress: number | null;
  readonly unestimated: CountFigure;
  /** Issues that the scope leaves out. */
  readonly leftOut: CountFigure;
}

export interface ProgrammeRow extends ProgrammeFigures {
  readonly id: string;
  readonly kind: ProgrammePart['kind'];
  readonly key: string;
  readonly name: string;
  readonly status: 'to-do' | 'in-progress' | 'done';
  readonly start: string | null;
  readonly due: string | null;
  readonly target: string | null;
  readonly date50: string | null;
  readonly date85: string | null;
  /** How often such dates of earlier parts were kept, in percent; null below 20 of them. */
  readonly kept50: number | null;
  readonly kept85: number | null;
  readonly keptOf: number | null;
  /** By the target, in percent. */
  readonly chance: number | null;
  /** Why there are no dates; null if there are, or it is done. */
  readonly cannot: string | null;
  readonly fever: Fever | null;
  /** Why there is no fever; null if there is. */
  readonly noFever: string | null;
  readonly blocked: Blocked | null;
  readonly dependencies: readonly Dependency[];
  /** Not all issues below it were loaded. */
  readonly isPart: boolean;
}

export interface ProgrammeResult {
  readonly workflow: Workflow;
  readonly rows: readonly ProgrammeRow[];
  readonly all: ProgrammeFigures;
  readonly today: string;
  /** The name of the field that issues are measured in; null for issues, points and time. */
  readonly field: string | null;
  /** Of the row that `growthOf` names. */
  readonly growth: GrowthBands | null;
}

export default function computeProgramme(
  dataset: Dataset,
  settings: ProgrammeSettings,
  context: ReportContext,
): Computed<ProgrammeResult> {
  const { issues, beside } = dataset;
  const { asOf, zone } = context;
  const done = doneInForce(dataset, settings, context, settings.board);
  const workflow = workflowOf(dataset, settings, context);
  const replay = replayFlow(dataset, workflow, done.rule, settings, asOf);
  const state = stateOf(dataset, settings, context, done.rule);
  const isOfTeam = (row: number) =>
    replay.outside[row] === 0 &&
    replay.undated[row] === 0 &&
    !beside?.ids.has(issues[row]!.id) &&
    !state.isTop(row);
  const days = daysBefore(context, issues, isOfTeam);
  const spells = finishSpells(dataset, replay, workflow, done.rule);
  const team = partsOfTeam(
    { dataset, settings, context, spells, days, counts: isOfTeam },
    partKind(settings.rows, issues),
  );
  const sample = team.forecasts.sampleNow();
  const before = startOfDay(localDay(asOf, zone) - GROWTH_DAYS + 1, zone) - 1;
  const past = datasetAt(dataset, before, []);
  const then = stateOf(past, settings, context, done.rule);
  const thenOf = new Map(then.parts.map(part => [part.id, part]));
  const rowOf = new Map<IssueId, number>(issues.map(({ id }, row) => [id, row]));
  const { of: dependenciesOf, oldestBlocked } = dependencyTools(dataset, context, done.rule);

  const figuresOf = (part: Members, earlier: Members | undefined) => {
    const now = state.of(part);
    const old = then.of(earlier ?? NO_MEMBERS);
    const growth = growthOf({ issues, ...now }, { issues: past.issues, ...old }, rowOf);
    return { now, figures: { ...valuesOf(now, state), ...growth } };
  };

  const rowFor = (part: ProgrammePart): ProgrammeRow => {
    const { id, kind, key, name } = part;
    const { now, figures } = figuresOf(part, thenOf.get(id));
    const { counted } = now;
    const within = new Set([...part.tops, ...now.rows, ...part.members]);
    const open = counted.filter(row => !state.isDone(row));
    const starts = Array.from(counted, row => replay.since[row]!).filter(at => !Number.isNaN(at));
    const firstStart = starts.length > 0 ? Math.min(...starts) : null;
    const dues = Array.from(counted).flatMap(row => issues[row]!.due ?? []);
    const target = targetOf(part, dataset, context);
    const isDone = counted.length > 0 && open.length === 0;
    const found = isDone ? null : team.forecasts.datesOf(id);
    const dayAfter = (level: (typeof LEVELS)[number]) =>
      found && dayText(days.first + days.present + found.shown[LEVELS.indexOf(level)]!);
    const { kept = null, keptOf = null } = found?.record ?? {};
    const keptAt = (level: (typeof LEVELS)[number]) => kept && kept[LEVELS.indexOf(level)]!;
    const away = target === null ? null : target - days.first - days.present;
    const fever = isDone ? DONE : feverFor(id, target, firstStart, figures.progress);
    return {
      id,
      kind,
      key,
      name,
      ...figures,
      status: statusOf(part, counted, open, firstStart),
      start: firstStart === null ? null : dayText(localDay(firstStart, zone)),
      due: dues.length > 0 ? dayText(Math.max(...dues)) : null,
      target: target === null ? null : dayText(target),
      date50: dayAfter(50),
      date85: dayAfter(85),
      kept50: keptAt(50),
      kept85: keptAt(85),
      keptOf,
      chance: found && away !== null ? 100 * (away > 0 ? found.chanceWithin(away) : 0) : null,
      cannot: found || isDone ? null : whyNone(id, counted.length),
      ...fever,
      blocked: oldestBlocked(open),
      dependencies: dependenciesOf(open, row => within.has(row)),
      isPart: part.tops.some(row => beside?.unread.has(issues[row]!.id)),
    };
  };

  function feverFor(
    id: string,
    target: Day | null,
    start: number | null,
    progress: number | null,
  ): Pick<ProgrammeRow, 'fever' | 'noFever'> {
    const none = (noFever: string) => ({ fever: null, noFever });
    if (target === null) return none('It has no target date.');
    if (start === null) return none('It has not begun.');
    const now = team.forecasts.medianDayAt(id, days.present);
    if (now === null) return none('It has no date by its pace.');
    const atStart = team.forecasts.medianDayAt(id, days.of(start));
    if (atStart === null) return none('Too little was known when it began.');
    return { fever: feverOf(target - days.first, atStart, now, progress ?? 0), noFever: null };
  }

  function whyNone(id: string, count: number): string {
    if (count === 0) return 'No issues yet.';
    if (team.parts.stateAt(id, days.present).open === 0)
      return 'None of its open issues is among those of the query.';
    if (sample.days < MIN_DAYS)
      return `The issues have a history of ${sample.days} days. Dates need ${MIN_DAYS}.`;
    if (sample.finished < MIN_FINISHES)
      return `${sample.finished} ${sample.finished === 1 ? 'issue was' : 'issues were'} finished in the last ${sample.days} days. Dates need ${MIN_FINISHES}.`;
    return 'There is no forecast.';
  }

  function statusOf(
    { tops }: ProgrammePart,
    counted: ArrayLike<number>,
    open: ArrayLike<number>,
    firstStart: number | null,
  ): ProgrammeRow['status'] {
    if (counted.length === 0) {
      const category = tops[0] === undefined ? null : issues[tops[0]]!.status.category;
      return category === 'done' || category === 'in-progress' ? category : 'to-do';
    }
    if (open.length === 0) return 'done';
    return firstStart !== null || open.length < counted.length ? 'in-progress' : 'to-do';
  }

  const rows = state.parts.map(rowFor);
  const { figures: all } = figuresOf(unionOf(state.parts), unionOf(then.parts));
  return {
    result: {
      workflow: plainWorkflow(workflow),
      rows,
      all,
      today: dayText(localDay(asOf, zone)),
      field: fieldName(dataset, settings, context),
      growth: growthBands(
        { dataset, settings, context, rule: done.rule, parts: state.parts, rowOf },
        settings.growthOf,
      ),
    },
    done: done.inForce,
    notes: programmeNotes(dataset, settings, context, { state, replay, rows }),
    definitions: programmeDefinitions(settings),
  };
}

type Members = Pick<ProgrammePart, 'tops' | 'members'>;
const NO_MEMBERS: Members = { tops: [], members: new Uint32Array(0) };
const DONE = { fever: null, noFever: 'It is done.' };

const unionOf = (parts: readonly ProgrammePart[]): Members => ({
  tops: [...new Set(parts.flatMap(({ tops }) => tops))],
  members: Uint32Array.from(new Set(parts.flatMap(({ members }) => [...members]))).sort(),
});

function valuesOf(
  row: StateOfRow,
  { isDone }: ProgrammeState,
): Omit<ProgrammeFigures, keyof Growth> {
  const { counted, total, weights, unestimated, leftOut } = row;
  const isCount = total === weights;
  const finished = counted.filter(isDone);
  const weighed = weights.value ?? 0;
  const byWeight = weighed !== 0;
  const shares = byWeight
    ? Array.from(weights.rows, (each, at): [number, number] => [each, weights.parts[at]! / weighed])
    : Array.from(counted, (each): [number, number] => [each, 1 / counted.length]);
  const doneShares = shares.filter(([each]) => isDone(each));
  const progress =
    counted.length === 0
      ? null
      : isCount
        ? finished.length / counted.length
        : doneShares.reduce((sum, [, share]) => sum + share, 0);
  const value = total.value;
  return {
    count: countOf(counted),
    total: isCount
      ? countOf(counted)
      : value === null
        ? null
        : statisticOf('sum', total.rows, total.parts),
    done: isCount
      ? countOf(finished)
      : value === null
        ? null
        : statisticOf(
            'sum',
            Uint32Array.from(doneShares, ([each]) => each),
            Float64Array.from(doneShares, ([, share]) => share * value),
          ),
    progress,
    unestimated: countOf(unestimated),
    leftOut: countOf(leftOut),
  };
}

/** The release day of a version, the due date of an issue, else its Target end. */
function targetOf(
  { kind, tops, releaseDay }: ProgrammePart,
  { issues }: Dataset,
  { query }: ReportContext,
): Day | null {
  if (kind !== 'issue') return releaseDay;
  const { due, custom } = issues[tops[0]!]!;
  if (due !== null) return due;
  const field = query?.fields?.[TARGET_END];
  const value = field === undefined ? null : custom.get(field);
  return typeof value === 'string' ? parseDay(value.slice(0, 10)) : null;
}

function fieldName(
  { fields }: Dataset,
  { measure }: ProgrammeSettings,
  { query }: ReportContext,
): string | null {
  const id = query?.fields?.[measure.toLowerCase()];
  return fields.find(field => field.id === id)?.name ?? null;
}
