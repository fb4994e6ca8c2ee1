import { type RunSprint, rowsBySprint, sprintWindow } from '@tallyboard/core/history/scope.ts';
import type { SprintHistory } from '@tallyboard/core/history/sprint-history.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { SprintId } from '@tallyboard/core/model/ids.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import type { Interval } from '@tallyboard/core/time/interval.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { endOfDay, localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import { isWithoutSprints } from '@tallyboard/report-kit/families/sprint-scope/board-sprints.ts';
import { sprintsNamedIn } from '@tallyboard/report-kit/families/sprint-scope/sprint-query.ts';
import { distinctSprints } from '@tallyboard/report-kit/figures/disambiguate.ts';
import type { BurnSettings } from './settings.ts';

/** The sprints or days of a chart, before any issue is read. */
export interface Plan {
  readonly name: string;
  readonly sprints: readonly Sprint[];
  readonly windows: readonly RunSprint[];
  readonly rows: readonly number[];
  readonly window: Interval;
  readonly axisEnd: Instant;
}

interface BurnPlan {
  readonly sprints: readonly Sprint[];
  readonly plan: Plan | null;
  readonly why: string | null;
}

export function sprintPlan(
  dataset: Dataset,
  settings: BurnSettings,
  context: ReportContext,
  history: SprintHistory,
): BurnPlan {
  const { asOf } = context;
  const { board } = settings;
  if (board !== null && isWithoutSprints(dataset, board)) {
    const why = `${dataset.boards.get(board)?.name} has no sprints. ${GO_BY_DAYS}`;
    return { sprints: [], plan: null, why };
  }
  const bySprint = rowsBySprint(dataset, history);
  const sprints = findSprints(dataset, bySprint, settings, context);
  const chosen = chosenSprints(sprints, settings);
  const windows = chosen.flatMap(sprint => {
    const window = sprintWindow(sprint, asOf);
    return window ? [{ id: sprint.id, window }] : [];
  });
  const [first] = windows;
  if (!first) return { sprints, plan: null, why: whyNoSprint(dataset, settings) };
  const window = {
    from: Math.min(...windows.map(each => each.window.from)),
    to: Math.max(...windows.map(each => each.window.to)),
  };
  const rows = rowsIn(bySprint, windows);
  const planned = Math.max(...chosen.map(sprint => sprint.end ?? 0));
  const names = chosen.map(sprint => sprint.name).join(', ');
  const name = chosen.length > MAX_NAMES ? `${chosen.length} sprints` : names;
  const axisEnd = Math.max(planned, window.to);
  return { sprints, plan: { name, sprints: chosen, windows, rows, window, axisEnd }, why: null };
}

function whyNoSprint({ special }: Dataset, { board, boardSet }: BurnSettings): string {
  if (special.sprint.length === 0) return `This Jira has no sprint field. ${GO_BY_DAYS}`;
  if (boardSet) return `The board set has no started sprint. Choose another one. ${GO_BY_DAYS}`;
  return board !== null
    ? `The board has no started sprint. Choose another board. ${GO_BY_DAYS}`
    : `These issues are in no started sprint. Choose issues of a sprint in the filter. ${GO_BY_DAYS}`;
}

const GO_BY_DAYS = 'Filter burndown and Filter burnup need no sprint.';
const MAX_NAMES = 4;

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

/** The days of a filter chart, by default from 7 days before to 7 days after today. */
export function filterRange(settings: BurnSettings, { asOf, zone }: ReportContext): Interval {
  const today = localDay(asOf, zone);
  const first = settings.from === null ? today - 7 : localDay(settings.from, zone);
  const last = settings.to === null ? today + 7 : localDay(settings.to, zone);
  return { from: startOfDay(first, zone), to: endOfDay(last, zone) };
}

