import { isPlainCategory } from './plain.ts';
import {
  asObject,
  isEmpty,
  isName,
  type JsonObject,
  problemOf,
  type Report,
  readNamed,
} from './values.ts';

interface Category {
  readonly id: number;
  readonly key: string;
  readonly name: string;
}

const CATEGORIES: readonly Category[] = [
  { id: 1, key: 'undefined', name: 'No Category' },
  { id: 2, key: 'new', name: 'To Do' },
  { id: 4, key: 'indeterminate', name: 'In Progress' },
  { id: 3, key: 'done', name: 'Done' },
];
/** Names of other versions of Jira. */
const OTHER_NAMES: Readonly<Record<string, string>> = { complete: 'done', new: 'new', todo: 'new' };

/** The category that an id, a key or a name says. */
function categoryOf(value: unknown): Category | undefined {
  if (typeof value === 'number') return CATEGORIES.find(({ id }) => id === value);
  if (!isName(value)) return undefined;
  const text = value.trim().toLowerCase();
  return CATEGORIES.find(
    ({ id, key, name }) =>
      text === key ||
      text === name.toLowerCase() ||
      text === String(id) ||
      OTHER_NAMES[text] === key,
  );
}

/** A status category with its number; null if nothing of it says which. */
function readCategory(value: unknown, field: string, report: Report): JsonObject | null {
  if (isPlainCategory(value)) return asObject(value);
  const object = asObject(value);
  const found = object
    ? (categoryOf(object.id) ?? categoryOf(object.key) ?? categoryOf(object.name))
    : categoryOf(value);
  if (!found) {
    // Reports note statuses of unknown category.
    report.read(field, 'cannot be read', 'the category is unknown');
    return null;
  }
  const what = !object ? 'is not an object' : isEmpty(object.id) ? 'has no id' : 'has an odd id';
  report.read(field, what, `taken as '${found.name}'`);
  return object && isName(object.name) ? { ...object, ...found, name: object.name } : { ...found };
}

/** A status of an issue or of a list. Null without a name and an id. */
export function readStatus(value: unknown, field: string, report: Report): JsonObject | null {
  const status = readNamed(value, field, report);
  if (!status || isPlainCategory(status.statusCategory)) return status;
  const path = field === '' ? 'statusCategory' : `${field}.statusCategory`;
  return { ...status, statusCategory: readCategory(status.statusCategory, path, report) };
}

/** A record of a list of statuses. @throws without an id. */
export function readStatusRecord(value: unknown, report: Report): JsonObject {
  return readStatus(withId(value, 'status'), '', report) as JsonObject;
}

/** The object. @throws if it has no id. */
export function withId(value: unknown, kind: string): JsonObject {
  const object = asObject(value);
  if (!object) throw new Error(`The ${kind} is not an object.`);
  const { id } = object;
  if ((typeof id === 'string' && id.trim() !== '') || Number.isSafeInteger(id)) return object;
  throw new Error(`The id of the ${kind} ${problemOf(id)}.`);
}
