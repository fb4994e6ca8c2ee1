import {
  type Dashboard,
  type DashboardItem,
  GADGET_COLORS,
  type Share,
} from '../../data/dashboards/dashboard.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { CHANGE_OWN } from '../call-rights.ts';
import type { Caller } from '../caller.ts';
import { JiraError, orNotFound } from '../errors.ts';
import { EMPTY_PAGE, isAsked, namedPage, pageBean } from '../paging.ts';
import { contains, pick } from './entities.ts';

export function dashboard(api: Api): void {
  const search = async (call: Call) => {
    const all = await visibleDashboards(call);
    const found = all.filter(({ name }) => contains(name, call.query.dashboardName));
    return pageBean(call, await shapeAll(call, found), 100);
  };
  api.platform.get('/dashboard/search', search, EMPTY_PAGE);
  api.platform.get('/dashboard', async call => {
    const rows = await shapeAll(call, await visibleDashboards(call));
    return namedPage(call, 'dashboards', rows, 1000, 20);
  });
  api.platform.get('/dashboard/:id', async call => shapeOne(call, await findDashboard(call)));

  api.platform.post('/dashboard', CHANGE_OWN, async call => {
    const { name, description, editPermissions } = readBody(call);
    const isShared = Array.isArray(editPermissions) && editPermissions.length > 0;
    if (isShared) checkMayShare(call);
    if (typeof name !== 'string' || name.trim() === '')
      throw new JiraError(400, [], { name: 'You must specify a valid name.' });
    const created = await call.store.dashboards.create({
      name,
      description: textOf(description) ?? '',
      ownerId: call.caller.account,
      // Any share makes the dashboard editable by all.
      shares: isShared ? [EVERYONE_EDITS] : [],
      at: call.clock(),
    });
    return shapeOne(call, created);
  });

  api.platform.put('/dashboard/:id', CHANGE_OWN, async call => {
    const { id } = await findEditable(call);
    const { name, description } = readBody(call);
    const changes = { name: textOf(name), description: textOf(description) };
    const changed = await call.store.dashboards.change(id, changes, call.clock());
    return shapeOne(call, changed.dashboard);
  });

  api.platform.delete('/dashboard/:id', CHANGE_OWN, async call => {
    await call.store.dashboards.delete((await findManageable(call)).id);
  });

  api.cloud.get('/dashboard/:id/gadget', async call => {
    const { id } = await findDashboard(call);
    const { gadgetId, moduleKey } = call.query;
    const items = (await call.store.dashboards.items(id)).filter(
      item => isAsked(gadgetId, item.id) && isAsked(moduleKey, item.moduleKey),
    );
    return { gadgets: items.map(shapeGadget) };
  });

  api.cloud.post('/dashboard/:id/gadget', CHANGE_OWN, async call => {
    const { id } = await findEditable(call);
    const body = readBody(call);
    const moduleKey = String(body.moduleKey ?? body.uri ?? '');
    if (moduleKey === '') throw new JiraError(400, 'A moduleKey or a uri must be given.');
    const { title = '', ...place } = readPlace(body);
    const item = { moduleKey, title, ...place };
    return shapeGadget(await call.store.dashboards.addItem(id, item, call.clock()));
  });

  api.cloud.put('/dashboard/:id/gadget/:itemId', CHANGE_OWN, async call => {
    await findEditable(call);
    const item = await findItem(call);
    const changed = { id: item.id, ...readPlace(readBody(call)) };
    await call.store.dashboards.change(item.dashboardId, { items: [changed] }, call.clock());
  });

  api.cloud.delete('/dashboard/:id/gadget/:itemId', CHANGE_OWN, async call => {
    await findEditable(call);
    const item = await findItem(call);
    await call.store.dashboards.deleteItem(item.dashboardId, item.id, call.clock());
  });
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

function readPlace({ position, title, color }: Record<string, unknown>) {
  const { row, column } = (position ?? {}) as { row?: number; column?: number };
  if (color !== undefined && !GADGET_COLORS.some(name => name === color))
    throw new JiraError(400, `The color must be one of ${GADGET_COLORS.join(', ')}.`);
  return { title: textOf(title), color: textOf(color), row, column };
}

/** A dashboard that the caller may see; others do not exist for them. */
export async function findDashboard(call: Call): Promise<Dashboard> {
  const { id = '' } = call.params;
  const found = await call.store.dashboards.get(id);
  const visible = found && mayView(call, found) ? found : null;
  return orNotFound(visible, `The dashboard with id '${id}' does not exist.`);
}

export async function visibleDashboards(call: Call): Promise<Dashboard[]> {
  return (await call.store.dashboards.all()).filter(each => mayView(call, each));
}

/** Whose rights are asked for: the caller, or another account. */
interface Rights {
  readonly caller: Pick<Caller, 'account' | 'role' | 'groups'>;
}

const isWith =
  ({ account, groups }: Rights['caller']) =>
  ({ kind, name }: Share): boolean =>
    kind === 'everyone' || (kind === 'account' ? name === account : groups.includes(name));

/** Dashboards and saved reports. */
type Owned = Pick<Dashboard, 'ownerId' | 'shares'>;

/** Dashboards without an owner, such as those of the demo, are everybody's. */
export const mayView = ({ caller }: Rights, { ownerId, shares }: Owned): boolean =>
  ownerId === null || ownerId === caller.account || shares.some(isWith(caller));

export const mayEdit = ({ caller }: Rights, { ownerId, shares }: Owned): boolean =>
  ownerId === caller.account ||
  (caller.role !== 'reader' &&
    (ownerId === null || shares.filter(({ edit }) => edit).some(isWith(caller))));

/** May delete and share it: its owner, and an administrator who sees it. */
export const mayManage = (call: Rights, owned: Owned): boolean =>
  owned.ownerId === call.caller.account ||
  (mayEdit(call, owned) && (owned.ownerId === null || call.caller.role === 'admin'));

export const EVERYONE_EDITS: Share = { kind: 'everyone', name: '', edit: true };

/** Throws JiraError for a reader. */
export function checkMayShare({ caller }: Call): void {
  if (caller.role === 'reader') throw new JiraError(403, 'Readers cannot share.');
}

const findAllowed =
  (isAllowed: typeof mayEdit, what: string) =>
  async (call: Call): Promise<Dashboard> => {
    const found = await findDashboard(call);
    if (isAllowed(call, found)) return found;
    throw new JiraError(403, `You do not have permission to ${what} this dashboard.`);
  };

export const findEditable = findAllowed(mayEdit, 'edit');
export const findManageable = findAllowed(mayManage, 'delete or share');

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

async function shapeAll(call: Call, dashboards: readonly Dashboard[]) {
  const favourites = await call.store.favourites.of(call.caller.account);
  return dashboards.map(dashboard => {
    const { id, name, description, ownerId } = dashboard;
    const self = call.address(`dashboard/${id}`);
    if (!call.isCloud)
      return { id, name, self, view: `${call.base}/secure/Dashboard.jspa?selectPageId=${id}` };
    return {
      description,
      id,
      isFavourite: favourites.has(`dashboard/${id}`),
      name,
      owner: ownerId ? pick(call.convert.user({ accountId: ownerId }), OWNER_MEMBERS) : undefined,
      popularity: 1,
      rank: 0,
      self,
      sharePermissions: [],
      editPermissions: [],
      isWritable: mayEdit(call, dashboard),
      systemDashboard: false,
      view: `${call.base}/jira/dashboards/${id}`,
    };
  });
}

const shapeOne = async (call: Call, dashboard: Dashboard) => (await shapeAll(call, [dashboard]))[0];
