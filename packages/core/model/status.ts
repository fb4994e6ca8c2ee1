import type { StatusId } from './ids.ts';

/** Jira's status categories: ids 1 no category, 2 to do, 3 done, 4 in progress. */
export type StatusCategory = 'none' | 'to-do' | 'done' | 'in-progress';

export interface Status {
  readonly id: StatusId;
  readonly name: string;
  readonly category: StatusCategory;
  /** False when the category is unknown, such as of a deleted status. */
  readonly known: boolean;
  /** The name on a site that has not translated it, as histories write it. */
  readonly untranslatedName?: string;
}

/** The order of categories in bars and lists. */
export const CATEGORY_ORDER: readonly StatusCategory[] = ['done', 'in-progress', 'to-do', 'none'];

export const CATEGORY_LABELS: Readonly<Record<StatusCategory, string>> = {
  done: 'Done',
  'in-progress': 'In Progress',
  'to-do': 'To Do',
  none: 'No Category',
};
