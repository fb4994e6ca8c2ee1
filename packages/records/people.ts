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
  for (const name of wrong) {
    report.read(`${field}.${name}`, 'cannot be read', LEFT_OUT);
    delete repaired[name];
  }
  if (IDENTITY.some(name => repaired[name])) return wrong.length > 0 ? repaired : object;
  return emptied(field, report);
}
