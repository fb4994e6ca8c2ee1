import type { Issue } from '@tallyboard/core/model/issue.ts';

/** Jira dates what an issue is created with by moments after its creation, and writes no history entry of it. */
const CREATION_MS = 2_000;

/**
 * Whether the dates of an issue show a change of these fields (null: of all), of which Jira has an entry. Data Center dates
 * the resolution alone.
 */
export function showsChange(
  {
    created,
    resolved,
    statusCategoryChanged,
  }: Pick<Issue, 'created' | 'resolved' | 'statusCategoryChanged'>,
  fields: readonly string[] | null,
): boolean {
  const isLater = (at: number | null) => at !== null && at > created + CREATION_MS;
  const hasField = (id: string) => fields === null || fields.includes(id);
  return (
    (hasField('status') && isLater(statusCategoryChanged)) ||
    (hasField('resolution') && isLater(resolved))
  );
}
