import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import type { TimesheetSettings } from './settings.ts';

export function timesheetDefinitions(
  { authors, daysOf, workWeek }: TimesheetSettings,
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
        ? 'Everybody who logged work on these issues, also people who left.'
        : `Only work logged by ${authors}. The worklogs are filtered, not only their issues.`,
    'Working time': `Working days of the range times ${hoursPerDay} hours for each person: ${days[workWeek]}${holidays}. Percent is logged time against it.`,
    Average:
      'The total divided by the working days of the range. Time logged on days off is part of the total.',
    'Heat map':
      'Five levels, up to 20, 40, 60, 80 and 100 percent of the largest cell that is not a total.',
    '% of max day': 'The total of a column in percent of the largest column total.',
  });
}
