import type { Group, GroupBy } from '@tallyboard/core/measure/group-by.ts';
import { NO_VALUE } from '@tallyboard/core/measure/group-by.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { personLabels } from './person-labels.ts';
import { tellApart } from './tell-apart.ts';

const PEOPLE = ['assignee', 'reporter', 'creator'] as const;

/**
 * Returns the groups as tables call them: people who left say so, and groups of one name are told apart by what JQL
 * knows them by (a login, a project key, the id of a sprint).
 */
export function labelledGroups(
  groups: readonly Group[],
  groupBy: GroupBy,
  issues: readonly Issue[],
): Group[] {
  const labelOf = tellApart(
    groups,
    ({ label }) => label,
    ({ id, value }) => (id === NO_VALUE ? null : value),
  );
  const person = PEOPLE.find(each => each === groupBy);
  const marked = person && personLabels(issues, issue => issue[person]);
  return groups.map(group => {
    const label = labelOf(group);
    return { ...group, label: marked && group.id !== NO_VALUE ? marked(group.id, label) : label };
  });
}
