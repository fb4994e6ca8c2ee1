import { selectRows, sumOfEntries } from '@tallyboard/core/measure/figures.ts';
import { type DoneRule, doneDate, isDone } from '@tallyboard/core/measure/resolution.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import type { Day, Instant } from '@tallyboard/core/time/units.ts';
import { localDay, startOfDay } from '@tallyboard/core/time/zone.ts';

/** Calendar days of a trend, today included, and of the period before it. */
export const TREND_DAYS = 30;

export interface Trend {
  readonly current: Figure;
  /** Null where the query itself makes the difference. */
  readonly previous: Figure | null;
  /** By how many percent of the previous figure; null if that is 0 or unknown. */
  readonly change: number | null;
}

/** When both periods begin. */
export const trendStart = ({ asOf, zone }: Pick<ReportContext, 'asOf' | 'zone'>): Instant =>
  startOfDay(localDay(asOf, zone) + 1 - 2 * TREND_DAYS, zone);

export function trendMaker(today: Day, context: ReportContext, isComparable: boolean) {
  const from = trendStart(context);
  const [middle = 0, to = 0] = [TREND_DAYS, 0].map(days =>
    startOfDay(today + 1 - days, context.zone),
  );
  function trendOf(between: (start: Instant, end: Instant) => Figure): Trend {
    const current = between(middle, to);
    const previous = isComparable ? between(from, middle) : null;
    const before = previous?.value ?? 0;
    return {
      current,
      previous,
      change: before === 0 ? null : (100 * ((current.value ?? 0) - before)) / before,
    };
  }
  /** By the instants of the issues, NaN for those that have none. */
  const trend = (instants: Float64Array, figureOf: (rows: IssueRows) => Figure) =>
    trendOf((start, end) =>
      figureOf(selectRows(instants.length, row => instants[row]! >= start && instants[row]! < end)),
    );
  return { trend, trendOf, from };
}

/** The seconds logged in a period that starts at `from` or later. */
export function loggedBetween(issues: readonly Issue[], from: Instant) {
  const recent: (readonly [row: number, worklogs: Issue['worklogs']])[] = [];
  for (let row = 0; row < issues.length; row++) {
    const worklogs = issues[row]?.worklogs ?? [];
    if (worklogs.some(({ started }) => started >= from)) recent.push([row, worklogs]);
  }
  return (start: Instant, end: Instant): Figure =>
    sumOfEntries(
      recent.flatMap(([row, worklogs]) => {
        let seconds = 0;
        for (const { started, spentSeconds } of worklogs)
          if (started >= start && started < end) seconds += spentSeconds;
        return seconds > 0 ? [[row, seconds] as const] : [];
      }),
    );
}

/**
 * When each issue was done, by its dates alone, since the overview loads no history; NaN for open issues. Null if a date
 * since `from` is unknown: of a status or column, or of an issue that was updated since.
 */
export function doneDates(
  issues: readonly Issue[],
  rule: DoneRule,
  from: Instant,
): Float64Array | null {
  if (rule.byStatus && !rule.setting.kind.endsWith('category')) return null;
  const dates = new Float64Array(issues.length).fill(Number.NaN);
  for (let row = 0; row < issues.length; row++) {
    const issue = issues[row]!;
    if (!isDone(issue, rule)) continue;
    const date = dateOf(issue, rule);
    if (date !== null) dates[row] = date;
    else if (issue.updated >= from) return null;
  }
  return dates;
}

const dateOf = (issue: Issue, { byStatus }: DoneRule): Instant | null =>
  byStatus ? doneDate(issue) : issue.resolved;

/** Done at a time that its dates do not tell; by a named status or a column only histories do. */
export const isUndatedByDates = (issue: Issue, rule: DoneRule): boolean =>
  (!rule.byStatus || rule.setting.kind.endsWith('category')) &&
  isDone(issue, rule) &&
  dateOf(issue, rule) === null;
