/**
 * What the issues of an epic, or of an issue of another level, come to: estimates of the same work at two levels count once.
 *
 *   E-1 10 points       by 'what is below, else its own': 3 points of A-1, all done
 *     A-1 3, done
 *
 */

import { type Forest, forestOf, NO_PARENT } from '@tallyboard/core/forest/forest.ts';
import { type Progress, progressOf } from '@tallyboard/core/forest/progress.ts';
import { type RolledUp, rollUp } from '@tallyboard/core/forest/roll-up.ts';
import { pointsNow, pointsSource } from '@tallyboard/core/history/points.ts';
import { allRows, filterRows, statisticOf, sumOf } from '@tallyboard/core/measure/figures.ts';
import { type DoneRule, isDone } from '@tallyboard/core/measure/resolution.ts';
import { allIssues } from '@tallyboard/core/measure/rows.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { hasLevels, type IssuesBySettings } from './settings.ts';

/** Points, and times in seconds. */
export type ValueId = 'points' | 'original' | 'remaining' | 'spent';

export interface LevelValues {
  /** Null where no issue has a value. */
  readonly values: Readonly<Partial<Record<ValueId, Figure | null>>>;
  /** Of the issues below. */
  readonly progress: Progress;
}

/** Issues, by the key of the issue above them. */
interface Group {
  readonly id: string;
  readonly rows: IssueRows;
}

export interface MeasuredGroups {
  /** In the order of the groups. */
  readonly groups: readonly LevelValues[];
  readonly total: LevelValues;
  /** Issues with an estimate, and others below them with some. */
  readonly both: IssueRows;
}

type Estimate = Exclude<ValueId, 'spent'>;

const ESTIMATES = { issues: [], points: ['points'], time: ['original', 'remaining'] } as const;

/** Null where the settings show no values. */
export function measuredGroups(
  dataset: Dataset,
  groups: readonly Group[],
  settings: IssuesBySettings,
  doneRule: DoneRule,
): MeasuredGroups | null {
  const { measure, rule } = settings;
  if (!hasLevels(settings)) return null;
  const issues = allIssues(dataset);
  const rowOf = new Map<string, number>(issues.map(({ key }, row) => [key, row]));
  const tops = new Set(groups.flatMap(({ id }) => rowOf.get(id) ?? []));
  const estimates = ESTIMATES[measure].map(id => ({ id, own: estimatesOf(dataset, issues, id) }));
  const [first] = estimates;
  if (first === undefined) return null;
  const forest = cutAbove(forestOf(issues), tops);
  const weigh = rule === 'own' ? 'own-else-children' : rule;
  const finished = Uint8Array.from(issues, issue => (isDone(issue, doneRule) ? 1 : 0));
  const spent = Float64Array.from(issues, ({ spentSeconds }) => spentSeconds ?? 0);

  const isBelow = (row: number) => row < dataset.issues.length && !tops.has(row);
  const rolledUp = (rows: IssueRows) =>
    estimates.map(({ id, own }) => ({ id, rolled: rollUp(forest, rows, own, rule) }));
  const valuesOf = (all: IssueRows, rolled = rolledUp(all)): LevelValues => {
    const below = filterRows(all, isBelow);
    const weights = rollUp(forest, below, first.own, weigh);
    const progress = progressOf(weights, below, row => finished[row] === 1);
    const values: Partial<Record<ValueId, Figure | null>> = {};
    for (const each of rolled) values[each.id] = sumOfRolled(each.rolled);
    if (measure === 'time')
      values.spent = sumOf(
        filterRows(all, row => spent[row] !== 0),
        spent,
      );
    return { values, progress };
  };
  const below = Map.groupBy(allRows(dataset.issues.length), row => topOf(forest, tops, row));
  function membersOf({ id, rows }: Group): IssueRows {
    const top = rowOf.get(id);
    // An epic is of no epic, but its values are in its own group, as are those of its sub-tasks.
    const others = filterRows(rows, row => topOf(forest, tops, row) === NO_PARENT);
    return top === undefined
      ? others
      : withPaths(forest, ascending([others, below.get(top) ?? []]), top);
  }
  const members = groups.map(membersOf);
  const all = ascending([allRows(dataset.issues.length), ...members]);
  const rolled = rolledUp(all);
  return {
    groups: members.map(rows => valuesOf(rows)),
    total: valuesOf(all, rolled),
    both: ascending(rolled.map(each => each.rolled.both)),
  };
}

function ascending(lists: readonly Iterable<number>[]): IssueRows {
  const rows = new Set<number>();
  for (const list of lists) for (const row of list) rows.add(row);
  return Uint32Array.from(rows).sort();
}

/** Each issue of a row begins a tree of its own: rows below each other count no issue twice. */
const cutAbove = ({ parent, ...forest }: Forest, tops: ReadonlySet<number>): Forest => ({
  ...forest,
  parent: parent.map((above, row) => (tops.has(row) ? NO_PARENT : above)),
});

/** The issue of the row that an issue is, or is below. */
function topOf({ parent }: Forest, tops: ReadonlySet<number>, row: number): number {
  let top = row;
  for (let above = row; above !== NO_PARENT; above = parent[above] ?? NO_PARENT) top = above;
  return tops.has(top) ? top : NO_PARENT;
}

/** The rows, and all issues between them and the one above them. */
function withPaths({ parent }: Forest, rows: IssueRows, top: number): IssueRows {
  const found = new Set([...rows, top]);
  for (const row of rows) {
    const path: number[] = [];
    let above = parent[row] ?? NO_PARENT;
    while (above !== NO_PARENT && !found.has(above)) {
      path.push(above);
      above = parent[above] ?? NO_PARENT;
    }
    if (above !== NO_PARENT) for (const each of path) found.add(each);
  }
  return ascending([found]);
}

const sumOfRolled = ({ value, rows, parts }: RolledUp): Figure | null =>
  value === null ? null : statisticOf('sum', rows, parts);

/** NaN for none. */
function estimatesOf(dataset: Dataset, issues: readonly Issue[], id: Estimate): Float64Array {
  const source = pointsSource(dataset, null);
  const read: Readonly<Record<Estimate, (issue: Issue) => number | null>> = {
    points: issue => pointsNow(issue, source),
    original: ({ originalSeconds }) => originalSeconds,
    remaining: ({ remainingSeconds }) => remainingSeconds,
  };
  return Float64Array.from(issues, issue => read[id](issue) ?? Number.NaN);
}
