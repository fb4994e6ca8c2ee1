/**
 * Logged time by person or group, and by day.
 *
 *   A-1  Tue 2h by Ana, Wed 1h by Ben               Tue  Wed  total
 *   A-2  Tue 3h by Ana                        Ana    5    0    5
 *                                             Ben    0    1    1
 *                                             total  5    1    6
 */

import { type AccountChoice, isOfAccounts } from '@tallyboard/core/measure/accounts.ts';
import { rowsWhere } from '@tallyboard/core/measure/rows.ts';
import { percent } from '@tallyboard/core/measure/statistics.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Computed, Note } from '@tallyboard/core/model/result.ts';
import { FewPeopleError, namesFew, refuseFewAccounts } from '@tallyboard/core/people/few-people.ts';
import { originalOf } from '@tallyboard/core/people/folded-user.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { knownZone } from '@tallyboard/core/time/known-zone.ts';
import type { Seconds } from '@tallyboard/core/time/units.ts';
import {
  type WorkingDays,
  workingDaysBetween,
  workingDaysOfWeek,
} from '@tallyboard/core/time/working-calendar.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { unknownAccounts } from '@tallyboard/report-kit/figures/account-notes.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { groupNotes, has, issueNotes } from '@tallyboard/report-kit/figures/issue-notes.ts';
import { withHolidays } from '@tallyboard/report-kit/figures/working-days.ts';
import { limitsDefinition } from '@tallyboard/report-kit/limits/limits-setting.ts';
import { groupLabel } from '@tallyboard/report-kit/settings/group-codes.ts';
import { isCurrentUser, parseAuthors } from './authors.ts';
import { authorFilter, type Entry, entriesOf, groupEntries, zoneReader } from './entries.ts';
import { descriptionOf, type LineMaker, lineMaker } from './lines.ts';
import { columnRanges, rangeOf, WITHOUT_WORKLOGS } from './range.ts';
import type {
  TimesheetColumn,
  TimesheetIssue,
  TimesheetLine,
  TimesheetLog,
  TimesheetResult,
  TimesheetRow,
} from './result.ts';
import { secondsAt } from './result.ts';
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
  requireAuthors(settings, context);
  const authors = authorFilter(settings.authors, context.currentUser);
  const logged = entriesOf(dataset, range, authors, zoneReader(settings, context));
  const { accounts } = settings;
  const loggedBy = logged.flatMap(({ worklog }) => worklog.author ?? []);
  refuseFewAccounts(context.people, accounts, loggedBy.map(originalOf));
  const entries = logged.filter(({ worklog }) => isOfAccounts(worklog.author, accounts));

  const daySeconds = context.hoursPerDay * 3600;
  const workingSeconds = isPersonal(settings) ? workingDays * daySeconds : null;
  const hovers = settings.descriptions === 'hover';
  const maker = lineMaker(columns, workingDays, hovers ? hoverText(dataset) : null);
  const detailed = shownView(settings) === 'detailed';
  const groups = groupEntries(dataset, entries, settings.groupBy);
  const rows = groups.map(
    ({ key, account, people: count, entries: own }): TimesheetRow => ({
      id: key.id,
      label: key.label,
      avatarUrl: key.avatarUrl,
      account,
      ...withPercent(maker.line(own), workingSeconds && workingSeconds * count),
      issues: detailed ? issueLines(dataset, settings, own, maker) : [],
    }),
  );
  const shown = groups.reduce((sum, { people: count }) => sum + count, 0);
  const everybody = workingSeconds === null ? null : workingSeconds * shown;
  // Who is named and logged nothing is missing too; what was not loaded may have been logged.
  const isKnown = dataset.issues.every(({ worklogsComplete }) => worklogsComplete);
  const people = Math.max(shown, parseAuthors(settings.authors).length);
  const total = withPercent(lineMaker(columns, workingDays, null).line(entries), everybody);
  const result: TimesheetResult = {
    label: groupLabel(settings.groupBy, dataset.fields),
    range,
    columns,
    rows,
    total,
    daySeconds,
    workingDays,
    missing:
      everybody === null || settings.authors === '' || !isKnown
        ? null
        : missingTime(columns, total, daySeconds * people, context, isWorking),
    largest: rows.reduce((most, row) => Math.max(most, largestCell(row)), 0),
    largestColumn: largestCell(total),
    // Who of those named logged nothing is a figure on each of them.
    unknownAuthors: context.people ? [] : (authors?.unmatched() ?? []),
  };
  return {
    result,
    notes: [
      ...notesOf(dataset, entries, settings, context),
      ...accountNotesOf(logged, accounts),
      ...groupNotes(dataset, settings.groupBy),
    ],
    definitions: [...definitionsOf(settings, context), ...limitsDefinition(settings)],
  };
}

/** Authors whose type of account is unknown, those of deleted accounts too. */
function accountNotesOf(entries: readonly Entry[], accounts: AccountChoice): readonly Note[] {
  if (accounts === 'all') return [];
  const unknown = entries.filter(({ worklog }) => (worklog.author?.accountType ?? null) === null);
  const rows = Uint32Array.from(new Set(unknown.map(({ row }) => row)));
  return issueNotes([unknownAccounts(accounts, 'work by an author', rows)]);
}

const EVERYBODY: Readonly<Record<AccountChoice, string>> = {
  all: 'Everybody',
  people: 'People (no agents, apps or customers)',
  agents: 'Agents and apps',
  customers: 'Customers',
  'without-agents': 'All but agents and apps',
};

