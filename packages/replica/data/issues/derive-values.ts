import { asDay, asInstant, asNumber, asObject, asText, plainText } from '../shapes.ts';
import { fold } from '../words.ts';
import { type FieldType, fieldTypeOf } from './field-type.ts';
import type { References } from './references.ts';

export interface FieldValue {
  field: string;
  value: string | null;
  number: number | null;
}

interface CustomValues {
  values: FieldValue[];
  /** For word search. */
  text: string | null;
}

function named(field: string, value: string | null): FieldValue[] {
  return value === null ? [] : [{ field, value: fold(value).slice(0, 255), number: null }];
}

/** By text, and by id under '#id'. */
function option(field: string, value: unknown): FieldValue[] {
  const item = asObject(value);
  if (!item) return named(field, asText(value));
  const text =
    asText(item.value) ?? asText(item.name) ?? asText(item.title) ?? asText(item.displayName);
  return [...named(field, text ?? asText(item.id)), ...named(`${field}#id`, asText(item.id))];
}

/** Flags and numbers for SLA functions. */
function serviceLevel(field: string, value: unknown): FieldValue[] {
  const sla = asObject(value);
  if (!sla) return [];
  const cycles = Array.isArray(sla.completedCycles) ? sla.completedCycles.map(asObject) : [];
  const ongoing = asObject(sla.ongoingCycle);
  const last = ongoing ?? cycles.at(-1) ?? null;
  if (!last) return [];
  const flags = [
    ongoing ? (ongoing.paused === true ? 'paused' : 'running') : 'completed',
    last.breached === true ? 'breached' : null,
    cycles.some(cycle => cycle?.breached === true) || ongoing?.breached === true
      ? 'everbreached'
      : null,
    ongoing?.withinCalendarHours === true ? 'withincalendarhours' : null,
  ];
  const measure = (name: string, number: number | null): FieldValue[] =>
    number === null ? [] : [{ field: `${field}#${name}`, value: null, number }];
  return [
    ...flags.flatMap(flag => named(field, flag)),
    ...(ongoing?.paused === true
      ? []
      : measure('breach', asNumber(asObject(ongoing?.breachTime)?.epochMillis))),
    ...measure('remaining', asNumber(asObject(last.remainingTime)?.millis)),
    ...measure('elapsed', asNumber(asObject(last.elapsedTime)?.millis)),
  ];
}

type Reader = (field: string, value: unknown, refs: References) => FieldValue[];

const readers: Record<FieldType, Reader> = {
  number: (field, value) => {
    const number = asNumber(value);
    return number === null ? [] : [{ field, value: null, number }];
  },
  date: (field, value) => {
    const day = asDay(value);
    return day === null ? [] : [{ field, value: day, number: null }];
  },
  datetime: (field, value) => {
    const number = asInstant(value);
    return number === null ? [] : [{ field, value: null, number }];
  },
  user: (field, value, refs) => {
    const id = refs.user(value) ?? asText(value);
    return id === null ? [] : [{ field, value: id, number: null }];
  },
  option,
  cascading: (field, value) => [
    ...option(field, value),
    ...option(`${field}#child`, asObject(value)?.child),
  ],
  text: (field, value) => {
    const text = plainText(value);
    return text === '' ? [] : named(field, text);
  },
  labels: (field, value) => named(field, asText(value)),
  group: (field, value) => named(field, asText(asObject(value)?.name) ?? asText(value)),
  version: (field, value, refs) => idOf(field, refs.entity('version', value)),
  component: (field, value, refs) => idOf(field, refs.entity('component', value)),
  project: (field, value, refs) => idOf(field, refs.entity('project', value)),
  team: option,
  sprint: () => [],
  epicLink: (field, value) => named(field, asText(value)),
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

function idOf(field: string, id: string | null): FieldValue[] {
  return id === null ? [] : [{ field, value: id, number: null }];
}

/** Distinct searchable values of a custom field. */
export function customValues(fieldId: string, value: unknown, refs: References): CustomValues {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) {
    return { values: [], text: null };
  }
  const type = fieldTypeOf(refs.field(fieldId, value).document);
  const list = Array.isArray(value) ? value : [value];
  const values = list.flatMap(item => readers[type](fieldId, item, refs));
  const text = type === 'text' ? list.map(plainText).join('\n') : '';
  return { values, text: text === '' ? null : text };
}
