import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { DoneInForce } from '@tallyboard/core/model/done.ts';
import type { Definition } from '@tallyboard/core/model/result.ts';
import { doneClause } from '@tallyboard/report-kit/settings/done-settings.ts';
import { COLUMN_NAMES } from './settings.ts';

/** Returns how the figures of the estimation are defined. */
export function estimationDefinitions(
  { rule }: DoneInForce,
  { hoursPerDay, daysPerWeek }: ReportContext,
): readonly Definition[] {
  return [
    {
      figure: COLUMN_NAMES.percentResolved,
      text: `Resolved issues against all, 0 when there is none. Resolved: ${doneClause(rule)}.`,
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
