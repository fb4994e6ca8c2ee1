import { fold } from '@tallyboard/database/text/words.ts';
import { readSla } from '@tallyboard/records/sla.ts';
import { keyOfIssue } from '../access/named-issues.ts';
import { asDay, asInstant, asNumber, asObject, asText, plainText } from '../shapes.ts';
import type { Row } from '../tables.ts';
import { type FieldType, fieldTypeOf } from './field-type.ts';
import type { References } from './references.ts';

export type FieldValue = Pick<Row<'issue_values'>, 'field' | 'value' | 'number'>;

const exact = (field: string, value: string | null): FieldValue[] =>
  value === null ? [] : [{ field, value, number: null }];

const named = (field: string, value: string | null): FieldValue[] =>
  exact(field, value === null ? null : fold(value).slice(0, 255));

const numeric = (field: string, number: number | null): FieldValue[] =>
  number === null ? [] : [{ field, value: null, number }];

/** By text, and by id under '#id'. */
function option(field: string, value: unknown): FieldValue[] {
  const item = asObject(value);
  if (!item) return named(field, asText(value));
  const key = keyOfIssue(item);
  if (key !== null) return named(field, key);
  const text =
    asText(item.value) ?? asText(item.name) ?? asText(item.title) ?? asText(item.displayName);
  return [...named(field, text ?? asText(item.id)), ...named(`${field}#id`, asText(item.id))];
}

/** A key on Data Center, an object with the issue as `data` on Cloud. */
export const keyInParentLink = (value: unknown): string | null =>
  asText(value) ?? asText(asObject(asObject(value)?.data)?.key);

/**
 * What SLA functions of JQL ask for. States are those of the last cycle; elapsed and remaining time those of the ongoing
 * one: https://confluence.atlassian.com/servicedesk025/reporting-on-slas-754977517.html
 */
function serviceLevel(field: string, value: unknown): FieldValue[] {
  const sla = readSla(value, field);
  if (!sla) return [];
  const { completed, ongoing } = sla;
  const cycles = ongoing ? [...completed, ongoing] : completed;
  const last = cycles.at(-1);
  if (!last) return [];
  const flags = [
    ongoing ? (ongoing.paused === true ? 'paused' : 'running') : 'completed',
    last.breached === true ? 'breached' : null,
    cycles.some(({ breached }) => breached === true) ? 'everbreached' : null,
    ongoing?.withinCalendarHours === true && ongoing.paused !== true ? 'withincalendarhours' : null,
  ];
  return [
    ...flags.flatMap(flag => named(field, flag)),
    ...numeric(`${field}#breach`, ongoing?.paused === true ? null : (ongoing?.breach ?? null)),
    ...numeric(`${field}#remaining`, ongoing?.remaining ?? null),
    ...numeric(`${field}#elapsed`, ongoing?.elapsed ?? null),
  ];
}

type Reader = (field: string, value: unknown, refs: References) => FieldValue[];

const readers: Record<FieldType, Reader> = {
  number: (field, value) => numeric(field, asNumber(value)),
  date: (field, value) => exact(field, asDay(value)),
  datetime: (field, value) => numeric(field, asInstant(value)),
  user: (field, value, refs) => exact(field, refs.user(value) ?? asText(value)),
  option,
  cascading: (field, value) => [
    ...option(field, value),
    ...option(`${field}#child`, asObject(value)?.child),
  ],
  text: (field, value) => named(field, plainText(value) || null),
  labels: (field, value) => named(field, asText(value)),
  group: (field, value) => named(field, asText(asObject(value)?.name) ?? asText(value)),
  version: (field, value, refs) => exact(field, refs.entity('version', value)),
  component: (field, value, refs) => exact(field, refs.entity('component', value)),
  project: (field, value, refs) => exact(field, refs.entity('project', value)),
  team: option,
  sprint: () => [],
  epicLink: (field, value) => named(field, asText(value)),
  parentLink: (field, value) => named(field, keyInParentLink(value)),
  rank: () => [],
  sla: serviceLevel,
  requestType: (field, value) => {
    const type = asObject(asObject(value)?.requestType) ?? asObject(value);
    return [
      ...named(field, asText(type?.name) ?? asText(value)),
      ...named(`${field}#id`, asText(type?.id)),
    ];
  },
  any: option,
};

/** Searchable values of a custom field, and its text for word search. */
export function customValues(fieldId: string, value: unknown, refs: References) {
  const list = Array.isArray(value) ? value : [value];
  if (value === null || value === undefined || list.length === 0) return { values: [], text: null };
  const type = fieldTypeOf(refs.field(fieldId, value).document);
  const values = list.flatMap(item => readers[type](fieldId, item, refs));
  const text = type === 'text' ? list.map(plainText).join('\n') : '';
  return { values, text: text || null };
}
