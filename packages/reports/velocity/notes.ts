import type { Note } from '@tallyboard/core/model/result.ts';
import type { Fallback } from './periods.ts';

const NONE = new Uint32Array(0);

/** Notes about periods. Those about issues are in scope-notes.ts. */
export function periodNotes(fallback: Fallback | null): readonly Note[] {
  const notes: Note[] = [];
  if (fallback === 'kanban')
    notes.push({
      code: 'kanban',
      text: 'Kanban boards have no sprints: completed work is shown by date interval.',
      issues: NONE,
    });
  if (fallback === 'no-sprint-list')
    notes.push({
      code: 'no-sprint-list',
      text: 'The sprints of the board could not be loaded: completed work is shown by date interval.',
      issues: NONE,
    });
  return notes;
}
