import type { Issue } from '../model/issue.ts';
import type { Interval } from '../time/interval.ts';
import type { Instant } from '../time/units.ts';
import { changesOf } from './field-changes.ts';

/** Time with one assignee, by account id; null for nobody. */
export interface AssigneeSpan extends Interval {
  readonly id: string | null;
}

/** Who the issue was assigned to, without gaps, over [created, until]. */
export function assigneeSpans(issue: Issue, until: Instant): readonly AssigneeSpan[] {
  const changes = changesOf(issue, 'assignee');
  const spans: AssigneeSpan[] = [];
  let from = issue.created;
  let id = changes.length > 0 ? changes.from(0) : (issue.assignee?.id ?? null);
  for (let index = 0; index < changes.length; index++) {
    const at = Math.max(changes.at(index), issue.created);
    if (at > until) break;
    if (changes.to(index) === id) continue;
    if (at > from) spans.push({ id, from, to: at });
    id = changes.to(index);
    from = at;
  }
  spans.push({ id, from, to: until });
  return spans;
}
