/** The requested fields. */
export type FieldChoice = (fieldId: string) => boolean;

/** Not in `*navigable`. */
const notNavigable = new Set([
  'comment',
  'worklog',
  'attachment',
  'issuelinks',
  'subtasks',
  'timetracking',
]);

/**
 * Jira's `fields`: ids, `*all`, `*navigable`, `-id` to exclude. With exclusions only, or empty, it starts from
 * `standard`.
 */
export function chooseFields(asked: readonly string[], standard: readonly string[]): FieldChoice {
  const excluded = new Set(asked.filter(name => name.startsWith('-')).map(name => name.slice(1)));
  const named = asked.filter(name => !name.startsWith('-'));
  const included = new Set(named.length > 0 ? named : standard);
  const all = included.has('*all');
  const navigable = included.has('*navigable');
  return id =>
    !excluded.has(id) && (all || included.has(id) || (navigable && !notNavigable.has(id)));
}

/** Ids or keys only: Cloud then allows 5,000 issues per page. */
export const asksOnlyIdentity = (asked: readonly string[]): boolean =>
  asked.every(name => name === 'id' || name === 'key' || name === 'issuekey');
