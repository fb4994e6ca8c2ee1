import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Definition } from '@tallyboard/core/model/result.ts';
import type { TimesheetSettings } from './settings.ts';

/** Returns how the figures of a timesheet are defined. */
export function timesheetDefinitions(
  settings: TimesheetSettings,
  { zone, hoursPerDay, calendar }: ReportContext,
): readonly Definition[] {
  const days = { 'monday-friday': 'Monday to Friday', 'sunday-thursday': 'Sunday to Thursday' };
  const holidays = calendar ? ', less the holidays of the shared calendar' : '';
  return [
    {
      figure: 'Logged time',
      text: 'Worklogs by the time they were started, not by when they were entered. Each counts once in the total, also where its issue is in several groups.',
    },
    {
      figure: 'Issues',
      text: 'Of the issues of the query only those with work around these days are read and counted.',
    },
    {
      figure: 'Day',
      text:
        settings.daysOf === 'author'
          ? `A worklog belongs to the day that it was for its author, whoever looks. Authors whose time zone is not known count in ${zone}.`
          : `A worklog belongs to the day that it was in ${zone}.`,
    },
    { figure: 'Authors', text: authorText(settings) },
    {
      figure: 'Working time',
      text: `Working days of the range times ${hoursPerDay} hours for each person: ${days[settings.workWeek]}${holidays}. Percent is logged time against it.`,
    },
    {
      figure: 'Average',
      text: 'The total divided by the working days of the range. Time logged on days off is part of the total.',
    },
    {
      figure: 'Heat map',
      text: 'Five levels, up to 20, 40, 60, 80 and 100 percent of the largest cell that is not a total.',
    },
    {
      figure: '% of max day',
      text: 'The total of a column in percent of the column with the most.',
    },
  ];
}

function authorText({ authors }: TimesheetSettings): string {
  return authors === ''
    ? 'Everybody who logged work on these issues, people who left among them.'
    : `Only work logged by ${authors}. The worklogs are filtered, not only their issues.`;
}
