/**
 * Logged time by person or group, and by day.
 *
 *   A-1  Tue 2h by Ana, Wed 1h by Ben               Tue  Wed  total
 *   A-2  Tue 3h by Ana                        Ana    5    0    5
 *                                             Ben    0    1    1
 *                                             total  5    1    6
 */

import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Computed } from '@tallyboard/core/model/result.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { Seconds } from '@tallyboard/core/time/units.ts';
import {
  type WorkingDays,
  workingDaysBetween,
  workingDaysOfWeek,
} from '@tallyboard/core/time/working-calendar.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { withHolidays } from '@tallyboard/report-kit/figures/working-days.ts';
import { authorFilter } from './authors.ts';
import { timesheetDefinitions } from './definitions.ts';
import { type Entry, entriesOf, zoneReader } from './entries.ts';
import { groupEntries } from './groups.ts';
import { descriptionOf, type LineMaker, lineMaker } from './lines.ts';
import { timesheetNotes } from './notes.ts';
import { columnRanges, rangeOf } from './range.ts';
import type {
  TimesheetColumn,
  TimesheetIssue,
  TimesheetLine,
  TimesheetLog,
  TimesheetResult,
  TimesheetRow,
} from './result.ts';
import { isPersonal, shownView, type TimesheetSettings } from './settings.ts';

/** Returns the timesheet of a dataset: times in seconds, percents from 0 up, not rounded. */
export default function computeTimesheet(
  dataset: Dataset,
  settings: TimesheetSettings,
  context: ReportContext,
): Computed<TimesheetResult> {
  const range = rangeOf(settings, context);
  const isWorking = withHolidays(workingDaysOfWeek(settings.workWeek), context.calendar);
  const columns = columnsOf(settings, context, isWorking);
  const workingDays = workingDaysBetween(isWorking, range.first, range.last);
  const authors = authorFilter(settings.authors, context.currentUser);
  const entries = entriesOf(dataset, range, authors, zoneReader(settings, context));

  const daySeconds = context.hoursPerDay * 3600;
  const workingSeconds = isPersonal(settings) ? workingDays * daySeconds : null;
  const hovers = settings.descriptions === 'hover';
  const maker = lineMaker(columns, workingDays, hovers ? hoverText(dataset) : null);
  const rows = groupEntries(dataset, entries, settings.groupBy).map(
    (group): TimesheetRow => ({
      id: group.key.id,
      label: group.key.label,
      avatarUrl: group.key.avatarUrl,
      account: group.account,
      ...withPercent(maker.line(group.entries), workingSeconds),
      issues:
        shownView(settings) === 'detailed'
          ? issueLines(dataset, settings, group.entries, maker)
          : [],
    }),
  );
  const everybody = workingSeconds === null ? null : workingSeconds * rows.length;
  const total = withPercent(lineMaker(columns, workingDays, null).line(entries), everybody);
  const result: TimesheetResult = {
    range,
    columns,
    rows,
    total,
    daySeconds,
    workingDays,
    largest: rows.reduce((most, row) => Math.max(most, largestCell(row)), 0),
    largestColumn: largestCell(total),
    unknownAuthors: authors?.unmatched() ?? [],
  };
  return {
    result,
    notes: timesheetNotes(dataset, entries, settings, context),
    definitions: timesheetDefinitions(settings, context),
  };
}

function columnsOf(
  settings: TimesheetSettings,
  context: ReportContext,
  isWorking: WorkingDays,
): readonly TimesheetColumn[] {
  const today = localDay(context.asOf, context.zone);
  return columnRanges(rangeOf(settings, context), settings).map(({ first, last }) => ({
    id: dayText(first),
    first,
    last,
    workingDays: workingDaysBetween(isWorking, first, last),
    today: first <= today && today <= last,
  }));
}

function withPercent(line: TimesheetLine, workingSeconds: Seconds | null) {
  return {
    ...line,
    workingSeconds,
    percent: workingSeconds === null ? null : percent(line.total.value ?? 0, workingSeconds),
  };
}

const largestCell = ({ cells }: TimesheetLine): Seconds =>
  cells.reduce((most, { figure }) => Math.max(most, figure.value ?? 0), 0);

/** In a tooltip, and in the detailed report. */
const HOVER_LENGTH = 120;
const REPORT_LENGTH = 1000;

function hoverText(dataset: Dataset): (entry: Entry) => string {
  return entry =>
    `${dataset.issues[entry.row]?.key}: ${descriptionOf(dataset, entry, HOVER_LENGTH)}`;
}

function issueLines(
  dataset: Dataset,
  settings: TimesheetSettings,
  entries: readonly Entry[],
  maker: LineMaker,
): readonly TimesheetIssue[] {
  const lines: TimesheetIssue[] = [];
  for (let from = 0; from < entries.length; ) {
    const row = (entries[from] as Entry).row;
    let to = from;
    while (entries[to]?.row === row) to++;
    const own = entries.slice(from, to);
    const issue = dataset.issues[row];
    if (issue) {
      const { id, key, summary } = issue;
      const logs =
        settings.descriptions === 'report' ? own.map(entry => logOf(dataset, entry, maker)) : [];
      lines.push({ id, key, summary, ...maker.line(own), logs });
    }
    from = to;
  }
  return lines;
}

function logOf(dataset: Dataset, entry: Entry, maker: LineMaker): TimesheetLog {
  const { day, worklog } = entry;
  return {
    id: worklog.id,
    day,
    column: maker.columnOf(day),
    seconds: worklog.spentSeconds,
    author: worklog.author?.name ?? 'Not Defined',
    description: descriptionOf(dataset, entry, REPORT_LENGTH),
  };
}
