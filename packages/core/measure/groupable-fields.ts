import type { Field, SpecialFields } from '../model/field.ts';

const GROUPABLE = new Set(['string', 'date', 'user', 'option']);
const OWN_TYPES = ['com.pyxis.greenhopper.jira:gh-epic', 'com.pyxis.greenhopper.jira:gh-lexo-rank'];

/** Custom fields with a name, without those that have a use of their own (sprint, team, epic) or only order issues. */
export function plainFields(fields: readonly Field[], special: SpecialFields): readonly Field[] {
  const taken = new Set<string>([
    ...special.sprint,
    ...special.epicLink,
    ...special.epicName,
    ...special.team,
    ...special.flagged,
    ...special.sla,
  ]);
  return fields.filter(field => {
    const isOwn = OWN_TYPES.some(type => field.customType?.startsWith(type));
    return field.custom && field.name !== field.id && !taken.has(field.id) && !isOwn;
  });
}

/** Plain fields that issues can be grouped by: text, date, user, option or a list of options. */
export const groupableFields = (fields: readonly Field[], special: SpecialFields) =>
  plainFields(fields, special).filter(
    ({ type, items }) =>
      type !== null && (GROUPABLE.has(type) || (type === 'array' && items === 'option')),
  );
