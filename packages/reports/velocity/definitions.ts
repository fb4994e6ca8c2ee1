import type { DoneInForce } from '@tallyboard/core/model/done.ts';
import type { Definition } from '@tallyboard/core/model/result.ts';
import { SPRINT_ISSUES } from '@tallyboard/report-kit/families/sprint-scope/sprint-query.ts';
import { doneClause } from '@tallyboard/report-kit/settings/done-settings.ts';

/** Returns how the figures of velocity are defined, as they are shown. */
export function velocityDefinitions(
  { rule }: DoneInForce,
  byInterval: boolean,
): readonly Definition[] {
  const done = { figure: 'Done', text: `At that time ${doneClause(rule)}.` };
  const average = {
    figure: 'Average',
    text: `The mean over the shown ${byInterval ? 'intervals' : 'sprints'} that are over, with 0 for those in which a person had no work.`,
  };
  if (byInterval)
    return [
      {
        figure: 'Completed',
        text: 'Issues whose done instant is in the interval, with the estimate and for the assignee of then. An issue that was opened again does not count.',
      },
      done,
      average,
    ];
  return [
    {
      figure: 'Committed',
      text: 'Estimate at the start of every issue that was in the sprint then and not done. It belongs to the assignee at the start.',
    },
    {
      figure: 'Added, removed, re-estimated',
      text: 'Changes of the scope after the start; an issue of the sprint that was done before and is reopened counts as added. Committed + added + re-estimated - removed - handed over + taken over = scope.',
    },
    {
      figure: 'Handed over, taken over',
      text: 'Scope at the close that belonged to one person at the start, or when it came in, and to another at the close.',
    },
    {
      figure: 'Completed',
      text: 'Estimate at the close of every issue that was in the sprint and done then, and not done at the start. It belongs to the assignee at completion.',
    },
    {
      figure: 'Carried over',
      text: 'Scope less completed: in the sprint at its close and not done. It belongs to the assignee at the close.',
    },
    done,
    average,
    {
      figure: 'Issues',
      text: SPRINT_ISSUES,
    },
  ];
}
