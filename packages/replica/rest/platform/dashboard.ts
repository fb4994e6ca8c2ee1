import type { Dashboard, DashboardItem } from '../../data/dashboards/dashboard.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { JiraError, orNotFound } from '../errors.ts';
import { EMPTY_PAGE, pageBean, readList, readWindow } from '../paging.ts';
import { converterFor } from '../shape/converter.ts';
import { contains, pick } from './entities.ts';

export function dashboard(api: Api): void {
  api.platform.get(
    '/dashboard/search',
    async call => {
      const all = await call.store.dashboards.all();
      const found = all.filter(({ name }) => contains(name, call.query.dashboardName ?? ''));
      const rows = await Promise.all(found.map(entry => shapeDashboard(call, entry)));
      return pageBean(call, rows, { standard: 50, max: 100 });
    },
    { anonymous: EMPTY_PAGE },
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
      description: textOf(description) ?? '',
      ownerId: call.caller.userId,
      // Any share makes the dashboard editable by all.
      shared: Array.isArray(editPermissions) && editPermissions.length > 0,
      at: call.clock(),
    });
    return shapeDashboard(call, created);
  });

  api.platform.put('/dashboard/:id', async call => {
    const { id } = await findEditable(call);
    const { name, description } = readBody(call);
    const changes = { name: textOf(name), description: textOf(description) };
    const changed = await call.store.dashboards.change(id, changes, call.clock());
    return shapeDashboard(call, changed.dashboard);
  });

  api.platform.delete('/dashboard/:id', async call => {
    const { id } = await findEditable(call);
    await call.store.dashboards.delete(id);
    return call.reply.code(204).send();
  });

  api.cloud.get('/dashboard/:id/gadget', async call => {
    const { id } = await findDashboard(call);
    const [ids, modules] = [readList(call.query.gadgetId), readList(call.query.moduleKey)];
    const items = (await call.store.dashboards.items(id)).filter(
      item =>
        (ids.length === 0 || ids.includes(item.id)) &&
        (modules.length === 0 || modules.includes(item.moduleKey)),
    );
    return { gadgets: items.map(shapeGadget) };
  });

  api.cloud.post('/dashboard/:id/gadget', async call => {
    const { id } = await findEditable(call);
    const body = readBody(call);
    const moduleKey = String(body.moduleKey ?? body.uri ?? '');
    if (moduleKey === '') throw new JiraError(400, 'A moduleKey or a uri must be given.');
    const { title = '', ...place } = readPlace(body);
    const item = { moduleKey, title, ...place };
    return shapeGadget(await call.store.dashboards.addItem(id, item, call.clock()));
  });

  api.cloud.put('/dashboard/:id/gadget/:itemId', async call => {
    await findEditable(call);
    const item = await findItem(call);
    const changed = { id: item.id, ...readPlace(readBody(call)) };
    await call.store.dashboards.change(item.dashboardId, { items: [changed] }, call.clock());
    return call.reply.code(204).send();
  });

  api.cloud.delete('/dashboard/:id/gadget/:itemId', async call => {
    await findEditable(call);
    const item = await findItem(call);
    await call.store.dashboards.deleteItem(item.dashboardId, item.id, call.clock());
    return call.reply.code(204).send();
  });
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

function readPlace({ position, title, color }: Record<string, unknown>) {
  const { row, column } = (position ?? {}) as { row?: number; column?: number };
  return { title: textOf(title), color: textOf(color), row, column };
}

export async function findDashboard(call: Call): Promise<Dashboard> {
  const { id = '' } = call.params;
  const found = await call.store.dashboards.get(id);
  return orNotFound(found, `The dashboard with id '${id}' does not exist.`);
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

export async function findItem(call: Call): Promise<DashboardItem> {
  const { id } = await findDashboard(call);
  const { itemId } = call.params;
  const item = (await call.store.dashboards.items(id)).find(entry => entry.id === itemId);
  return orNotFound(item, `The dashboard item with id '${itemId}' does not exist.`);
}

const shapeGadget = (item: DashboardItem) => ({
  id: Number(item.id),
  moduleKey: item.moduleKey,
  color: item.color,
  position: { row: item.row, column: item.column },
  title: item.title,
});

const OWNER_MEMBERS = ['self', 'accountId', 'displayName', 'active', 'avatarUrls'];

async function shapeDashboard(call: Call, entry: Dashboard) {
  const { id, name, description, ownerId } = entry;
  const self = `${call.base}/rest/api/${call.version}/dashboard/${id}`;
  if (call.flavour === 'data-center') {
    return { id, name, self, view: `${call.base}/secure/Dashboard.jspa?selectPageId=${id}` };
  }
  const convert = await converterFor(call);
  return {
    description,
    id,
    isFavourite: false,
    name,
    owner: ownerId ? pick(convert.user({ accountId: ownerId }), OWNER_MEMBERS) : undefined,
    popularity: 1,
    rank: 0,
    self,
    sharePermissions: [],
    editPermissions: [],
    isWritable: mayEdit(call, entry),
    systemDashboard: false,
    view: `${call.base}/jira/dashboards/${id}`,
  };
}
