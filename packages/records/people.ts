import {
  asObject,
  emptied,
  isEmpty,
  isName,
  isText,
  type JsonObject,
  LEFT_OUT,
  type Report,
} from './values.ts';

const NAMES = ['accountId', 'key', 'name', 'displayName', 'timeZone'];
const IDENTITY = NAMES.slice(0, 4);
const MEMBERSHIPS = ['groups', 'applicationRoles'];

/** The names in a list of names or of objects, also as Jira pages it: `{size, items}`. Null for anything else. */
export function namesIn(value: unknown): string[] | null {
  const list = Array.isArray(value) ? value : asObject(value)?.items;
  if (!Array.isArray(list)) return null;
  return list.map(each => asObject(each)?.name ?? each).filter(isName);
}

/** A user; a text is a display name. */
export function readPerson(value: unknown, field: string, report: Report): JsonObject | null {
  if (isName(value)) {
    report.read(field, 'is a text', 'taken as a display name');
    return { displayName: value };
  }
  const object = asObject(value);
  if (!object) return emptied(field, report);
  const wrong = NAMES.filter(name => !isEmpty(object[name]) && !isText(object[name]));
  if (!isEmpty(object.active) && typeof object.active !== 'boolean') wrong.push('active');
  if (!isEmpty(object.avatarUrls) && !asObject(object.avatarUrls)) wrong.push('avatarUrls');
  const repaired = { ...object };
  for (const name of MEMBERSHIPS) {
    if (!(name in object)) continue;
    const names = namesIn(object[name]);
    repaired[name] = names ?? [];
    if (names === null && !isEmpty(object[name]))
      report.read(`${field}.${name}`, 'cannot be read', LEFT_OUT);
  }
  for (const name of wrong) {
    report.read(`${field}.${name}`, 'cannot be read', LEFT_OUT);
    delete repaired[name];
  }
  const isSame = wrong.length === 0 && !MEMBERSHIPS.some(name => name in object);
  if (IDENTITY.some(name => repaired[name])) return isSame ? object : repaired;
  return emptied(field, report);
}
