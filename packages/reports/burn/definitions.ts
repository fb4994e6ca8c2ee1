import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { DoneInForce } from '@tallyboard/core/model/done.ts';
import { SPRINT_ISSUES } from '@tallyboard/report-kit/families/sprint-scope/sprint-query.ts';
import { definitions } from '@tallyboard/report-kit/figures/definitions.ts';
import { doneClause } from '@tallyboard/report-kit/settings/done-settings.ts';
import { type BurnSettings, isSprintType } from './settings.ts';

export function burnDefinitions(
  { estimation, type }: BurnSettings,
  { calendar }: ReportContext,
  { rule }: DoneInForce,
) {
  const unit = estimation === 'points' ? 'the story points' : 'the number';
  const members = isSprintType(type)
    ? 'issues in the sprint, by its id in their history; issues done before the start are left out until they are reopened'
    : 'issues that match the query now, each from its creation on';
  const holidays = calendar ? ' and on holidays of the shared calendar' : '';
  return definitions({
    Scope: `At every instant, ${unit} of ${members}.`,
    Completed: `The part of the scope that was done at that time: ${doneClause(rule)}. A reopened issue is done before the reopening and open after it.`,
    Remaining: 'Scope less completed, with the estimate at that time.',
    Ideal: `From the remaining work at the start to zero at the planned end (of each sprint in a combined chart), evenly over working days and flat on others${holidays}.`,
    'Scope changes':
      'Issues added, removed, reopened or re-estimated after the start. Committed + added + re-estimated - removed = scope.',
    'Individual lines':
      'The same for the work of each assignee at the time; when an issue is reassigned, it moves from one line to the other.',
    ...(isSprintType(type) && {
      Issues: SPRINT_ISSUES,
      'Combined chart':
        'The active sprints, or all where none is active, as one: an issue counts once, from the start of its first sprint.',
    }),
  });
}
