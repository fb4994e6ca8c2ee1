import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { DoneInForce } from '@tallyboard/core/model/done.ts';
import type { Definition } from '@tallyboard/core/model/result.ts';
import { SPRINT_ISSUES } from '@tallyboard/report-kit/families/sprint-scope/sprint-query.ts';
import { doneClause } from '@tallyboard/report-kit/settings/done-settings.ts';
import { type BurnSettings, isSprintType } from './settings.ts';

/** Returns how the lines of a burn chart are defined. */
export function burnDefinitions(
  settings: BurnSettings,
  { calendar }: ReportContext,
  { rule }: DoneInForce,
): readonly Definition[] {
  const unit = settings.estimation === 'points' ? 'the story points' : 'the number';
  const members = isSprintType(settings.type)
    ? 'issues in the sprint, by its id in their history; what was done before the start is left out until it is reopened'
    : 'issues that match the query now, each from its creation on';
  return [
    { figure: 'Scope', text: `At every instant, ${unit} of ${members}.` },
    {
      figure: 'Completed',
      text: `The part of the scope that was done at that time: ${doneClause(rule)}. A reopened issue is done before the reopening and open after it.`,
    },
    { figure: 'Remaining', text: 'Scope less completed, with the estimate that held at the time.' },
    {
      figure: 'Ideal',
      text: `From what remained at the start to nothing at the planned end (of each sprint in a combined chart), evenly over working days and flat on others${calendar ? ' and on holidays of the shared calendar' : ''}.`,
    },
    {
      figure: 'Scope changes',
      text: 'What was added, removed, reopened or re-estimated after the start. Committed + added + re-estimated - removed = scope.',
    },
    {
      figure: 'Individual lines',
      text: 'The same for the work of each assignee at the time; when an issue changes hands, it moves from one line to the other.',
    },
    ...(isSprintType(settings.type)
      ? [
          {
            figure: 'Issues',
            text: SPRINT_ISSUES,
          },
          {
            figure: 'Combined chart',
            text: 'The active sprints, or all where none is active, as one: an issue counts once, from when a sprint of it started.',
          },
        ]
      : []),
  ];
}
