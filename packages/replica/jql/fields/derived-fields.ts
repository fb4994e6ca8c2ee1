import { sql } from 'kysely';
import type { StoredEntity } from '../../data/catalogue.ts';
import { asNumber, asObject, asText } from '../../data/shapes.ts';
import { fold } from '../../data/words.ts';
import { isSubtask } from '../functions/entity-functions.ts';
import { derivedField } from './plain-fields.ts';
import { satisfies } from './set-test.ts';
import { column } from './storage.ts';

/** Ids of status categories by key, name and id. */
const categories: Record<string, number> = {
  undefined: 1,
  'no category': 1,
  '1': 1,
  new: 2,
  'to do': 2,
  todo: 2,
  '2': 2,
  indeterminate: 4,
  'in progress': 4,
  '4': 4,
  done: 3,
  complete: 3,
  '3': 3,
};

function categoryOf(status: StoredEntity): number {
  const category = asObject(status.document.statusCategory);
  return asNumber(category?.id) ?? categories[fold(asText(category?.key) ?? '')] ?? 1;
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
    const category = categories[fold(text)];
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
  ids: (context, text) =>
    /^-?\d+$/.test(text)
      ? idsWhere(context.catalogue.all('issueType'), type => levelOf(type) === Number(text))
      : null,
  compareIds: (context, operator, text) =>
    idsWhere(context.catalogue.all('issueType'), type =>
      satisfies(operator, levelOf(type) - Number(text)),
    ),
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
