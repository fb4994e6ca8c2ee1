import type { Dashboard, DashboardItem } from '../../data/dashboards/dashboard.ts';
import { itemScope } from '../../data/dashboards/dashboard-items.ts';
import { StoreError } from '../../data/store-error.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { JiraError } from '../errors.ts';
import { pageBean, readList, readWindow } from '../paging.ts';
import { readProperty } from '../properties.ts';
import { fittingFor } from '../shape/fit.ts';
import { contains, pick } from './entities.ts';

const emptyPage = { startAt: 0, maxResults: 50, total: 0, isLast: true, values: [] };

export function dashboard(api: Api): void {
  api.platform.get(
    '/dashboard/search',
    async call => {
      const all = await call.store.dashboards.all();
      const found = all.filter(({ name }) => contains(name, call.query.dashboardName ?? ''));
      const rows = await Promise.all(found.map(entry => shapeDashboard(call, entry)));
      return pageBean(rows, readWindow(call.query, { standard: 50, max: 100 }), call.url);
    },
    { anonymous: emptyPage },
  );

  api.platform.get('/dashboard', async call => {
    const { startAt, maxResults } = readWindow(call.query, { standard: 20, max: 1000 });
    const all = await call.store.dashboards.all();
    const page = all.slice(startAt, startAt + maxResults);
    return {
      startAt,
      maxResults,
      total: all.length,
      dashboards: await Promise.all(page.map(entry => shapeDashboard(call, entry))),
    };
  });

  api.platform.get('/dashboard/:id', async call => shapeDashboard(call, await findDashboard(call)));

  api.platform.post('/dashboard', async call => {
    const { name, description, editPermissions } = readBody(call);
    if (typeof name !== 'string' || name.trim() === '') {
      throw new JiraError(400, [], { name: 'You must specify a valid name.' });
    }
    const created = await call.store.dashboards.create({
      name,
      description: typeof description === 'string' ? description : '',
      ownerId: call.caller.userId,
      // Shared with anybody counts as shared with all.
      shared: Array.isArray(editPermissions) && editPermissions.length > 0,
      at: call.clock(),
    });
    return shapeDashboard(call, created);
  });

  api.platform.put('/dashboard/:id', async call => {
    const { id } = await findEditable(call);
    const { name, description } = readBody(call);
    const changes = {
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof description === 'string' ? { description } : {}),
    };
    const changed = await call.store.dashboards.change(id, changes, call.clock());
    return shapeDashboard(call, changed.dashboard);
  });

  api.platform.delete('/dashboard/:id', async call => {
    const { id } = await findEditable(call);
    await call.store.dashboards.delete(id);
    return call.reply.code(204).send();
  });
}

/** Cloud only. */
export function dashboardGadget(api: Api): void {
  api.platform.get('/dashboard/:id/gadget', async call => {
    const { id } = await findDashboard(call);
    const [ids, modules] = [readList(call.query.gadgetId), readList(call.query.moduleKey)];
    const items = (await call.store.dashboards.items(id)).filter(
      item =>
        (ids.length === 0 || ids.includes(item.id)) &&
        (modules.length === 0 || modules.includes(item.moduleKey)),
    );
    return { gadgets: items.map(shapeGadget) };
  });

  api.platform.post('/dashboard/:id/gadget', async call => {
    const { id } = await findEditable(call);
    const body = readBody(call);
    const moduleKey = String(body.moduleKey ?? body.uri ?? '');
    if (moduleKey === '') throw new JiraError(400, 'A moduleKey or a uri must be given.');
    const { title = '', ...place } = readPlace(body);
    const item = { moduleKey, title, ...place };
    return shapeGadget(await call.store.dashboards.addItem(id, item, call.clock()));
  });

  api.platform.put('/dashboard/:id/gadget/:itemId', async call => {
    await findEditable(call);
    const item = await findItem(call);
    const changed = { id: item.id, ...readPlace(readBody(call)) };
    await call.store.dashboards.change(item.dashboardId, { items: [changed] }, call.clock());
    return call.reply.code(204).send();
  });

  api.platform.delete('/dashboard/:id/gadget/:itemId', async call => {
    await findEditable(call);
    const item = await findItem(call);
    await call.store.dashboards.deleteItem(item.dashboardId, item.id, call.clock());
    return call.reply.code(204).send();
  });
}

function readPlace(body: Record<string, unknown>) {
  const position = body.position as { row?: number; column?: number } | undefined;
  return {
    ...(typeof body.title === 'string' ? { title: body.title } : {}),
    ...(typeof body.color === 'string' ? { color: body.color } : {}),
    ...(position?.row === undefined ? {} : { row: position.row }),
    ...(position?.column === undefined ? {} : { column: position.column }),
  };
}

