import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { DoneInForce } from '@tallyboard/core/model/done.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { doneClause } from '@tallyboard/report-kit/settings/done-settings.ts';
import { COLUMN_NAMES } from './settings.ts';

export const estimationDefinitions = (
  { rule }: DoneInForce,
  { hoursPerDay, daysPerWeek }: ReportContext,
) =>
  definitions({
    [COLUMN_NAMES.percentResolved]: `Resolved issues against all, 0 without issues. Resolved: ${doneClause(rule)}.`,
    [COLUMN_NAMES.spent]:
      'The time logged on each issue. Parents and sub-tasks count with their own time, not with sums that Jira makes of them.',
    [COLUMN_NAMES.actual]: 'Time spent plus the remaining estimate.',
    [COLUMN_NAMES.actualOfEstimated]: 'Actual time of issues with an original estimate.',
    [COLUMN_NAMES.original]: 'The estimate before work started.',
    [COLUMN_NAMES.error]:
      'Original estimate less actual time, in percent of the original estimate, over issues that have one. Below zero is more time than estimated.',
    [COLUMN_NAMES.remaining]: 'The remaining estimate now.',
    Groups: 'An issue with several values counts in each of its groups, and once in the total.',
    'Days and weeks': `A day is ${hoursPerDay} hours and a week ${daysPerWeek} days, as configured in Jira.`,
  });
