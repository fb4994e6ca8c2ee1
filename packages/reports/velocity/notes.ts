import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import { sprintsNamedIn } from '../shared/sprint-query.ts';
import type { Measuring, Summed } from './compute.ts';
import type { Fallback } from './periods.ts';
import type { VelocitySettings } from './settings.ts';

const NONE = new Uint32Array(0);

/** Returns doubts about the periods and about the done rule; those about issues are in shared/scope-notes.ts. */
export function periodNotes(
  dataset: Dataset,
  settings: VelocitySettings,
  fallback: Fallback | null,
  { done }: Measuring,
  summed: readonly Summed[],
): readonly Note[] {
  const notes: Note[] = [];
  const named = sprintsNamedIn(dataset.jql);
  if (settings.board === null && summed.some(({ sprint }) => sprint && !named.has(sprint.id)))
    notes.push({
      code: 'query-decides',
      text: 'Only those issues of the sprints count that the query finds. Include the sprints of a board to count all of theirs.',
      issues: NONE,
    });
  if (fallback === 'kanban')
    notes.push({
      code: 'kanban',
      text: 'A kanban board has no sprints: what was completed is shown by date interval, and nothing is committed.',
      issues: NONE,
    });
  if (fallback === 'no-sprint-list')
    notes.push({
      code: 'no-sprint-list',
      text: 'The sprints of the board could not be read: what was completed is shown by date interval instead.',
      issues: NONE,
    });
  const byName = settings.statusResolution && settings.doneRule === 'status';
  const { statuses } = dataset;
  if (byName && ![...statuses.values()].some(({ id }) => done.isDoneStatus(id)))
    notes.push({
      code: 'unknown-done-status',
      text: `No status is named '${settings.doneStatus}': no issue counts as done.`,
      issues: NONE,
    });
  return notes;
}
