/**
 * How old unresolved issues are: by when they were created, or by when they were last updated.
 *
 *   as of 20 May             period     issues   mean    median   oldest     age        issues
 *   PROJ-1  created 2 May    May 2026   2        14 d    14 d     18 d       10 - 12 d  1
 *   PROJ-2  created 10 May                                                   18 - 20 d  1
 *   PROJ-3  created 30 Apr   Apr 2026   1        20 d    20 d     20 d       20 - 22 d  1
 */

import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import { allRows, countOf, filterRows, statisticOf } from '@tallyboard/core/measure/figures.ts';
import { isDone } from '@tallyboard/core/measure/resolution.ts';
import { rowsWhere } from '@tallyboard/core/measure/rows.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset, IssueRows } from '@tallyboard/core/model/dataset.ts';
import { type DoneInForce, doneClause } from '@tallyboard/core/model/done.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Computed, Figure, Note } from '@tallyboard/core/model/result.ts';
import { CATEGORY_ORDER, type StatusCategory } from '@tallyboard/core/model/status.ts';
import { dayText, startOfMonth, startOfWeek } from '@tallyboard/core/time/day.ts';
import { formatDay, formatDays } from '@tallyboard/core/time/format.ts';
import { DAY, type Day, type Instant } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { recordFor } from '@tallyboard/core/unknown.ts';
import { type Band, bandsOf } from '@tallyboard/report-kit/families/bands/bands.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { issueNotes, unknownCategory } from '@tallyboard/report-kit/figures/issue-notes.ts';
import type { AgeSettings } from './settings.ts';

/** Ages in days of 24 hours, not rounded. */
export interface AgeFigures {
  readonly count: Figure;
  readonly mean: Figure;
  readonly median: Figure;
  /** The greatest age, with the issue that has it. */
  readonly oldest: Figure;
  readonly percentile85: Figure;
  readonly categories: Readonly<Record<StatusCategory, Figure>>;
}

export interface AgeGroup extends AgeFigures {
  /** The first day of the period, '2026-05-01'. */
  readonly id: string;
  readonly label: string;
}

export interface AgeResult {
  readonly groups: readonly AgeGroup[];
  /** Bands of equal width, from 0 to the oldest issue, empty ones too. */
  readonly bands: readonly Band[];
  readonly total: AgeFigures;
  /** The creation or the last update, by row of the dataset. */
  readonly since: Float64Array;
  readonly rows: Uint32Array;
}

/** Returns the unresolved issues by month or week in the viewer's zone, with their ages in days. */
export default function computeAge(
  dataset: Dataset,
  settings: AgeSettings,
  context: ReportContext,
): Computed<AgeResult> {
  const { issues } = dataset;
  const { asOf } = context;
  const done = doneInForce(dataset, settings, context);
  const dateOf = (issue: Issue) => (settings.kind === 'stale' ? issue.updated : issue.created);
  const since = Float64Array.from(issues, dateOf);
  const open = rowsWhere(issues, issue => !isDone(issue, done.rule));
  const rows = open.filter(row => since[row]! <= asOf);
  const byPeriod = Map.groupBy(rows, row => {
    const day = localDay(since[row]!, context.zone);
    return settings.period === 'month' ? startOfMonth(day) : startOfWeek(day, context.weekStart);
  });
  const groups = [...byPeriod]
    .sort(([a], [b]) => (settings.newestFirst ? b - a : a - b))
    .map(([day, members]) => ({
      id: dayText(day),
      label: periodLabel(day, settings, context),
      ...figuresOf(issues, Uint32Array.from(members), since, asOf),
    }));
  const total = figuresOf(issues, rows, since, asOf);
  const bands = bandsOf(rows, row => (asOf - since[row]!) / DAY, total.oldest.value);
  return {
    result: { groups, bands, total, since, rows: allRows(issues.length) },
    notes: [...notesOf(dataset, open, since, asOf), ...done.notes()],
    definitions: definitionsOf(settings, context, done.inForce),
    done: done.inForce,
  };
}

/** 'May 2026', or the days of a week in the reader's format. */
function periodLabel(first: Day, { period }: AgeSettings, { dateFormat }: ReportContext): string {
  if (period === 'month') return formatDay(first, 'MMMM YYYY');
  return formatDays(first, first + 6, dateFormat);
}

function figuresOf(
  issues: readonly Issue[],
  rows: IssueRows,
  since: Float64Array,
  asOf: Instant,
): AgeFigures {
  const ages = Float64Array.from(rows, row => (asOf - since[row]!) / DAY);
  let at = 0;
  for (let i = 1; i < ages.length; i++) if (ages[i]! > ages[at]!) at = i;
  return {
    count: countOf(rows),
    mean: statisticOf('mean', rows, ages),
    median: statisticOf('median', rows, ages),
    oldest: statisticOf('max', rows.slice(at, at + 1), ages.slice(at, at + 1)),
    percentile85: statisticOf('percentile85', rows, ages),
    categories: recordFor(CATEGORY_ORDER, category =>
      countOf(filterRows(rows, row => issues[row]?.status.category === category)),
    ),
  };
}

function notesOf(
  { issues }: Dataset,
  open: IssueRows,
  since: Float64Array,
  asOf: Instant,
): readonly Note[] {
  return issueNotes([
    {
      code: 'not-yet',
      words: [
        'issue is dated after the report date (excluded).',
        'issues are dated after the report date (excluded).',
      ],
      issues: open.filter(row => since[row]! > asOf),
    },
    unknownCategory(open.filter(row => issues[row]?.status.known === false)),
  ]);
}

function definitionsOf(settings: AgeSettings, { zone }: ReportContext, { rule }: DoneInForce) {
  const event = settings.kind === 'stale' ? 'last update' : 'creation';
  return definitions({
    Unresolved: `Issues that are not done. Done: ${doneClause(rule)}.`,
    Age: `Time since the ${event}, in days of 24 hours. Issues are grouped by the ${settings.period} of that date in the time zone ${zone}.`,
    'Mean, median, oldest':
      'Over the ages of the issues of a row; the median is the middle one. The last row is of all issues.',
    '85th percentile': '85 of 100 issues are no older (nearest rank).',
    Chart: 'Unresolved issues by age, in bands of equal width; a band excludes its upper end.',
  });
}
