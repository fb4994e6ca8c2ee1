import type { DoneInForce } from '@tallyboard/core/model/done.ts';
import { SPRINT_ISSUES } from '@tallyboard/report-kit/families/sprint-scope/sprint-query.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { doneClause } from '@tallyboard/report-kit/settings/done-settings.ts';

export function velocityDefinitions({ rule }: DoneInForce, byInterval: boolean) {
  const shared = {
    Done: `At that time ${doneClause(rule)}.`,
    Average: `The mean over the shown ${byInterval ? 'intervals' : 'sprints'} that are over, with 0 for those in which a person had no work.`,
  };
  if (byInterval)
    return definitions({
      Completed:
        'Issues that became done in the interval, with their estimate and for their assignee at that time. A reopened issue does not count.',
      ...shared,
    });
  return definitions({
    Committed:
      'Estimate at the start of every issue that was in the sprint then and not done. It belongs to the assignee at the start.',
    'Added, removed, re-estimated':
      'Changes of the scope after the start; an issue of the sprint that was done before and is reopened counts as added. Committed + added + re-estimated - removed - handed over + taken over = scope.',
    'Handed over, taken over':
      'Scope at the close that belonged to one person at the start, or when it was added, and to another at the close.',
    Completed:
      'Estimate at the close of every issue that was in the sprint and done then, and not done at the start. It belongs to the assignee at completion.',
    'Carried over':
      'Scope less completed: in the sprint at its close and not done. It belongs to the assignee at the close.',
    ...shared,
    Issues: SPRINT_ISSUES,
  });
}
