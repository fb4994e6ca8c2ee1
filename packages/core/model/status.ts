import type { StatusId } from './ids.ts';

/** Jira's four categories by our names; wire ids 1 no category, 2 to do, 3 done, 4 in progress. */
export type StatusCategory = 'none' | 'to-do' | 'done' | 'in-progress';

export interface Status {
  readonly id: StatusId;
  readonly name: string;
  readonly category: StatusCategory;
  /** False when the category is unknown, such as of a deleted status. */
  readonly known: boolean;
}

/** The order in which categories are stacked and listed. */
export const CATEGORY_ORDER: readonly StatusCategory[] = ['done', 'in-progress', 'to-do', 'none'];

/** Category names as readers see them. */
export const CATEGORY_LABELS: Readonly<Record<StatusCategory, string>> = {
  done: 'Done',
  'in-progress': 'In Progress',
  'to-do': 'To Do',
  none: 'No Category',
};