/**
 * Gadget settings. The last write wins, as in Jira, unless If-Match names a version (optimistic locking): then a newer
 * one is a 409 with the current value.
 */
export function dashboardItemProperties(api: Api): void {
  const list = '/dashboard/:id/items/:itemId/properties';
  const scopeOf = async (call: Call): Promise<string> => {
    const item = await findItem(call);
    return itemScope(item.dashboardId, item.id);
  };

  api.platform.get(list, async call => {
    const stored = await call.store.properties.all(await scopeOf(call));
    const here = call.url.replace(/\?.*$/, '');
    return {
      keys: stored.map(({ key }) => ({ self: `${here}/${encodeURIComponent(key)}`, key })),
    };
  });

  api.platform.get(`${list}/:key`, async call => {
    const { key = '' } = call.params;
    const stored = await call.store.properties.get(await scopeOf(call), key);
    if (!stored) throw noProperty(key);
    call.reply.header('ETag', `"${stored.version}"`);
    return { key, value: stored.value };
  });

  api.platform.put(`${list}/:key`, async call => {
    const { key = '' } = call.params;
    await findEditable(call);
    const value = readProperty(call, key, 255);
    const scope = await scopeOf(call);
    try {
      const seen = readVersion(call);
      const { created, version } = await call.store.properties.set(scope, key, value, seen);
      call.reply.code(created ? 201 : 200).header('ETag', `"${version}"`);
      return {};
    } catch (error) {
      if (!(error instanceof StoreError) || error.reason !== 'conflict') throw error;
      const now = await call.store.properties.get(scope, key);
      call.reply.code(409).header('ETag', `"${now?.version ?? 0}"`);
      return { errorMessages: [error.message], errors: {}, key, value: now?.value ?? null };
    }
  });

  api.platform.delete(`${list}/:key`, async call => {
    const { key = '' } = call.params;
    await findEditable(call);
    if (!(await call.store.properties.delete(await scopeOf(call), key))) throw noProperty(key);
    return call.reply.code(204).send();
  });
}

/** The version in If-Match; 0 for a property that did not exist. */
function readVersion(call: Call): number | undefined {
  const seen = /^"(\d+)"$/.exec(call.headers['if-match'] ?? '')?.[1];
  return seen === undefined ? undefined : Number(seen);
}

const noProperty = (key: string): JiraError =>
  new JiraError(404, `The property with key '${key}' does not exist.`);

export async function findDashboard(call: Call): Promise<Dashboard> {
  const found = await call.store.dashboards.get(call.params.id ?? '');
  if (!found) throw new JiraError(404, `The dashboard with id '${call.params.id}' does not exist.`);
  return found;
}

export const mayEdit = (call: Call, { ownerId, shared }: Dashboard): boolean =>
  shared || ownerId === null || ownerId === call.caller.userId;

/** A dashboard that the caller may change: shared, without owner, or their own. */
export async function findEditable(call: Call): Promise<Dashboard> {
  const found = await findDashboard(call);
  if (!mayEdit(call, found))
    throw new JiraError(403, 'You do not have permission to edit this dashboard.');
  return found;
}

async function findItem(call: Call): Promise<DashboardItem> {
  const { id } = await findDashboard(call);
  const items = await call.store.dashboards.items(id);
  const item = items.find(entry => entry.id === call.params.itemId);
  if (!item)
    throw new JiraError(404, `The dashboard item with id '${call.params.itemId}' does not exist.`);
  return item;
}

const shapeGadget = (item: DashboardItem) => ({
  id: Number(item.id),
  moduleKey: item.moduleKey,
  color: item.color,
  position: { row: item.row, column: item.column },
  title: item.title,
});

const ownerMembers = ['self', 'accountId', 'displayName', 'active', 'avatarUrls'];

async function shapeDashboard(call: Call, entry: Dashboard) {
  const fit = await fittingFor(call);
  const cloud = call.flavour === 'cloud';
  const view = cloud
    ? `${call.base}/jira/dashboards/${entry.id}`
    : `${call.base}/secure/Dashboard.jspa?selectPageId=${entry.id}`;
  return {
    ...(cloud ? { description: entry.description } : {}),
    id: entry.id,
    ...(cloud ? { isFavourite: false } : {}),
    name: entry.name,
    ...(cloud && entry.ownerId
      ? { owner: pick(fit.user({ accountId: entry.ownerId }), ownerMembers) }
      : {}),
    ...(cloud ? { popularity: 1, rank: 0 } : {}),
    self: `${call.base}/rest/api/${call.version}/dashboard/${entry.id}`,
    ...(cloud
      ? {
          sharePermissions: [],
          editPermissions: [],
          isWritable: mayEdit(call, entry),
          systemDashboard: false,
        }
      : {}),
    view,
  };
}
