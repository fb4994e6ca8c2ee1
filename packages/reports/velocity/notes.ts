import type { Note } from '@tallyboard/core/model/result.ts';
import type { Fallback } from './periods.ts';

const NONE = new Uint32Array(0);

/** Returns doubts about the periods; those about issues are in scope-notes.ts. */
export function periodNotes(fallback: Fallback | null): readonly Note[] {
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
  return notes;
}
