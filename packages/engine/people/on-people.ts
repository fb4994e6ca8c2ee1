import { allIssues } from '@tallyboard/core/measure/rows.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { isUserField } from '@tallyboard/core/people/fold-people.ts';
import { isFoldedId } from '@tallyboard/core/people/folded-user.ts';

const IDENTITY = ['id', 'name', 'label', 'author'];

/** Whether a result has a figure on people: a group, line or name of theirs. */
export function isOnPeople(result: unknown, dataset: Dataset): boolean {
  const people = peopleOf(dataset);
  const seen = new Set<object>();
  const isPerson = (text: unknown) =>
    typeof text === 'string' && (people.has(text) || isFoldedId(text));
  function holds(at: unknown): boolean {
    if (typeof at !== 'object' || at === null || ArrayBuffer.isView(at) || seen.has(at))
      return false;
    seen.add(at);
    if (at instanceof Map) return [...at].some(([key, value]) => isPerson(key) || holds(value));
    if (IDENTITY.some(name => isPerson(Reflect.get(at, name)))) return true;
    return Object.values(at).some(holds);
  }
  return holds(result);
}

/** Whether keys of figures are of people, or texts name one. */
export function namesPeople(
  keys: readonly string[],
  texts: readonly string[],
  dataset: Dataset,
): boolean {
  const people = peopleOf(dataset);
  // The name of a person may have such a sign in it.
  const partsOf = (key: string) => [...key.split(/[/:]/), key.slice(key.indexOf(':') + 1)];
  const isOfPerson = (key: string) =>
    partsOf(key).some(part => people.has(part) || isFoldedId(part));
  if (keys.some(isOfPerson)) return true;
  const names = new Set<string>();
  for (const { assignee, reporter, creator, worklogs } of allIssues(dataset))
    for (const user of [assignee, reporter, creator, ...worklogs.map(({ author }) => author)])
      if (user?.name) names.add(user.name);
  return texts.some(text => [...names].some(name => text.includes(name)));
}

/** Ids, and names of custom fields, which have no ids. */
function peopleOf(dataset: Dataset): ReadonlySet<string> {
  const people = new Set<string>();
  const fields = dataset.fields.filter(isUserField).map(({ id }) => id);
  for (const { assignee, reporter, creator, worklogs, changes, custom } of allIssues(dataset)) {
    for (const user of [assignee, reporter, creator, ...worklogs.map(({ author }) => author)])
      if (user) people.add(user.id);
    for (const { field, from, to } of changes)
      if (field === 'assignee') for (const id of [from, to]) if (id) people.add(id);
    for (const field of fields)
      for (const name of [custom.get(field) ?? []].flat()) people.add(String(name));
  }
  return people;
}
