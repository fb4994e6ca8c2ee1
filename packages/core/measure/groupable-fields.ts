import type { Field, SpecialFields } from '../model/field.ts';

const GROUPABLE = new Set(['string', 'date', 'user', 'option']);
const EPIC_TYPES = 'com.pyxis.greenhopper.jira:gh-epic';

/** Custom fields that issues can be grouped by: text, date, user, option or a list of options; no special fields. */
export function groupableFields(
  fields: readonly Field[],
  special: SpecialFields,
): readonly Field[] {
  const taken = new Set<string>([
    ...special.sprint,
    ...special.epicLink,
    ...special.epicName,
    ...special.team,
    ...special.flagged,
    ...special.sla,
  ]);
  return fields.filter(field => {
    if (!field.custom || taken.has(field.id) || field.type === null) return false;
    if (field.customType?.startsWith(EPIC_TYPES)) return false;
    return GROUPABLE.has(field.type) || (field.type === 'array' && field.items === 'option');
  });
}
