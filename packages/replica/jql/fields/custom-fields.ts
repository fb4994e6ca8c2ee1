import { fold } from '@tallyboard/database/text/words.ts';
import { sql } from 'kysely';
import type { StoredEntity } from '../../data/entity.ts';
import { type FieldType, fieldTypeOf } from '../../data/issues/field-type.ts';
import { asObject, asText } from '../../data/shapes.ts';
import { type JqlContext, never } from '../context.ts';
import { entityField } from './entity-field.ts';
import type { JqlField } from './field.ts';
import fieldLabels from './field-labels.json' with { type: 'json' };
import { epicLinkField, parentField, textField } from './issue-fields.ts';
import { dayField, instantField, numberField, optionField } from './plain-fields.ts';
import { slaField } from './sla-field.ts';
import { values } from './storage.ts';

/** The bracketed type of names such as "Story Points[Number]". */
export const collapsedLabels: Partial<Record<FieldType, string>> = fieldLabels;

/** Only options in use are known. */
function checkOption(ids: readonly string[]) {
  return (context: JqlContext, value: string, field: string) => {
    const stored = ids.flatMap(id => [`${id}\n${fold(value)}`, `${id}#id\n${fold(value)}`]);
    const known = stored.some(name => context.options.has(name));
    if (!known) context.wrongValue(`The option '${value}' for field '${field}' does not exist.`);
  };
}

function checkGroup(context: JqlContext, value: string, field: string): void {
  const known = context.catalogue.named('group', value)[0] ?? context.catalogue.get('group', value);
  if (!known) context.wrongValue(`The group '${value}' for field '${field}' does not exist.`);
}

/** Compared with the rank of an issue. */
const rankField: JqlField = {
  name: 'Rank',
  type: 'rank',
  operators: ['=', '<', '<=', '>', '>='],
  canBeEmpty: false,
  sort: () => [sql.ref('issues.rank')],
  test(context, terminal) {
    const text = terminal.operand?.type === 'value' ? terminal.operand.text : '';
    const issue = context.issues.get(text.toUpperCase());
    if (issue) return sql<boolean>`issues.rank ${sql.raw(terminal.operator)} ${issue.rank}`;
    context.wrongValue(`An issue with key '${text}' does not exist for field '${terminal.field}'.`);
    return never;
  },
};

/** Custom fields of one name and type. */
function customField(name: string, type: FieldType, ids: readonly string[]): JqlField {
  const custom = { ids, type };
  const storage = values(ids);
  const spec = { name, custom, storage };
  const numbers = { ...spec, storage: values(ids, 'number') };
  const option = {
    ...spec,
    type: 'option' as const,
    check: checkOption(ids),
    ids: values(ids.map(id => `${id}#id`)),
  };
  switch (type) {
    case 'number':
      return numberField({ ...numbers, type });
    case 'date':
      return dayField(spec);
    case 'datetime':
      return instantField(numbers);
    case 'user':
    case 'component':
    case 'project':
      return entityField({ ...spec, entity: type });
    case 'version':
      return entityField({ ...spec, entity: type, ordered: 'up' });
    case 'sprint':
      return entityField({ ...spec, entity: type, storage: values(['sprint']) });
    case 'epicLink':
      return { ...epicLinkField, name };
    case 'parentLink':
      return { ...parentField, name };
    case 'rank':
      return { ...rankField, name };
    case 'sla':
      return slaField(name, ids);
    case 'text':
      return textField({
        name,
        custom,
        texts: ids,
        canBeEmpty: true,
        sort: context => [storage(context).sort],
      });
    case 'labels':
      return optionField({ ...spec, type: 'label' });
    case 'group':
      return optionField({ ...spec, type, check: checkGroup });
    case 'cascading':
      return optionField({
        ...option,
        type: 'cascade',
        children: values(ids.map(id => `${id}#child`)),
      });
    default:
      return optionField(option);
  }
}

function grouped(fields: readonly StoredEntity[], name: string): JqlField[] {
  const byType = Map.groupBy(fields, field => fieldTypeOf(field.document));
  const idsOf = (list: readonly StoredEntity[]) => list.map(({ id }) => id);
  return [...byType].map(([type, list]) => customField(name, type, idsOf(list)));
}

export function isCustom(field: StoredEntity): boolean {
  return field.document.custom === true || field.id.startsWith('customfield_');
}

/**
 * Custom fields by `cf[10030]`, name, id, or `Name[Type]`. Fields of one name and type act as one: a value may match
 * any of them.
 */
export function customFieldsNamed(context: JqlContext, name: string): JqlField[] {
  const wanted = fold(name);
  const number = /^cf\[(\d+)\]$/.exec(wanted)?.[1];
  const all = context.catalogue.all('field').filter(isCustom);
  if (number !== undefined) {
    return grouped(
      all.filter(
        field =>
          field.id === `customfield_${number}` ||
          asText(asObject(field.document.schema)?.customId) === number,
      ),
      name,
    );
  }
  const named = all.filter(
    field =>
      fold(field.name) === wanted ||
      field.id === wanted ||
      fold(asText(field.document.untranslatedName) ?? '') === wanted,
  );
  if (named.length > 0) return grouped(named, name);
  const collapsed = /^(.+)\[([^\]]+)\]$/.exec(wanted);
  if (!collapsed) return wanted === 'rank' ? [rankField] : [];
  const [, plain, label] = collapsed;
  const sameName = all.filter(field => fold(field.name) === plain);
  const sameType = sameName.filter(
    field => fold(collapsedLabels[fieldTypeOf(field.document)] ?? '') === label,
  );
  return grouped(sameType.length > 0 ? sameType : sameName, name);
}
