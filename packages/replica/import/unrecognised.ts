/** Why a value is no record. */
import { basename } from 'node:path';
import { objectIn } from '@tallyboard/records/values.ts';
import { asObject, type JsonObject } from '../data/shapes.ts';

export const REFUSAL = 'A refusal of Jira';

/** The messages of a reply that is an error; null for any other value. */
function refusalIn(value: unknown): string | null {
  const { errorMessages, errors, message } = asObject(value) ?? {};
  const fields = asObject(errors);
  const all: unknown[] = [
    ...(Array.isArray(errorMessages) ? errorMessages : []),
    ...(fields ? Object.values(fields) : []),
  ];
  if (typeof message === 'string' && all.length === 0) all.push(message);
  const said = all.filter(each => typeof each === 'string' && each !== '');
  return said.length > 0 ? said.join(' ') : null;
}

interface Form {
  /** What the value would be. */
  readonly what: string;
  readonly is: (value: JsonObject, name: string) => boolean;
  /** Members that it needs; alternatives are in one text. */
  readonly needs: readonly string[];
}

const isText = (value: unknown) => typeof value === 'string';

const FORMS: readonly Form[] = [
  { what: 'An issue', is: ({ fields }) => objectIn(fields) !== null, needs: ['id|key'] },
  {
    what: 'A sprint',
    is: ({ state }, name) =>
      /^(active|closed|future)$/i.test(String(state)) || /sprint/i.test(name),
    needs: ['id', 'state', 'name'],
  },
  {
    what: 'A worklog',
    is: value => 'timeSpentSeconds' in value || 'timeSpent' in value,
    needs: ['started', 'timeSpentSeconds'],
  },
  {
    what: 'A user',
    is: (value, name) =>
      ['accountId', 'displayName', 'emailAddress'].some(each => each in value) ||
      /user/i.test(name),
    needs: ['accountId|key|name', 'displayName'],
  },
  { what: 'A role', is: (_, name) => /role/i.test(name), needs: ['id', 'name'] },
  { what: 'A field', is: (_, name) => /field/i.test(name), needs: ['id', 'name'] },
  {
    what: 'A status',
    is: (_, name) => /status/i.test(name),
    needs: ['id', 'name', 'statusCategory'],
  },
  { what: 'A priority', is: (_, name) => /priorit/i.test(name), needs: ['id', 'name'] },
  { what: 'A resolution', is: (_, name) => /resolution/i.test(name), needs: ['id', 'name'] },
  { what: 'A component', is: (_, name) => /component/i.test(name), needs: ['id', 'name'] },
  { what: 'A board', is: (_, name) => /board/i.test(name), needs: ['id', 'name', 'type'] },
  { what: 'A project', is: (_, name) => /project/i.test(name), needs: ['id', 'key', 'name'] },
  { what: 'A version', is: (_, name) => /version/i.test(name), needs: ['id', 'name', 'released'] },
  { what: 'A history', is: ({ items }) => Array.isArray(items), needs: ['created'] },
];

/** 'A sprint without an id.', for a value of a file that is not recognised. */
export function unrecognised(value: unknown, path: string): string {
  const object = asObject(value);
  if (!object) return `This is ${nameOfType(value)}, not a record of Jira.`;
  const refusal = refusalIn(object);
  if (refusal !== null) return `${REFUSAL}: ${refusal}`;
  const name = basename(path);
  for (const { what, is, needs } of FORMS) {
    if (!is(object, name)) continue;
    const missing = needs.find(each => !each.split('|').some(one => hasValue(object[one])));
    if (missing !== undefined) return `${what} without ${missing.replaceAll('|', ', ')}.`;
  }
  return formOfPipeline(object) ?? 'This is not a record of Jira.';
}

const hasValue = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' || asObject(value) !== null
    ? true
    : isText(value) && value !== '';

const nameOfType = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : `a ${typeof value === 'string' ? 'text' : typeof value}`;

/** Forms that lack what reports need. */
function formOfPipeline(value: JsonObject): string | null {
  const names = Object.keys(value);
  if (names.some(each => each.startsWith('fields__')))
    return 'A row with flattened names (fields__status__name), as of dlt: import the replies of the REST API that it was made from.';
  if (names.some(each => each.startsWith('_airbyte_')))
    return 'A row of Airbyte with columns of its own: import the raw table (_airbyte_data) or the messages.';
  const [project] = Array.isArray(value.projects) ? value.projects : [];
  if (asObject(project) && ('issues' in project || 'externalName' in project))
    return "A file of Jira's own importer, which has no ids and no histories: import replies of the search instead.";
  return null;
}
