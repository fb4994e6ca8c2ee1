/** Choices of a field that a setting names: which custom fields can hold story points, or sprints. */

import type { Field } from '@tallyboard/core/model/field.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import { CUSTOM_FIELD } from './codec.ts';

/** Number fields hold points; lists of JSON objects hold sprints. First comes Auto-detect, as ''. */
export function fieldOptions(
  fields: readonly Field[],
  kind: 'points' | 'sprint',
): { readonly value: string; readonly label: string }[] {
  const fits = (field: Field) =>
    kind === 'points' ? field.type === 'number' : field.type === 'array' && field.items === 'json';
  const found = fields
    .filter(field => field.custom && fits(field))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return [
    { value: '', label: 'Auto-detect' },
    ...found.map(({ id, name }) => ({ value: id as string, label: name })),
  ];
}

export function pickedField(value: string): FieldId | null {
  return CUSTOM_FIELD.parse(value) ?? null;
}
