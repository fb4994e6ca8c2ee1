import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Definition } from '@tallyboard/core/model/result.ts';
import { COLUMN_NAMES, type EstimationSettings } from './settings.ts';

/** Returns how the figures of the estimation are defined. */
export function estimationDefinitions(
  { statusResolution }: EstimationSettings,
  { hoursPerDay, daysPerWeek }: ReportContext,
): readonly Definition[] {
  const resolved = statusResolution
    ? 'Issues whose resolution date is set, or whose status is of the category Done'
    : 'Issues whose resolution date is set';
  return [
    {
      figure: COLUMN_NAMES.percentResolved,
      text: `${resolved}, against all issues; 0 when there is none.`,
    },
    {
      figure: COLUMN_NAMES.spent,
      text: 'The time logged on each issue. Parents and sub-tasks count with their own time, never with sums that Jira makes of them.',
    },
    { figure: COLUMN_NAMES.actual, text: 'Time spent plus the remaining estimate.' },
    {
      figure: COLUMN_NAMES.actualOfEstimated,
      text: 'Actual time of those issues alone that have an original estimate.',
    },
    { figure: COLUMN_NAMES.original, text: 'The estimate that the work began with.' },
    {
      figure: COLUMN_NAMES.error,
      text: 'Original estimate less actual time, in percent of the original estimate, over issues that have one. Below zero is more time than estimated.',
    },
    { figure: COLUMN_NAMES.remaining, text: 'The remaining estimate, as it is now.' },
    {
      figure: 'Groups',
      text: 'An issue with several values counts in each of its groups, and once in the total.',
    },
    {
      figure: 'Days and weeks',
      text: `A day is ${hoursPerDay} hours and a week ${daysPerWeek} days of work, as Jira is set up.`,
    },
  ];
}
