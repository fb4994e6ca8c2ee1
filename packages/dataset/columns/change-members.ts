/** What the dictionaries of changes hold as JSON. */
import type { ChangeField } from '@tallyboard/core/model/change.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Dictionary } from './readers.ts';

/** A field as Jira names it. */
export interface StoredField {
  readonly id: FieldId | null;
  readonly name: string;
}

/** The value of a field before or after a change. */
export interface StoredValue {
  readonly id: string | null;
  readonly text: string | null;
}

/** The name of a change; null when it was not asked for. */
export type NameOf = (fieldId: FieldId | null, fieldName: string) => ChangeField | null;

/** The name of each field, by code; null for those that were not asked for. */
export const nameFields = (
  fields: Dictionary<StoredField>,
  nameOf: NameOf,
): readonly (ChangeField | null)[] =>
  Array.from({ length: fields.size }, (_, code) => {
    const { id, name } = fields.value(code);
    return nameOf(id, name);
  });
