import { type Group, type GroupBy, NO_VALUE } from '@tallyboard/core/measure/group-by.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import { disambiguate } from './disambiguate.ts';
import { personGrouping } from './people.ts';

export interface LabelledGroup extends Group {
  /** Project keys of a version or component that exists in several projects. */
  readonly projects?: readonly string[];
}

/** Groups with unique labels: those of one name get their value in JQL (a login, a project key, the id of a sprint). */
export function labelledGroups(
  groups: readonly Group[],
  groupBy: GroupBy,
  issues: readonly Issue[],
): LabelledGroup[] {
  const missing = groups.find(({ id }) => id === NO_VALUE)?.label;
  const isTaken = groups.some(({ id, label }) => id !== NO_VALUE && label === missing);
  const labelOf = disambiguate(
    groups,
    // A label may be called 'None'.
    ({ id, label }) => (isTaken && id === NO_VALUE ? 'No value' : label),
    ({ id, value }) => (id === NO_VALUE ? null : value),
  );
  const person = personGrouping(groupBy);
  const marked = person && personLabels(issues, issue => issue[person]);
  return groups.map(group => {
    const label = labelOf(group);
    return {
      ...group,
      label: marked && group.id !== NO_VALUE ? marked(group.id, label) : label,
      ...joinedProjects(group, groupBy, issues),
    };
  });
}

function joinedProjects(
  { id, rows }: Group,
  groupBy: GroupBy,
  issues: readonly Issue[],
): Pick<LabelledGroup, 'projects'> {
  const isOfProject = groupBy === 'fix-version' || groupBy === 'component';
  if (!isOfProject || id === NO_VALUE) return {};
  const keys = new Set<string>();
  for (const row of rows) keys.add(issues[row]?.project.key ?? '');
  return keys.size > 1 ? { projects: [...keys].sort() } : {};
}

/** Marks inactive people in tables. People without a known state are active. */
function personLabels(
  issues: readonly Issue[],
  personOf: (issue: Issue) => User | null,
): (id: string, name: string) => string {
  const left = new Set<string>();
  let last: User | null = null;
  for (const issue of issues) {
    const person = personOf(issue);
    if (person === last) continue;
    last = person;
    if (person?.active === false) left.add(person.id);
  }
  return (id, name) => (left.has(id) ? `${name} (inactive)` : name);
}
