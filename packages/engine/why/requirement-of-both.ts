import type { Requirement } from '@tallyboard/core/model/requirement.ts';

/** What one of several calculations reads. */
export function requirementOfBoth(
  needs: readonly Requirement[],
): Pick<Requirement, 'history' | 'parts' | 'customFields'> {
  const all = <Item>(of: (need: Requirement) => readonly Item[]) => [...new Set(needs.flatMap(of))];
  return {
    history: all(need => need.history),
    parts: all(need => need.parts),
    customFields: all(need => need.customFields),
  };
}
