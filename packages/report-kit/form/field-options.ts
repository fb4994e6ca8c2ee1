import type { Field } from '@tallyboard/core/model/field.ts';
import type { SettingOption } from '../settings/codec.ts';

/** Auto-detect as '', then the custom fields that can hold points (numbers) or sprints (lists of JSON objects). */
export function fieldOptions(
  fields: readonly Field[],
  holds: 'points' | 'sprints',
): { readonly value: string; readonly label: string }[] {
  const fits = (field: Field) =>
    holds === 'points' ? field.type === 'number' : field.type === 'array' && field.items === 'json';
  return [
    { value: '', label: 'Auto-detect' },
    ...customFields(fields.filter(fits)).map(({ name, label }) => ({ value: name, label })),
  ];
}

/** All custom fields by name, as a group of options. */
export function customFields(fields: readonly Field[]): readonly SettingOption[] {
  return fields
    .filter(field => field.custom)
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ id, name }) => ({ name: id, label: name, group: 'Custom fields' }));
}
