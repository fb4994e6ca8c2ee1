import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { IssuePart } from '@tallyboard/core/model/requirement.ts';

export const SCOPE_PARTS: readonly IssuePart[] = ['parent', 'fixVersions', 'sprints'];

/** Whether an issue, by its row, is of the epic, version or sprint; all are without one. */
export function inScope(
  { issues }: Pick<Dataset, 'issues'>,
  scope: string,
): (row: number) => boolean {
  if (scope === '') return () => true;
  const name = scope.toLowerCase();
  const isIt = (other: string | undefined) => other?.toLowerCase() === name;
  return row => {
    const { epic, parent, fixVersions, sprints } = issues[row]!;
    return (
      isIt(epic?.key) ||
      isIt(parent?.key) ||
      fixVersions.some(version => isIt(version.name)) ||
      sprints.some(sprint => isIt(sprint.name) || String(sprint.id) === scope)
    );
  };
}
