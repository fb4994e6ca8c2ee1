import './issue.css';
import type { StatusCategory } from '@tallyboard/core/model/status.ts';

/** A status in the colour of its category. */
export function StatusLozenge({
  name,
  category,
}: {
  readonly name: string;
  readonly category: StatusCategory;
}) {
  return (
    <span className={`tb-lozenge tb-lozenge--${category}`}>
      <span className="tb-ellipsis">{name}</span>
    </span>
  );
}

/** Category names as readers see them. */
export const CATEGORY_LABELS: Readonly<Record<StatusCategory, string>> = {
  done: 'Done',
  'in-progress': 'In Progress',
  'to-do': 'To Do',
  none: 'No Category',
};
