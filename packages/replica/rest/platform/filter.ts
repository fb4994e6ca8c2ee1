import type { Entity } from '../../data/entity.ts';
import type { Api, Call } from '../api.ts';
import { JiraError } from '../errors.ts';
import { EMPTY_PAGE, pageBean, readList } from '../paging.ts';
import { type Converter, converterFor } from '../shape/converter.ts';
import { contains, orderEntities, pick } from './entities.ts';

export function filter(api: Api): void {
  // Everything but the name needs `expand`.
  api.cloud.get(
    '/filter/search',
    async call => {
      const { query } = call;
      const ids = readList(query.id);
      const favourites = await favouritesOf(call);
      const found = (await call.store.catalogue.all('filter')).filter(filter => {
        if (ids.length > 0 && !ids.includes(filter.id)) return false;
        if (query.accountId && ownerId(filter) !== query.accountId) return false;
        return contains(filter.name, query.filterName ?? '');
      });
      const ordered = orderEntities(found, query.orderBy, orders(favourites), 'name');
      const convert = await converterFor(call);
      const names = ['self', 'id', 'name', ...readList(query.expand)];
      const rows = ordered.map(filter => ({
        expand:
          'description,owner,jql,viewUrl,searchUrl,favourite,favouritedCount,sharePermissions',
        ...pick(filterDetails(call, filter, favourites, convert), names),
      }));
      return pageBean(call, rows, { standard: 50, max: 100 });
    },
    { anonymous: EMPTY_PAGE },
  );

  const list = async (call: Call, chosen: (filter: Entity, favourite: boolean) => boolean) => {
    const favourites = await favouritesOf(call);
    const convert = await converterFor(call);
    const filters = await call.store.catalogue.all('filter');
    return filters
      .filter(entity => chosen(entity, favourites.has(entity.id)))
      .map(entity => fullFilter(call, entity, favourites, convert));
  };

  api.platform.get('/filter/favourite', call => list(call, (_, favourite) => favourite), {
    anonymous: [],
  });
  api.platform.get('/filter/my', call => {
    const withFavourites = call.query.includeFavourites === 'true';
    return list(
      call,
      (entity, favourite) =>
        ownerId(entity) === call.caller.userId || (withFavourites && favourite),
    );
  });
  api.platform.get('/filter/:id', async call => {
    const { id = '' } = call.params;
    if (!/^\d+$/.test(id)) throw new JiraError(404, `There is no filter '${id}'.`);
    const entity = await call.store.catalogue.get('filter', id);
    if (!entity) {
      throw new JiraError(
        400,
        'The selected filter is not available to you, perhaps it has been deleted or had its permissions changed.',
      );
    }
    return fullFilter(call, entity, await favouritesOf(call), await converterFor(call));
  });
  for (const [method, change] of [
    ['put', 'add'],
    ['delete', 'remove'],
  ] as const) {
    api.platform[method]('/filter/:id/favourite', async call => {
      const entity = await call.store.catalogue.get('filter', call.params.id ?? '');
      if (!entity || !call.caller.account) throw new JiraError(400, 'The filter does not exist.');
      await call.store.favourites[change](call.caller.account, entity.id);
      return fullFilter(call, entity, await favouritesOf(call), await converterFor(call));
    });
  }
}

const orders = (
  favourites: ReadonlySet<string>,
): Record<string, (filter: Entity) => string | number> => ({
  name: ({ name }) => name,
  id: ({ id }) => Number(id),
  description: ({ document }) => String(document.description ?? ''),
  owner: filter => ownerId(filter) ?? '',
  is_favourite: ({ id }) => (favourites.has(id) ? 0 : 1),
  favourite_count: ({ document }) => Number(document.favouritedCount ?? 0),
  is_shared: ({ document }) => (document.sharePermissions ? 0 : 1),
});

const ownerId = (filter: Entity): string | null =>
  (filter.document.owner as { accountId?: string } | undefined)?.accountId ?? null;

const favouritesOf = (call: Call): Promise<ReadonlySet<string>> =>
  call.store.favourites.of(call.caller.account);

function filterDetails(
  call: Call,
  { id, name, document }: Entity,
  favourites: ReadonlySet<string>,
  convert: Converter,
): Record<string, unknown> {
  const jql = String(document.jql ?? '');
  const api = `${call.base}/rest/api/${call.version}`;
  const searchPath = call.flavour === 'cloud' ? '/search/jql' : '/search';
  const favourite = favourites.has(id);
  return {
    self: `${api}/filter/${id}`,
    id,
    name,
    description: String(document.description ?? ''),
    owner: convert.value(document.owner) ?? undefined,
    jql,
    viewUrl: `${call.base}/issues/?filter=${id}`,
    searchUrl: `${api}${searchPath}?jql=${encodeURIComponent(jql)}`,
    favourite,
    favouritedCount: Number(document.favouritedCount ?? (favourite ? 1 : 0)),
    sharePermissions: Array.isArray(document.sharePermissions) ? document.sharePermissions : [],
    editPermissions: [],
    subscriptions: [],
  };
}

/** A single filter is complete. */
function fullFilter(
  call: Call,
  filter: Entity,
  favourites: ReadonlySet<string>,
  convert: Converter,
) {
  const noOne = { size: 0, items: [], 'max-results': 0, 'start-index': 0, 'end-index': 0 };
  const { editPermissions: _, ...details } = filterDetails(call, filter, favourites, convert);
  return { ...details, sharedUsers: noOne, subscriptions: noOne };
}