/** Few authors are few people, whatever the query. */
function requireAuthors({ authors }: TimesheetSettings, { people }: ReportContext): void {
  const parts = parseAuthors(authors);
  const names = parts.filter(part => !isCurrentUser(part));
  const named = { field: 'authors', names, reader: parts.length > names.length, groups: [] };
  if (people && namesFew(named, people)) throw FewPeopleError.named(named, people);
}

function columnsOf(
  settings: TimesheetSettings,
  context: ReportContext,
  isWorking: WorkingDays,
): readonly TimesheetColumn[] {
  const today = localDay(context.asOf, context.zone);
  return columnRanges(rangeOf(settings, context), settings, context).map(({ first, last }) => ({
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

function missingTime(
  columns: readonly TimesheetColumn[],
  total: TimesheetLine,
  daySeconds: Seconds,
  { asOf, zone }: ReportContext,
  isWorking: WorkingDays,
): readonly Seconds[] {
  const yesterday = localDay(asOf, zone) - 1;
  return columns.map(({ first, last }, at) => {
    const days = workingDaysBetween(isWorking, first, Math.min(last, yesterday));
    return Math.max(0, days * daySeconds - secondsAt(total, at));
  });
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
  const described = settings.descriptions === 'report';
  return [...Map.groupBy(entries, ({ row }) => row)].flatMap(([row, own]) => {
    const issue = dataset.issues[row];
    if (!issue) return [];
    const { id, key, summary } = issue;
    const logs = described ? own.map(entry => logOf(dataset, entry, maker)) : [];
    return [{ id, key, summary, ...maker.line(own), logs }];
  });
}

function logOf(dataset: Dataset, entry: Entry, maker: LineMaker): TimesheetLog {
  const { day, worklog } = entry;
  return {
    id: worklog.id,
    day,
    column: maker.columnOf(day),
    seconds: worklog.spentSeconds,
    author: worklog.author?.name ?? 'Unknown author',
    description: descriptionOf(dataset, entry, REPORT_LENGTH),
  };
}

function notesOf(
  { issues, jql }: Dataset,
  entries: readonly Entry[],
  { daysOf }: TimesheetSettings,
  { asOf, past }: ReportContext,
): readonly Note[] {
  // The query finds these beside issues with worklogs around these days, which were loaded.
  const asksFor = !past && jql.includes(WITHOUT_WORKLOGS);
  const rowsWith = (holds: (entry: Entry) => boolean) =>
    Uint32Array.from(new Set(entries.filter(holds).map(({ row }) => row)));
  return issueNotes([
    {
      code: 'missing-worklogs',
      words: has('worklogs that could not be loaded; times may be too low.'),
      issues: rowsWhere(issues, issue => !issue.worklogsComplete),
      doubtful: true,
    },
    {
      code: 'time-without-worklogs',
      words: has('time spent that no worklog dates: it may belong to these days.'),
      issues: rowsWhere(
        issues,
        ({ worklogs, worklogsComplete }) => asksFor && worklogsComplete && worklogs.length === 0,
      ),
      doubtful: true,
    },
    {
      code: 'worklog-after-resolution',
      words: has('work logged after resolution.'),
      issues: rowsWith(({ row, worklog }) => {
        const resolved = issues[row]?.resolved ?? null;
        return resolved !== null && worklog.started > resolved;
      }),
    },
    {
      code: 'inactive-author',
      words: has('work logged by inactive or deleted accounts.'),
      issues: rowsWith(({ worklog: { author } }) => author === null || author.active === false),
    },
    {
      code: 'unknown-zone',
      words: has('work of authors without a known time zone; your time zone is used.'),
      issues: rowsWith(({ worklog }) => daysOf === 'author' && knownZone(worklog.author) === null),
    },
    {
      code: 'worklog-in-future',
      words: has('work logged for a future date.'),
      issues: rowsWith(({ worklog }) => worklog.started > asOf),
    },
  ]);
}

function definitionsOf(
  { authors, accounts, daysOf, workWeek }: TimesheetSettings,
  { zone, hoursPerDay, calendar }: ReportContext,
) {
  const days = { 'monday-friday': 'Monday to Friday', 'sunday-thursday': 'Sunday to Thursday' };
  const holidays = calendar ? ', less the holidays of the shared calendar' : '';
  return definitions({
    'Logged time':
      'Worklogs by their start time, not by when they were entered. Each counts once in the total, also where its issue is in several groups.',
    Issues: 'Issues of the query with work logged around these days.',
    Day:
      daysOf === 'author'
        ? `The day of a worklog in the time zone of its author; in ${zone} for authors without a known time zone.`
        : `The day of a worklog in ${zone}.`,
    Authors:
      authors === ''
        ? `${EVERYBODY[accounts]} who logged work on these issues, also people who left.`
        : `Only work logged by ${authors}. The worklogs are filtered, not only their issues.`,
    'Working time': `Working days of the range times ${hoursPerDay} hours for each person: ${days[workWeek]}${holidays}. Percent is logged time against it.`,
    Missing:
      'Working time of the days before today that is not logged, where an author filter chooses whose work is shown. More on one day makes up for none on another.',
    Average:
      'The total divided by the working days of the range. Time logged on days off is part of the total.',
    Heatmap:
      'Five levels, up to 20, 40, 60, 80 and 100 percent of the largest cell that is not a total.',
    '% of max day': 'The total of a column in percent of the largest column total.',
  });
}
