/**
 * Breakdown tables: one row per group with its figures, and the totals. Overview shows several, Breakdown one.
 *
 *   issue     assignee  points  done        group  count  resolved  percent resolved
 *   PROJ-1    Ana       5       yes         Ana    2      1         50
 *   PROJ-2    Ana       3                   Ben    1      1         100
 *   PROJ-3    Ben       1       yes         total  3      2         67
 */

import type { Estimation } from '@tallyboard/core/measure/estimate.ts';
import { allRows, countOf, sumOf } from '@tallyboard/core/measure/figures.ts';
import { compareLabels, type GroupBy, groupIssuesBy } from '@tallyboard/core/measure/group-by.ts';
import { comparedToAverage, percent } from '@tallyboard/core/measure/statistics.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { CATEGORY_ORDER, type StatusCategory } from '@tallyboard/core/model/status.ts';
import { recordFor } from '@tallyboard/core/unknown.ts';
import { type LabelledGroup, labelledGroups } from '../../figures/group-labels.ts';
import type { IssueColumns } from '../../figures/issue-columns.ts';
import { groupLabel, groupWord } from '../../settings/group-codes.ts';
import type { Sorting } from '../../table/sorting.ts';
import { notCounted, withoutEstimates } from './counted-once.ts';

/** Figures of a group and of the totals. Amounts are issues or story points, by the estimation. */
export interface BreakdownFigures {
  readonly count: Figure;
  readonly created: Figure;
  readonly resolved: Figure;
  /** 100 * resolved / created; 0 without issues. */
  readonly percentResolved: number;
  /** Unresolved issues that are due before today. */
  readonly overdue: Figure;
  readonly categories: Readonly<Record<StatusCategory, Figure>>;
  /** Seconds, with the time estimation only; the total is spent + remaining. */
  readonly time: Readonly<Record<'spent' | 'remaining' | 'total', Figure>> | null;
}

export interface BreakdownRow extends BreakdownFigures {
  readonly id: string;
  readonly label: string;
  readonly avatarUrl: string | null;
  /** Project keys of a version or component that exists in several projects. */
  readonly projects?: readonly string[];
  /** Percent of the table's amount; by time, of its total time. */
  readonly share: number;
  /** Deviation of resolved (by time: time spent) from the mean of the groups, in percent of it. */
  readonly comparedToAverage: number;
}

export interface BreakdownTable {
  readonly id: string;
  /** 'Assignee', 'Fix Version/s'. */
  readonly label: string;
  readonly estimation: Estimation;
  readonly units: Readonly<ReturnType<typeof unitsOf>>;
  readonly rows: readonly BreakdownRow[];
  /** Counts each issue once; rows count it in each of its groups. */
  readonly total: BreakdownFigures;
}

/** The table of each grouping, sorted; times in seconds. */
export function breakdownTables(
  dataset: Dataset,
  columns: IssueColumns,
  groupings: readonly GroupBy[],
  settings: { readonly estimation: Estimation; readonly sorting: Sorting },
  all: IssueRows = allRows(columns.count),
): BreakdownTable[] {
  const { estimation, sorting } = settings;
  const figuresOf = figureMaker(columns, estimation);
  const total = figuresOf(all);
  const groups = groupIssuesBy(dataset, groupings, all);
  return groupings.map((groupBy, index) => {
    const others = notCounted(dataset, columns, groupBy, estimation);
    const once =
      others.length > 0 ? figureMaker(withoutEstimates(columns, others), estimation) : null;
    const whole = once?.(all) ?? total;
    return {
      id: groupWord(groupBy),
      label: groupLabel(groupBy, dataset.fields),
      estimation,
      units: unitsOf(estimation),
      rows: rowsOf(
        labelledGroups(groups[index] ?? [], groupBy, dataset.issues),
        whole,
        once ?? figuresOf,
      ).sort(byColumn(sorting)),
      total: whole,
    };
  });
}

