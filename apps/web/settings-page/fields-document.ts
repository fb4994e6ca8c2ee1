/** The stored choice of fields for 'Issues By', as a document. */
import type { Field } from '@tallyboard/core/model/field.ts';
import { type Stored, storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import {
  type IssuesByOption,
  isAddedField,
  storedFields,
} from '@tallyboard/reports/issues-by/fields.ts';
import { parseJson } from '../browser-storage.ts';

/** The document of a stored value, which can also be a bare list or bare flags; null for anything else. */
export function fieldsDocument(raw: unknown): Stored | null {
  const value = typeof raw === 'string' ? parseJson(raw) : raw;
  if (Array.isArray(value)) return { fields: value };
  const record = storedObject(value);
  if (record === null) return null;
  if (!Object.hasOwn(record, 'fields')) return isFlags(record) ? { fields: record } : null;
  return Array.isArray(record.fields) || isFlags(storedObject(record.fields)) ? record : null;
}

/** The document with these options. Entries of unknown fields stay. */
export function withOptions(document: Stored, options: readonly IssuesByOption[]): Stored {
  const stored: readonly unknown[] = Array.isArray(document.fields) ? document.fields : [];
  const known = new Set(options.flatMap(({ field, label }) => [field, label]));
  const others = stored.filter(entry => {
    const { field, label } = storedObject(entry) ?? {};
    // Other values are not entries.
    return typeof field === 'string' && !(known.has(field) || known.has(String(label)));
  });
  return { ...document, fields: [...storedFields(options), ...others] };
}

/** The document without a field that was added. */
export function withoutOption(document: Stored, options: readonly IssuesByOption[], field: string) {
  const stored: readonly unknown[] = Array.isArray(document.fields) ? document.fields : [];
  const rest = stored.filter(entry => storedObject(entry)?.field !== field);
  return withOptions(
    { ...document, fields: rest },
    options.filter(option => option.field !== field),
  );
}

/** Added fields can be removed; others only disabled. */
export const isAdded = ({ field }: IssuesByOption): boolean => isAddedField(field);

/** Custom fields that can be added. */
export function addableFields(
  fields: readonly Field[],
  options: readonly IssuesByOption[],
): readonly Field[] {
  const there = new Set(options.map(({ field }) => field));
  return fields
    .filter(({ id, custom }) => custom && !there.has(id))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

const isFlags = (record: Stored | null): boolean =>
  record !== null &&
  Object.keys(record).length > 0 &&
  Object.values(record).every(value => typeof value === 'boolean');