export function filterPlan(settings: BurnSettings, context: ReportContext): BurnPlan {
  const { from, to } = filterRange(settings, context);
  const nothing = (why: string): BurnPlan => ({ sprints: [], plan: null, why });
  if (to <= from) return nothing('The end date is before the start date.');
  if (from > context.asOf) return nothing('The start date is in the future.');
  const window = { from, to: Math.min(to, context.asOf) };
  const day = (at: Instant) => formatDay(localDay(at, context.zone), context.dateFormat);
  const name = `${day(from)} to ${day(to - 1)}`;
  const plan = { name, sprints: [], windows: [], rows: [], window, axisEnd: to };
  return { sprints: [], plan, why: null };
}

/** From each sprint start to the planned end; to the actual end where that is missing or before the start. */
export function idealSpans({ sprints, windows, window, axisEnd }: Plan): readonly Interval[] {
  if (sprints.length === 0) return [{ from: window.from, to: axisEnd }];
  const ends = new Map<Instant, Instant>();
  for (const { id, window: ran } of windows) {
    const planned = sprints.find(sprint => sprint.id === id)?.end ?? 0;
    const end = planned > ran.from ? planned : ran.to;
    ends.set(ran.from, Math.max(end, ends.get(ran.from) ?? 0));
  }
  return Array.from(ends, ([from, to]) => ({ from, to })).sort((a, b) => a.from - b.from);
}

/**
 * Returns the sprints to choose from: those of the board or board set if there is one, else those in the issues' histories, limited to
 * the sprints that the query names.
 */
function findSprints(
  dataset: Dataset,
  bySprint: ReadonlyMap<SprintId, readonly number[]>,
  { board }: Pick<BurnSettings, 'board'>,
  { asOf, query }: Pick<ReportContext, 'asOf' | 'query'>,
): readonly Sprint[] {
  const ofBoard = query?.among ?? (board === null ? undefined : dataset.boardSprints.get(board));
  const all = (ids: Iterable<SprintId>) => [...ids].flatMap(id => dataset.sprints.get(id) ?? []);
  if (ofBoard) return distinctSprints(startedSprints(all(ofBoard), asOf));
  const found = all(bySprint.keys());
  const named = query?.sprints ? new Set(query.sprints) : sprintsNamedIn(dataset.jql);
  const wanted = found.filter(({ id }) => named.has(id));
  return distinctSprints(startedSprints(wanted.length > 0 ? wanted : found, asOf));
}

/** The sprints started by `asOf`: active ones first, then closed ones, latest first. */
export function startedSprints(sprints: readonly Sprint[], asOf: Instant): readonly Sprint[] {
  return sprints
    .filter(({ state, start }) => state !== 'future' && start !== null && start <= asOf)
    .sort((a, b) => rank(a) - rank(b) || endOf(b) - endOf(a) || a.id - b.id);
}

const MAX_COMBINED = 12;

/** The sprints of a combined chart: the active ones, else all unless a board has too many. */
export function combinableSprints(
  sprints: readonly Sprint[],
  { board, boardSet }: Pick<BurnSettings, 'board' | 'boardSet'>,
): readonly Sprint[] {
  const active = sprints.filter(({ state }) => state === 'active');
  if (active.length > 0) return active;
  const isListed = board !== null || boardSet !== null;
  return !isListed || sprints.length <= MAX_COMBINED ? sprints : [];
}

/** The combined sprints if the settings combine, else the chosen sprint or the first. */
export function chosenSprints(
  sprints: readonly Sprint[],
  settings: Pick<BurnSettings, 'board' | 'boardSet' | 'singleChart' | 'sprint'>,
): readonly Sprint[] {
  const { singleChart, sprint } = settings;
  const combined = singleChart ? combinableSprints(sprints, settings) : [];
  if (combined.length > 1) return combined;
  const [first] = sprints;
  const chosen = sprints.find(({ id }) => id === sprint) ?? first;
  return chosen ? [chosen] : [];
}

const rank = ({ state }: Sprint) => (state === 'active' ? 0 : 1);
const endOf = ({ complete, end, start }: Sprint): Instant => complete ?? end ?? start ?? 0;
