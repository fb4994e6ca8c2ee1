import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { Report } from '@tallyboard/report-kit/contract.ts';
import { groupRequirement, titleEnd } from '@tallyboard/report-kit/settings/group-codes.ts';
import { about } from './about.ts';
import { rangeOf, worklogDays, worklogInstants } from './range.ts';
import type { TimesheetResult } from './result.ts';
import { type TimesheetSettings, timesheetSettings } from './settings.ts';
import { timesheetTable, unknownAuthorsText } from './table.ts';

const timesheet: Report<TimesheetSettings, TimesheetResult> = {
  id: about.id,
  title: ({ groupBy }, fields) => `Timesheet${titleEnd(groupBy, fields)}`,
  tips: 'Time logged by person and date.',
  settings: timesheetSettings,
  emptyText: 'No logged time.',
  requires: (settings, context) => ({
    ...NO_REQUIREMENT,
    ...groupRequirement(settings.groupBy),
    worklogs: worklogInstants(rangeOf(settings, context)),
  }),
  narrow: (settings, context) => {
    const { first, last } = worklogDays(rangeOf(settings, context));
    return `worklogDate >= "${dayText(first)}" AND worklogDate <= "${dayText(last)}"`;
  },
  counted: ({ total }) => ({ issues: total.total.issues, words: 'with logged work' }),
  showsEmpty: true,
  table: timesheetTable,
  doubts: unknownAuthorsText,
  View: () => import('./view.tsx'),
  wall: () => import('./wall.tsx'),
  formRules: () => import('./form.tsx'),
};

export default timesheet;
