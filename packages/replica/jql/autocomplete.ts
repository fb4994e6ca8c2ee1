import { fold } from '@tallyboard/database/text/words.ts';
import type { StoreContext } from '../data/context.ts';
import { escapeHtml } from '../data/escape-html.ts';
import { fieldTypeOf } from '../data/issues/field-type.ts';
import { readSpellings } from '../data/issues/issues.ts';
import { asObject, asText } from '../data/shapes.ts';
import { fieldsNamed } from './compile.ts';
import { JqlContext } from './context.ts';
import { collapsedLabels, isCustom } from './fields/custom-fields.ts';
import type { JqlField } from './fields/field.ts';
import javaTypes from './fields/java-types.json' with { type: 'json' };
import { systemFields } from './fields/system-fields.ts';
import { jqlFunctions } from './functions/functions.ts';
import { quoteIfNeeded } from './reserved.ts';
import reservedWords from './reserved-words.json' with { type: 'json' };

const NOBODY = { viewer: { userId: null, zone: 'UTC' }, now: 0 };

function reference(field: JqlField, value: string, displayName: string, cfid?: string) {
  const suggests =
    field.entity !== undefined || field.custom?.type === 'option' || field.name === 'labels';
  return {
    value,
    displayName,
    ...(cfid === undefined ? {} : { cfid }),
    operators: field.operators.filter(operator => operator !== 'not changed'),
    types: [javaTypes[field.type]],
    orderable: field.sort ? 'true' : 'false',
    searchable: 'true',
    ...(suggests ? { auto: 'true' as const } : {}),
  };
}

/** The reply of jql/autocompletedata. */
export function autocompleteData(store: StoreContext, projectIds?: readonly string[]) {
  const { catalogue } = store;
  const context = new JqlContext(store, NOBODY);
  const system = systemFields.map(field => reference(field, quoteIfNeeded(field.name), field.name));
  const seen = new Set(systemFields.map(field => fold(field.name)));
  const custom = catalogue
    .all('field')
    .filter(isCustom)
    .filter(
      field =>
        !projectIds?.length || field.projectId === null || projectIds.includes(field.projectId),
    )
    .flatMap(field => {
      const number =
        asText(asObject(field.document.schema)?.customId) ?? field.id.replace('customfield_', '');
      const cfid = `cf[${number}]`;
      const [found] = fieldsNamed(context, cfid);
      if (!found || seen.has(fold(field.name))) return [];
      const label = collapsedLabels[fieldTypeOf(field.document)];
      const value = `"${(label ? `${field.name}[${label}]` : field.name).replace(/["\\]/g, '\\$&')}"`;
      return reference(found, value, `${field.name} - ${cfid}`, cfid);
    });
  const functions = jqlFunctions.map(({ name, args, list, type }) => {
    const call = `${name}(${args[0] > 0 ? '""' : ''})`;
    return {
      value: call,
      displayName: call,
      ...(list ? { isList: 'true' as const } : {}),
      types: [javaTypes[type]],
    };
  });
  return {
    visibleFieldNames: [...system, ...custom].sort((a, b) =>
      a.displayName < b.displayName ? -1 : 1,
    ),
    visibleFunctionNames: functions,
    jqlReservedWords: reservedWords,
  };
}

/** The value, quoted where JQL needs it, and its HTML with the matching beginning in <b>. */
function suggestion(value: string, text: string, prefix: string) {
  const starts = prefix !== '' && fold(text).startsWith(fold(prefix));
  const displayName = starts
    ? `<b>${escapeHtml(text.slice(0, prefix.length))}</b>${escapeHtml(text.slice(prefix.length))}`
    : escapeHtml(text);
  return { value: quoteIfNeeded(value), displayName };
}

export async function suggestValues(
  store: StoreContext,
  fieldName: string,
  prefix: string,
  limit: number,
) {
  const { catalogue } = store;
  const context = new JqlContext(store, NOBODY);
  const [field] = fieldsNamed(context, fieldName.replace(/^"(.*)"$/, '$1'));
  if (!field) return [];
  const wanted = fold(prefix);
  if (field.entity) {
    const found = catalogue.all(field.entity).filter(({ name, document }) => {
      const names = [name, asText(document.key), asText(document.emailAddress)];
      return names.some(text => ` ${fold(text ?? '').replace(/\s/g, ' ')}`.includes(` ${wanted}`));
    });
    const distinct = new Map(
      found.map(entity => [field.entity === 'user' ? entity.id : fold(entity.name), entity]),
    );
    return [...distinct.values()].slice(0, limit).map(({ id, name, document }) => {
      const key = asText(document.key) ?? id;
      if (field.entity === 'project') return suggestion(key, `${name} (${key})`, prefix);
      return suggestion(field.entity === 'user' ? id : name, name, prefix);
    });
  }
  const fields = field.name === 'labels' ? ['labels'] : (field.custom?.ids ?? []);
  if (fields.length === 0) return [];
  const values = await readSpellings(store, fields, wanted, limit);
  return values.map(value => suggestion(value, value, prefix));
}
