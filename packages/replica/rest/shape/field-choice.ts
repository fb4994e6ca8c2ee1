/** Which fields of an issue were asked for. */
export type FieldChoice = (fieldId: string) => boolean;

/** Not part of `*navigable`: they have a list of their own inside. */
const notNavigable = new Set([
  'comment',
  'worklog',
  'attachment',
  'issuelinks',
  'subtasks',
  'timetracking',
]);

/**
 * Jira's `fields` parameter: ids, `*all`, `*navigable`, and `-id` to leave one out. A list of exclusions alone
 * starts from `standard`, as an empty list does.
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

/** Whether only ids or keys are asked for: then Cloud gives 5,000 issues a page. */
export const asksOnlyIdentity = (asked: readonly string[]): boolean =>
  asked.every(name => name === 'id' || name === 'key' || name === 'issuekey');
