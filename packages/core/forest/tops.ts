import type { Issue } from '../model/issue.ts';
import type { ForestNeed } from '../model/requirement.ts';

/**
 * Whether an issue is of the level, or of that of the issue type of the name. Data Center has no levels above epics: there the
 * name alone tells.
 */
export function isTopOf(
  tops: NonNullable<ForestNeed['below']>,
  issues: readonly Issue[],
): (issue: Issue) => boolean {
  if ('level' in tops) return ({ type }) => type.level === tops.level;
  const isNamed = ({ type }: Issue) => type.name.toLowerCase() === tops.type;
  const levels = new Set<number>();
  for (const issue of issues) if (isNamed(issue)) levels.add(issue.type.level);
  return issue => isNamed(issue) || (issue.type.level > 0 && levels.has(issue.type.level));
}
