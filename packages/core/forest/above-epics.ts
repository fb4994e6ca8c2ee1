import type { Issue } from '../model/issue.ts';
import { type Forest, NO_PARENT } from './forest.ts';

/**
 * The ids of issue types above epics, such as initiatives and themes. Data Center tells no level of them, so that they look
 * like standard issues: there they are the types of issues that have an epic below them, at any height.
 */
export function typesAboveEpics(
  issues: readonly Issue[],
  { parent }: Pick<Forest, 'parent'>,
): ReadonlySet<string> {
  const found = new Set<string>();
  // A site that tells levels tells them all.
  const isTold = issues.some(({ type }) => type.level > 1);
  for (const { type } of issues) if (type.level > 1) found.add(type.id);
  if (isTold) return found;
  for (const [row, { type }] of issues.entries()) {
    if (type.level !== 1) continue;
    for (let above = parent[row]!; above !== NO_PARENT; above = parent[above]!) {
      const { id, level } = issues[above]!.type;
      if (level === 0) found.add(id);
    }
  }
  return found;
}
