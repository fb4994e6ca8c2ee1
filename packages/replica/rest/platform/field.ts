import type { Entity } from '../../data/entity.ts';
import { asObject, type JsonObject } from '../../data/shapes.ts';
import type { Api, Call } from '../api.ts';
import { isAsked, pageBean } from '../paging.ts';
import { contains, pick } from './entities.ts';

const MEMBERS =
  'id key name untranslatedName custom orderable navigable searchable clauseNames schema'.split(
    ' ',
  );

export function field(api: Api): void {
  // Data Center has no scopes.
  const members = api.flavour === 'cloud' ? [...MEMBERS, 'scope'] : MEMBERS;
  const list = ({ all }: Pick<Call, 'all'>) =>
    all('field').map(entity => pick(fieldDetails(entity), members));
  api.platform.get('/field', list, []);

  api.cloud.get('/field/search', call => {
    const { id, type, query } = call.query;
    const found = call
      .all('field')
      .map(fieldDetails)
      .filter(
        details =>
          isAsked(id, details.id) &&
          isAsked(type, details.custom ? 'custom' : 'system') &&
          contains(details.name, query),
      );
    const rows = found.map(details => ({
      // Unlike /field this list has a schema for every field.
      schema: { type: 'any', system: details.id },
      ...pick(details, ['id', 'key', 'name', 'schema']),
      description: details.description ?? '',
    }));
    return pageBean(call, rows);
  });
}

/** Adds the members that clients rely on. */
function fieldDetails({ id, name, document }: Entity): JsonObject {
  const custom = id.startsWith('customfield_');
  const customId = id.slice('customfield_'.length);
  const schema = asObject(document.schema);
  return {
    key: id,
    orderable: true,
    navigable: true,
    searchable: true,
    clauseNames: custom ? [`cf[${customId}]`, name] : [id],
    ...document,
    id,
    name,
    custom,
    ...(custom && schema && { schema: { ...schema, customId: Number(customId) } }),
  };
}
