import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { groupRequirement, titleEnd } from '@tallyboard/report-kit/settings/group-codes.ts';
import { about } from './about.ts';
import { timesheetHeadline } from './headline.ts';
import { foundWorklogs, rangeOf, WITHOUT_WORKLOGS, worklogDays } from './range.ts';
import type { TimesheetResult } from './result.ts';
import { timesheetSeries } from './series.ts';
import { type TimesheetSettings, timesheetSettings } from './settings.ts';
import { timesheetTable, unknownAuthorsText } from './table.ts';

export default reportOf<TimesheetSettings, TimesheetResult>(about, {
  title: ({ groupBy }, fields) => `Timesheet${titleEnd(groupBy, fields)}`,
  tips: 'Time logged by person and date.',
  settings: timesheetSettings,
  emptyText: 'No logged time.',
  requires: (settings, context) => ({
    ...NO_REQUIREMENT,
    ...groupRequirement(settings.groupBy),
    worklogs: foundWorklogs(rangeOf(settings, context)),
  }),
  narrow: (settings, context) => {
    const { first, last } = worklogDays(rangeOf(settings, context));
    const days = `worklogDate >= "${dayText(first)}" AND worklogDate <= "${dayText(last)}"`;
    // In JQL, ANDed worklog clauses apply to the same worklog.
    const logged = isOwn(settings) ? `${OWN_WORKLOGS} AND ${days}` : days;
    // Time that no worklog dates may have been spent on these days: its issues are noted.
    return `(${logged}) OR (${WITHOUT_WORKLOGS})`;
  },
  counted: ({ total }) => ({ issues: total.total.issues, words: 'with logged work' }),
  showsEmpty: true,
  logsWork: true,
  weekStart: ({ unit, fullWeeks, weekStart }, context) =>
    unit === 'week' || (fullWeeks && unit !== 'month') ? (weekStart ?? context.weekStart) : null,
  headline: timesheetHeadline,
  series: timesheetSeries,
  table: timesheetTable,
  doubts: unknownAuthorsText,
  View: () => import('./view.tsx'),
});

const OWN_WORKLOGS = 'worklogAuthor = currentUser()';
/** Only the reader's own worklogs count. */
const isOwn = ({ authors }: TimesheetSettings) => /^currentUser\(\s*\)$/i.test(authors.trim());
