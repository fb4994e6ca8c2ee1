/**
 * Breakdown tables: one row per group with its figures, and the totals. Overview shows several, Breakdown one.
 *
 *   issue     assignee  points  done        group  count  resolved  percent resolved
 *   PROJ-1    Ana       5       yes         Ana    2      1         50
 *   PROJ-2    Ana       3                   Ben    1      1         100
 *   PROJ-3    Ben       1       yes         total  3      2         67
 */

import type { Estimation } from '@tallyboard/core/measure/estimate.ts';
import { compareLabels, type GroupBy, groupIssues } from '@tallyboard/core/measure/group-by.ts';
import { comparedToAverage, percent } from '@tallyboard/core/measure/statistics.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { CATEGORY_ORDER, type StatusCategory } from '@tallyboard/core/model/status.ts';
import { countOf, filterRows, selectRows, sumOf } from './figures.ts';
import { groupLabel, groupWord } from './group-codes.ts';
import type { IssueColumns } from './issue-columns.ts';
import type { Sorting } from './sorting.ts';

/** What both a group and the totals show. Amounts are in the unit of the estimation: issues, or story points. */
export interface BreakdownFigures {
  /** How many issues. */
  readonly count: Figure;
  /** The amount of all issues of the group; each of them was created once. */
  readonly created: Figure;
  readonly resolved: Figure;
  /** 100 * resolved / created; 0 when nothing was created. */
  readonly percentResolved: number;
  /** Unresolved issues that are due before today. */
  readonly overdue: Figure;
  /** The amount per status category. */
  readonly categories: Readonly<Record<StatusCategory, Figure>>;
  /** Seconds, with the time estimation only. */
  readonly time: TimeFigures | null;
}

export interface TimeFigures {
  readonly spent: Figure;
  readonly remaining: Figure;
  /** Spent + remaining. */
  readonly total: Figure;
}

export interface BreakdownRow extends BreakdownFigures {
  readonly id: string;
  readonly label: string;
  readonly avatarUrl: string | null;
  /** Percent of the table's total: of the amount, with the time estimation of the total time. */
  readonly share: number;
  /** How far resolved (with the time estimation: time spent) lies from the mean of the groups, in percent of it. */
  readonly comparedToAverage: number;
}

export interface BreakdownTable {
  /** The grouping as settings name it; also what tells the tables of a result apart. */
  readonly id: string;
  /** 'Assignee', 'Fix Version/s'. */
  readonly label: string;
  readonly estimation: Estimation;
  readonly rows: readonly BreakdownRow[];
  /** Of the issues, each once: not the sum of the rows, where an issue counts in each of its groups. */
  readonly total: BreakdownFigures;
}

/** Returns the table of a grouping, rows in the order of the sort setting; times in seconds. */
export function breakdownTable(
  dataset: Dataset,
  columns: IssueColumns,
  choice: { groupBy: GroupBy; estimation: Estimation; sorting: Sorting },
): BreakdownTable {
  const { groupBy, estimation, sorting } = choice;
  const groups = groupIssues(dataset.issues, groupBy);
  const total = figuresOf(
    selectRows(columns.count, () => true),
    columns,
    estimation,
  );
  const shareOf = (figures: BreakdownFigures) => figures.time?.total ?? figures.created;
  const compareBy = (figures: BreakdownFigures) => figures.time?.spent ?? figures.resolved;

  const figures = groups.map(group => figuresOf(group.rows, columns, estimation));
  const compared = comparedToAverage(figures.map(each => compareBy(each).value ?? 0));
  const rows = groups.map(({ id, label, avatarUrl }, index): BreakdownRow => {
    const own = figures[index] ?? total;
    return {
      id,
      label,
      avatarUrl,
      ...own,
      share: percent(shareOf(own).value ?? 0, shareOf(total).value ?? 0),
      comparedToAverage: compared[index] ?? 0,
    };
  });
  return {
    id: groupWord(groupBy),
    label: groupLabel(groupBy, dataset.fields),
    estimation,
    rows: rows.sort(byColumn(sorting)),
    total,
  };
}

function figuresOf(
  issues: IssueRows,
  columns: IssueColumns,
  estimation: Estimation,
): BreakdownFigures {
  const amountOf = (rows: IssueRows) =>
    estimation === 'points' ? sumOf(rows, columns.points) : countOf(rows);
  const created = amountOf(issues);
  const resolved = amountOf(filterRows(issues, row => columns.resolved[row] === 1));
  const categories = CATEGORY_ORDER.map((name, position) => [
    name,
    amountOf(filterRows(issues, row => columns.category[row] === position)),
  ]);
  return {
    count: estimation === 'points' ? countOf(issues) : created,
    created,
    resolved,
    percentResolved: percent(resolved.value ?? 0, created.value ?? 0),
    overdue: countOf(filterRows(issues, row => columns.overdue[row] === 1)),
    categories: Object.fromEntries(categories) as Record<StatusCategory, Figure>,
    time:
      estimation === 'time'
        ? {
            spent: sumOf(issues, columns.spent),
            remaining: sumOf(issues, columns.remaining),
            total: sumOf(issues, columns.actual),
          }
        : null,
  };
}

/** Groups that tie stand by name. */
function byColumn({ by, descending }: Sorting): (a: BreakdownRow, b: BreakdownRow) => number {
  const sign = descending ? -1 : 1;
  const amount = (row: BreakdownRow) =>
    by === 'percentResolved' ? row.percentResolved : (row[by].value ?? 0);
  return (a, b) => sign * (amount(a) - amount(b)) || compareLabels(a, b);
}
