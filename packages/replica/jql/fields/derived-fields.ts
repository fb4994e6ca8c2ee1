import { fold } from '@tallyboard/database/text/words.ts';
import { sql } from 'kysely';
import type { StoredEntity } from '../../data/entity.ts';
import { asNumber, asObject, asText } from '../../data/shapes.ts';
import { isSubtask } from '../functions/entity-functions.ts';
import { derivedField } from './plain-fields.ts';
import { column, satisfies } from './storage.ts';

/** Ids of status categories by key, name and id. */
const categories = new Map([
  ...['undefined', 'no category', '1'].map(name => [name, 1] as const),
  ...['new', 'to do', 'todo', '2'].map(name => [name, 2] as const),
  ...['indeterminate', 'in progress', '4'].map(name => [name, 4] as const),
  ...['done', 'complete', '3'].map(name => [name, 3] as const),
]);

function categoryOf(status: StoredEntity): number {
  const category = asObject(status.document.statusCategory);
  return asNumber(category?.id) ?? categories.get(fold(asText(category?.key) ?? '')) ?? 1;
}

function levelOf(type: StoredEntity): number {
  return (
    asNumber(type.document.hierarchyLevel) ??
    (isSubtask(type) ? -1 : fold(type.name) === 'epic' ? 1 : 0)
  );
}

function idsWhere(
  list: readonly StoredEntity[],
  test: (entity: StoredEntity) => boolean,
): string[] {
  return list.filter(test).map(entity => entity.id);
}

export const statusCategory = derivedField({
  name: 'statusCategory',
  type: 'statusCategory',
  storage: column('status_id', false),
  ids(context, text) {
    const statuses = context.catalogue.all('status');
    const named = idsWhere(
      statuses,
      status => fold(asText(asObject(status.document.statusCategory)?.name) ?? '') === fold(text),
    );
    const category = categories.get(fold(text));
    if (category === undefined) return named.length > 0 ? named : null;
    return idsWhere(statuses, status => categoryOf(status) === category);
  },
  sort: context => {
    const order = [0, 0, 1, 3, 2];
    const cases = context.catalogue
      .all('status')
      .map(status => sql`when ${status.id} then ${sql.lit(order[categoryOf(status)] ?? 0)}`);
    return cases.length > 0
      ? [sql`(case issues.status_id ${sql.join(cases, sql` `)} end)`]
      : [sql.ref('issues.status_id')];
  },
});

export const hierarchyLevel = derivedField({
  name: 'hierarchyLevel',
  type: 'number',
  storage: column('type_id', false),
  ordered: true,
  ids({ catalogue }, text, comparison) {
    if (!comparison && !/^-?\d+$/.test(text)) return null;
    return idsWhere(catalogue.all('issueType'), type => {
      const difference = levelOf(type) - Number(text);
      return comparison ? satisfies(comparison, difference) : difference === 0;
    });
  },
  sort: null,
});

export const projectCategory = derivedField({
  name: 'category',
  type: 'projectCategory',
  storage: column('project_id', false),
  ids(context, text) {
    const found = idsWhere(context.catalogue.all('project'), project => {
      const category = asObject(project.document.projectCategory);
      return fold(asText(category?.name) ?? '') === fold(text) || asText(category?.id) === text;
    });
    return found.length > 0 ? found : null;
  },
  sort: null,
});

export const projectType = derivedField({
  name: 'projectType',
  type: 'projectType',
  storage: column('project_id', false),
  ids(context, text) {
    const known = ['software', 'business', 'service_desk', 'product_discovery'];
    const found = idsWhere(
      context.catalogue.all('project'),
      project => fold(asText(project.document.projectTypeKey) ?? 'software') === fold(text),
    );
    return found.length > 0 || known.includes(fold(text)) ? found : null;
  },
  sort: null,
});
