import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { User } from '@tallyboard/core/model/user.ts';

/** Marks inactive people in tables. People without a known state are active. */
export function personLabels(
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
