import type { Entity } from '../../data/entity.ts';
import { asObject, asObjects, asText, type JsonObject } from '../../data/shapes.ts';
import type { Api, Call } from '../api.ts';
import { CHANGE_OWN } from '../call-rights.ts';
import { JiraError } from '../errors.ts';
import { EMPTY_PAGE, isAsked, pageBean, readList } from '../paging.ts';
import { contains, orderEntities, pick } from './entities.ts';

type Favourites = ReadonlySet<string>;

export function filter(api: Api): void {
  api.cloud.get('/filter/search', searchFilters, EMPTY_PAGE);

  const list = async (call: Call, isListed: (filter: Entity, favourite: boolean) => boolean) => {
    const favourites = await favouritesOf(call);
    const found = call.all('filter').filter(entity => isListed(entity, favourites.has(entity.id)));
    return found.map(entity => fullFilter(call, entity, favourites));
  };
  api.platform.get('/filter/favourite', call => list(call, (_, favourite) => favourite), []);
  api.platform.get('/filter/my', call => {
    const withFavourites = call.query.includeFavourites === 'true';
    const isMine = (entity: Entity) => ownerId(entity) === call.caller.userId;
    return list(call, (entity, favourite) => isMine(entity) || (withFavourites && favourite));
  });
  api.platform.get('/filter/:id', async call => {
    const { id = '' } = call.params;
    if (!/^\d+$/.test(id)) throw new JiraError(404, `There is no filter '${id}'.`);
    const entity = call.find('filter', id);
    if (!entity) throw new JiraError(400, NOT_AVAILABLE);
    return fullFilter(call, entity, await favouritesOf(call));
  });
  for (const [method, change] of [
    ['put', 'add'],
    ['delete', 'remove'],
  ] as const) {
    api.platform[method]('/filter/:id/favourite', CHANGE_OWN, async call => {
      const entity = call.find('filter', call.params.id);
      const { account } = call.caller;
      if (!entity || !account) throw new JiraError(400, 'The filter does not exist.');
      await call.store.favourites[change](account, entity.id);
      return fullFilter(call, entity, await favouritesOf(call));
    });
  }
}

const NOT_AVAILABLE =
  'The selected filter is not available to you, perhaps it has been deleted or had its permissions changed.';

const EXPANDABLE =
  'description,owner,jql,viewUrl,searchUrl,favourite,favouritedCount,sharePermissions';

/** Everything but the name needs `expand`. */
async function searchFilters(call: Call) {
  const { query } = call;
  const favourites = await favouritesOf(call);
  const found = call
    .all('filter')
    .filter(
      entity =>
        isAsked(query.id, entity.id) &&
        (!query.accountId || ownerId(entity) === query.accountId) &&
        contains(entity.name, query.filterName),
    );
  const ordered = orderEntities(found, query.orderBy, orders(favourites), 'name');
  const names = ['self', 'id', 'name', ...readList(query.expand)];
  const rows = ordered.map(entity => ({
    expand: EXPANDABLE,
    ...pick(filterDetails(call, entity, favourites), names),
  }));
  return pageBean(call, rows, 100);
}

const orders = (favourites: Favourites): Record<string, (filter: Entity) => string | number> => ({
  name: ({ name }) => name,
  id: ({ id }) => Number(id),
  description: ({ document }) => String(document.description ?? ''),
  owner: filter => ownerId(filter) ?? '',
  is_favourite: ({ id }) => (favourites.has(id) ? 0 : 1),
  favourite_count: ({ document }) => Number(document.favouritedCount ?? 0),
  is_shared: ({ document }) => (document.sharePermissions ? 0 : 1),
});

const ownerId = ({ document }: Entity): string | null =>
  asText(asObject(document.owner)?.accountId);

const favouritesOf = (call: Call): Promise<Favourites> =>
  call.store.favourites.of(call.caller.account);

function filterDetails(
  call: Call,
  { id, name, document }: Entity,
  favourites: Favourites,
): JsonObject {
  const jql = String(document.jql ?? '');
  const search = call.address(call.isCloud ? 'search/jql' : 'search');
  const favourite = favourites.has(id);
  return {
    self: call.address(`filter/${id}`),
    id,
    name,
    description: String(document.description ?? ''),
    owner: call.convert.value(document.owner) ?? undefined,
    jql,
    viewUrl: `${call.base}/issues/?filter=${id}`,
    searchUrl: `${search}?jql=${encodeURIComponent(jql)}`,
    favourite,
    favouritedCount: Number(document.favouritedCount ?? (favourite ? 1 : 0)),
    sharePermissions: asObjects(document.sharePermissions).map(share => shapeShare(call, share)),
    editPermissions: [],
    subscriptions: [],
  };
}

/** A project that the caller may not see is not named. */
function shapeShare(call: Call, share: JsonObject): JsonObject {
  const id = asText(asObject(share.project)?.id);
  if (id === null || call.find('project', id)) return share;
  return { id: share.id, type: 'project-unknown' };
}

/** A single filter is complete. */
function fullFilter(call: Call, entity: Entity, favourites: Favourites) {
  const nobody = { size: 0, items: [], 'max-results': 0, 'start-index': 0, 'end-index': 0 };
  const { editPermissions: _, ...details } = filterDetails(call, entity, favourites);
  return { ...details, sharedUsers: nobody, subscriptions: nobody };
}
