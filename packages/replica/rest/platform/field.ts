import type { Entity } from '../../data/entity.ts';
import type { Api } from '../api.ts';
import { pageBean, readList } from '../paging.ts';
import { contains, pick } from './entities.ts';

const members = [
  'id',
  'key',
  'name',
  'untranslatedName',
  'custom',
  'orderable',
  'navigable',
  'searchable',
  'clauseNames',
  'scope',
  'schema',
];

export function field(api: Api): void {
  api.platform.get(
    '/field',
    async call => {
      const fields = await call.store.catalogue.all('field');
      // Cloud only: scopes and translated names.
      const names = call.flavour === 'cloud' ? members : members.filter(name => name !== 'scope');
      return fields.map(entity => pick(fieldDetails(entity), names));
    },
    { anonymous: [] },
  );

  api.cloud.get('/field/search', async call => {
    const ids = readList(call.query.id);
    const types = readList(call.query.type);
    const fields = (await call.store.catalogue.all('field'))
      .map(fieldDetails)
      .filter(({ id, custom }) => {
        if (ids.length > 0 && !ids.includes(String(id))) return false;
        return types.length === 0 || types.includes(custom ? 'custom' : 'system');
      })
      .filter(({ name }) => contains(name, call.query.query ?? ''));
    const rows = fields.map(details => ({
      // Unlike /field this list has a schema for every field.
      schema: { type: 'any', system: details.id },
      ...pick(details, ['id', 'key', 'name', 'schema']),
      description: details.description ?? '',
    }));
    return pageBean(call, rows, { standard: 50, max: 50 });
  });
}

/** Adds the members that clients rely on. */
function fieldDetails({ id, name, document }: Entity): Record<string, unknown> {
  const custom = id.startsWith('customfield_');
  const schema = document.schema as Record<string, unknown> | undefined;
  const clauses = custom ? [`cf[${id.slice('customfield_'.length)}]`, name] : [id];
  return {
    key: id,
    orderable: true,
    navigable: true,
    searchable: true,
    clauseNames: clauses,
    ...document,
    id,
    name,
    custom,
    ...(custom && schema
      ? { schema: { ...schema, customId: Number(id.slice('customfield_'.length)) } }
      : {}),
  };
}
