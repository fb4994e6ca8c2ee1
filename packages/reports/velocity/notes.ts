import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Note } from '@tallyboard/core/model/result.ts';
import type { Measuring } from './compute.ts';
import type { Fallback } from './periods.ts';
import type { VelocitySettings } from './settings.ts';

const NONE = new Uint32Array(0);

/** Returns doubts about the periods and about the done rule; those about issues are in shared/scope-notes.ts. */
export function periodNotes(
  dataset: Dataset,
  settings: VelocitySettings,
  fallback: Fallback | null,
  { done }: Measuring,
): readonly Note[] {
  const notes: Note[] = [];
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
