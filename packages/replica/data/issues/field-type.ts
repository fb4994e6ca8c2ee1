import { asObject, asText } from '../shapes.ts';
import fieldTypes from './field-types.json' with { type: 'json' };

/** How a custom field is stored and searched. */
export type FieldType =
  | 'sprint'
  | 'epicLink'
  | 'parentLink'
  | 'rank'
  | 'text'
  | 'number'
  | 'sla'
  | 'requestType'
  | 'team'
  | 'labels'
  | 'date'
  | 'datetime'
  | 'user'
  | 'option'
  | 'cascading'
  | 'group'
  | 'version'
  | 'component'
  | 'project'
  | 'any';

/** By the last part of schema.custom; others go by schema.type. */
const types = fieldTypes as Record<'custom' | 'type', Record<string, FieldType>>;

const typesOfDocuments = new WeakMap<Record<string, unknown>, FieldType>();

/** Lists have the type of their items. */
export function fieldTypeOf(document: Record<string, unknown>): FieldType {
  // Hot during imports. Documents are replaced, never modified.
  const known = typesOfDocuments.get(document);
  if (known) return known;
  const type = readFieldType(document);
  typesOfDocuments.set(document, type);
  return type;
}

function readFieldType(document: Record<string, unknown>): FieldType {
  const schema = asObject(document.schema);
  const custom = asText(schema?.custom)?.split(':').at(-1) ?? '';
  const known = types.custom[custom];
  if (known) return known;
  const type = asText(schema?.type) ?? 'any';
  if (type !== 'array') return types.type[type] ?? 'any';
  const items = asText(schema?.items) ?? 'any';
  return items === 'string' ? 'labels' : (types.type[items] ?? 'any');
}

export const SPRINT_SCHEMA = {
  type: 'array',
  items: 'json',
  custom: 'com.pyxis.greenhopper.jira:gh-sprint',
};

/** Guesses the schema of an undescribed field from one of its values. */
export function guessSchema(value: unknown): Record<string, unknown> {
  const prefix = 'com.atlassian.jira.plugin.system.customfieldtypes:';
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const item = asObject(first);
  if (typeof first === 'string' && first.includes('greenhopper.service.sprint.Sprint@'))
    return SPRINT_SCHEMA;
  if (item && 'id' in item && 'state' in item && 'name' in item) return SPRINT_SCHEMA;
  const list = Array.isArray(value);
  const of = (type: string, custom: string) => ({
    ...(list ? { type: 'array', items: type } : { type }),
    custom: prefix + custom,
  });
  if (typeof first === 'number') return of('number', 'float');
  if (item && ('accountId' in item || 'emailAddress' in item)) return of('user', 'userpicker');
  if (item && 'value' in item) return of('option', list ? 'multiselect' : 'select');
  if (typeof first !== 'string') return of('any', 'unknown');
  if (list) return of('string', 'labels');
  if (/^\d+\|[0-9a-z]+:/.test(first))
    return { type: 'any', custom: 'com.pyxis.greenhopper.jira:gh-lexo-rank' };
  if (/^\d{4}-\d\d-\d\d$/.test(first)) return of('date', 'datepicker');
  if (/^\d{4}-\d\d-\d\dT/.test(first)) return of('datetime', 'datetime');
  return of('string', 'textfield');
}
