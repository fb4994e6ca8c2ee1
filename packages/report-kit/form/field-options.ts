/** Custom fields of the site as options: those that can hold story points or sprints, or all of them. */

import type { Field } from '@tallyboard/core/model/field.ts';
import type { SettingOption } from '../settings/options.ts';

/** Number fields hold points; lists of JSON objects hold sprints. First comes Auto-detect, as ''. */
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

/** By name, under a heading of their own. */
export function customFields(fields: readonly Field[]): readonly SettingOption[] {
  return fields
    .filter(field => field.custom)
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ id, name }) => ({ name: id, label: name, group: 'Custom fields' }));
}
