import { hasWindow, rowsBySprint, sprintWindow } from '@tallyboard/core/history/scope.ts';
import type { SprintHistory } from '@tallyboard/core/history/sprint-history.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { SprintId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import { startOfWeek } from '@tallyboard/core/time/day.ts';
import { type Interval, intervalOfDays } from '@tallyboard/core/time/interval.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { isWithoutSprints } from '@tallyboard/report-kit/families/sprint-scope/board-sprints.ts';
import { distinctSprints } from '@tallyboard/report-kit/figures/disambiguate.ts';
import type { VelocitySettings } from './settings.ts';

/** Why intervals replace the sprints of the settings. */
export type Fallback = 'kanban' | 'no-sprint-list';

/** Null if sprints are available. */
export function fallbackOf(dataset: Dataset, settings: VelocitySettings): Fallback | null {
  const { board, periods } = settings;
  if (periods === 'interval' || board === null) return null;
  if (isWithoutSprints(dataset, board)) return 'kanban';
  return dataset.boardSprints.has(board) ? null : 'no-sprint-list';
}

/** Sprints of the board, or of the query; null where the issues decide. */
const listedSprints = (
  { boardSprints }: Dataset,
  { board }: VelocitySettings,
  { query }: Pick<ReportContext, 'query'>,
): readonly SprintId[] | null =>
  query?.sprints ?? (board === null ? null : (boardSprints.get(board) ?? []));

const knownSprints = ({ sprints }: Dataset, ids: Iterable<SprintId>): readonly Sprint[] =>
  [...ids].flatMap(id => sprints.get(id) ?? []);

/**
 * Returns the sprints of the board, or without a board those that an issue was in between start and close: the last
 * closed ones by completion date, of a board set those of each of its boards, and the active ones if included.
 */
export function shownSprints(
  dataset: Dataset,
  bySprint: ReadonlyMap<SprintId, readonly number[]>,
  settings: VelocitySettings,
  context: Pick<ReportContext, 'query' | 'asOf'>,
  history: SprintHistory,
): readonly Sprint[] {
  const listed = listedSprints(dataset, settings, context);
  const sprints = listed
    ? knownSprints(dataset, listed)
    : knownSprints(dataset, bySprint.keys()).filter(sprint =>
        bySprint
          .get(sprint.id)
          ?.some(row => wasInside(dataset.issues[row], sprint, context.asOf, history)),
      );
  // The query has the last ones of each board of a set.
  const sprintCount = settings.boardSet && listed ? listed.length : settings.sprintCount;
  return distinctSprints(lastSprints(sprints, { ...settings, sprintCount }));
}

/** Whether an issue was in a sprint at any time from its start to its close. */
function wasInside(
  issue: Issue | undefined,
  sprint: Sprint,
  asOf: Instant,
  history: SprintHistory,
): boolean {
  const window = sprintWindow(sprint, asOf);
  if (!issue || !window) return false;
  const steps = history.timeline(issue);
  return steps.some(
    ({ from, value }, at) =>
      value.includes(sprint.id) &&
      from <= window.to &&
      (steps[at + 1]?.from ?? Number.POSITIVE_INFINITY) > window.from,
  );
}

/** Sprints of histories that nothing else describes, where the issues of the query decide. */
export function unknownSprints(
  dataset: Dataset,
  { board }: VelocitySettings,
  { query }: Pick<ReportContext, 'query'>,
  history: SprintHistory,
): number {
  if (board !== null || query?.sprints) return 0;
  return [...rowsBySprint(dataset, history).keys()].filter(id => !dataset.sprints.has(id)).length;
}

const MAX_NAMES = 5;

/** Names the sprints that were started and are left out because their dates do not say when. */
export function undatedSprintNotes(
  dataset: Dataset,
  settings: VelocitySettings,
  context: Pick<ReportContext, 'query'>,
  history: SprintHistory,
): readonly Note[] {
  const ids = listedSprints(dataset, settings, context) ?? rowsBySprint(dataset, history).keys();
  const candidates = knownSprints(dataset, ids);
  const undated = candidates.filter(
    sprint => sprint.state !== 'future' && isNamed(sprint, settings) && !hasWindow(sprint),
  );
  if (undated.length === 0) return [];
  const names = undated.slice(0, MAX_NAMES).map(({ name }) => name);
  if (undated.length > names.length) names.push(`${undated.length - names.length} more`);
  const what = undated.length === 1 ? '1 sprint has' : `${undated.length} sprints have`;
  const text = `${what} no start or no end that can be read, and ${undated.length === 1 ? 'is' : 'are'} left out: ${names.join(', ')}.`;
  return [{ code: 'sprint-dates', text, issues: new Uint32Array(0), doubtful: true }];
}

const isNamed = ({ name }: Sprint, { sprintName }: VelocitySettings): boolean =>
  name.toLowerCase().includes(sprintName.trim().toLowerCase());

/** Explains a result without sprints. */
export function whyNoPeriod(
  { special }: Dataset,
  { board, boardSet, includeActive }: VelocitySettings,
): string {
  if (special.sprint.length === 0)
    return 'This Jira has no sprint field. Group by date interval instead.';
  const over = includeActive ? 'started' : 'completed';
  if (boardSet)
    return `The board set has no ${over} sprint. Choose another one or group by date interval.`;
  return board === null
    ? `These issues are in no ${over} sprint. Include sprints of a board or group by date interval.`
    : `The board has no ${over} sprint. ${includeActive ? 'Choose' : 'Include active sprints, choose'} another board or group by date interval.`;
}

export function lastSprints(
  sprints: readonly Sprint[],
  settings: VelocitySettings,
): readonly Sprint[] {
  const { sprintCount, includeActive } = settings;
  const named = sprints.filter(sprint => hasWindow(sprint) && isNamed(sprint, settings));
  const of = (state: Sprint['state']) =>
    named.filter(each => each.state === state).sort((a, b) => endOf(a) - endOf(b) || a.id - b.id);
  return [...of('closed').slice(-sprintCount), ...(includeActive ? of('active') : [])];
}

const endOf = ({ complete, end, start }: Sprint) => complete ?? end ?? start ?? 0;

export interface DateInterval {
  readonly interval: Interval;
  /** Local days, both inclusive. */
  readonly first: number;
  readonly last: number;
  readonly running: boolean;
}

/**
 * Returns the last completed intervals, and the running one if included. They repeat before and after their start: from
 * Monday 2 March by 14 days, on 10 March the running one is 2-15 March.
 */
export function shownIntervals(
  settings: VelocitySettings,
  { asOf, zone, weekStart }: ReportContext,
): readonly DateInterval[] {
  const { intervalStart, intervalDays, sprintCount, includeActive } = settings;
  const today = localDay(asOf, zone);
  const anchor =
    intervalStart === null ? startOfWeek(today, weekStart) : localDay(intervalStart, zone);
  const running = anchor + Math.floor((today - anchor) / intervalDays) * intervalDays;
  const intervals: DateInterval[] = [];
  for (let back = sprintCount; back >= (includeActive ? 0 : 1); back--) {
    const first = running - back * intervalDays;
    const last = first + intervalDays - 1;
    const interval = intervalOfDays(first, last, zone);
    intervals.push({ interval, first, last, running: back === 0 });
  }
  return intervals;
}