function unitsOf(estimation: Estimation) {
  const amount = estimation === 'points' ? 'points' : 'issues';
  return {
    count: 'issues',
    created: amount,
    resolved: amount,
    overdue: 'issues',
    categories: amount,
    time: 'seconds',
    share: estimation === 'time' ? 'total time' : amount,
    comparedToAverage: estimation === 'time' ? 'time spent' : `resolved ${amount}`,
  };
}

function rowsOf(
  groups: readonly LabelledGroup[],
  total: BreakdownFigures,
  figuresOf: (issues: IssueRows) => BreakdownFigures,
): BreakdownRow[] {
  const shareOf = (figures: BreakdownFigures) => (figures.time?.total ?? figures.created).value;
  const compareBy = (figures: BreakdownFigures) => (figures.time?.spent ?? figures.resolved).value;
  const figures = groups.map(group => figuresOf(group.rows));
  const compared = comparedToAverage(figures.map(each => compareBy(each) ?? 0));
  return groups.map(({ id, label, avatarUrl, projects }, index) => {
    const own = figures[index] ?? total;
    return {
      id,
      label,
      avatarUrl,
      ...(projects && { projects }),
      ...own,
      share: percent(shareOf(own) ?? 0, shareOf(total) ?? 0),
      comparedToAverage: compared[index] ?? 0,
    };
  });
}

/** Returns a function that computes the figures of issues, with buffers for all groups. */
function figureMaker(
  columns: IssueColumns,
  estimation: Estimation,
): (issues: IssueRows) => BreakdownFigures {
  const split = splitter(columns);
  const amountOf = (rows: IssueRows) =>
    estimation === 'points' ? sumOf(rows, columns.points) : countOf(rows);
  return issues => {
    const { resolved: resolvedRows, overdue, categories } = split(issues);
    const created = amountOf(issues);
    const resolved = amountOf(resolvedRows);
    return {
      count: estimation === 'points' ? countOf(issues) : created,
      created,
      resolved,
      percentResolved: percent(resolved.value ?? 0, created.value ?? 0),
      overdue: countOf(overdue),
      categories: recordFor(CATEGORY_ORDER, (_, at) => amountOf(categories[at] ?? NO_ROWS)),
      time:
        estimation === 'time'
          ? {
              spent: sumOf(issues, columns.spent),
              remaining: sumOf(issues, columns.remaining),
              total: sumOf(issues, columns.actual),
            }
          : null,
    };
  };
}

const NO_ROWS: IssueRows = new Uint32Array(0);

/** Returns a function that finds the resolved, the overdue and the rows of each category in one pass. */
function splitter({ count, resolved, overdue, category }: IssueColumns) {
  const bins = Array.from({ length: 2 + CATEGORY_ORDER.length }, () => new Uint32Array(count));
  const [resolvedBin = NO_ROWS, overdueBin = NO_ROWS, ...categoryBins] = bins;
  return (issues: IssueRows) => {
    let resolvedLength = 0;
    let overdueLength = 0;
    const categoryLengths = new Uint32Array(categoryBins.length);
    for (let index = 0; index < issues.length; index++) {
      const row = issues[index] ?? 0;
      if (resolved[row] === 1) resolvedBin[resolvedLength++] = row;
      else if (overdue[row] === 1) overdueBin[overdueLength++] = row;
      const position = category[row] ?? 0;
      const length = categoryLengths[position] ?? 0;
      const bin = categoryBins[position];
      if (bin) bin[length] = row;
      categoryLengths[position] = length + 1;
    }
    return {
      resolved: resolvedBin.slice(0, resolvedLength),
      overdue: overdueBin.slice(0, overdueLength),
      categories: categoryBins.map((bin, position) => bin.slice(0, categoryLengths[position])),
    };
  };
}

/** Ties are sorted by name. */
function byColumn({ by, descending }: Sorting): (a: BreakdownRow, b: BreakdownRow) => number {
  const sign = descending ? -1 : 1;
  const amount = (row: BreakdownRow) =>
    by === 'percentResolved' ? row.percentResolved : (row[by].value ?? 0);
  return (a, b) => sign * (amount(a) - amount(b)) || compareLabels(a, b);
}
