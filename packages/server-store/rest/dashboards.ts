import { StoreError } from '@tallyboard/database/store-error.ts';
import {
  type Dashboard,
  type DashboardChange,
  type DashboardState,
  GADGET_COLORS,
  type NewDashboardItem,
} from '@tallyboard/replica/data/dashboards/dashboard.ts';
import { itemScope } from '@tallyboard/replica/data/dashboards/properties.ts';
import { asObject, type JsonObject } from '@tallyboard/replica/data/shapes.ts';
import { type Api, type Call, readBody } from '@tallyboard/replica/rest/api.ts';
import { CHANGE_OWN, READ_FIGURES, READ_ISSUES } from '@tallyboard/replica/rest/call-rights.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import {
  EVERYONE_EDITS,
  findDashboard,
  findEditable,
  findManageable,
  visibleDashboards,
} from '@tallyboard/replica/rest/platform/dashboard.ts';
import type { AccountStore } from '../accounts.ts';
import { ownedShaper, readShares, readText, refuse } from './owned.ts';

const list = '/replica/dashboards';
const one = `${list}/:id`;
const layouts = ['A', 'AA', 'AB', 'BA', 'AAA'];
const MIN_CYCLE_MS = 5000;
const MAX_CYCLE_MS = 3_600_000;
const MAX_FILTER_LENGTH = 4000;

/**
 * Dashboards for our own pages, the same for both flavours. Unlike Jira's resources: a dashboard is read whole with an
 * ETag, and a write of an outdated version is answered with 409 and the current one (optimistic locking).
 */
export const dashboards = (accounts: AccountStore) => (api: Api) => {
  const shapeDashboard = shaperOf(accounts);
  const shapeState = async (call: Call, { dashboard, items, filter }: DashboardState) => {
    const shaped = items.map(({ dashboardId: _, ...item }) => item);
    return { ...(await shapeDashboard(call, dashboard)), filter, items: shaped };
  };
  const stateNow = async (call: Call, id: string) => {
    const state = await call.store.dashboards.state(id);
    if (!state) throw new JiraError(404, `The dashboard with id '${id}' does not exist.`);
    return shapeState(call, state);
  };

  const readNew = (call: Call) => {
    const { name = refuse('The name is missing.'), ...change } = readChange(call);
    return { ...change, name, ownerId: call.caller.account, at: call.clock() };
  };

  api.root.get(list, READ_FIGURES, async call => {
    const all = await visibleDashboards(call);
    return { dashboards: await Promise.all(all.map(each => shapeDashboard(call, each))) };
  });

  api.root.post(list, CHANGE_OWN, async call => {
    const created = await call.store.dashboards.create(readNew(call));
    call.reply.code(201);
    return shapeDashboard(call, created);
  });

  api.root.get(one, READ_FIGURES, async call => {
    const { id } = await findDashboard(call);
    const state = await call.store.dashboards.state(id);
    if (!state) return findDashboard(call);
    const shaped = await shapeState(call, state);
    const tag = tagOf(state, shaped);
    call.reply.header('ETag', tag).header('Cache-Control', 'no-cache');
    if (call.headers['if-none-match'] === tag) return call.reply.code(304).send();
    return withSettings(call, shaped);
  });

  api.root.put(one, CHANGE_OWN, async call => {
    const change = readChange(call);
    const { id } = await (change.shares ? findManageable : findEditable)(call);
    const { version } = readBody(call);
    if (typeof version !== 'number') throw new JiraError(400, 'The version is missing.');
    try {
      const changed = await call.store.dashboards.change(id, change, call.clock(), version);
      return shapeState(call, changed);
    } catch (error) {
      if (!(error instanceof StoreError) || error.reason !== 'conflict') throw error;
      const state = await call.store.dashboards.state(id);
      const current = state ? await shapeState(call, state) : undefined;
      call.reply.code(409);
      return { errorMessages: [error.message], errors: {}, current };
    }
  });

  api.root.delete(one, CHANGE_OWN, async call => {
    await call.store.dashboards.delete((await findManageable(call)).id);
  });

  api.root.post(`${one}/copy`, CHANGE_OWN, async call => {
    const { id } = await findDashboard(call);
    const { name, ownerId, at } = readNew(call);
    const copy = await call.store.dashboards.copy(id, { name, ownerId, at });
    call.reply.code(201);
    return shapeDashboard(call, copy);
  });

  api.root.post(`${one}/items`, CHANGE_OWN, async call => {
    const { id } = await findEditable(call);
    const { id: itemId } = await call.store.dashboards.addItem(id, readItem(call), call.clock());
    call.reply.code(201);
    return { itemId, ...(await stateNow(call, id)) };
  });

  // The reply holds the deleted item, for undo.
  api.root.delete(`${one}/items/:itemId`, CHANGE_OWN, async call => {
    const { id } = await findEditable(call);
    const { itemId = '' } = call.params;
    const item = (await call.store.dashboards.items(id)).find(each => each.id === itemId);
    const stored = await call.store.properties.all(itemScope(id, itemId));
    await call.store.dashboards.deleteItem(id, itemId, call.clock());
    const properties = Object.fromEntries(stored.map(({ key, value }) => [key, value]));
    return { deleted: item && { ...item, properties }, ...(await stateNow(call, id)) };
  });

  for (const [method, change] of [
    ['put', 'add'],
    ['delete', 'remove'],
  ] as const) {
    api.root[method](`${one}/favourite`, CHANGE_OWN, async call => {
      const { id } = await findDashboard(call);
      const { account } = call.caller;
      if (account !== null) await call.store.favourites[change](account, `dashboard/${id}`);
    });
  }

  visitors(api, accounts);
};

function visitors(api: Api, accounts: AccountStore): void {
  api.root.get('/replica/visitor', READ_ISSUES, ({ caller, reply }) => {
    const { account, user, role, groups } = caller;
    reply.header('Cache-Control', 'no-store');
    return { account, name: user?.displayName ?? null, role, groups };
  });

  /** Whom a dashboard can be shared with: everybody with an account, and the visitor's own groups. */
  api.root.get('/replica/share-targets', READ_ISSUES, async ({ caller, query }) => {
    const part = String(query.query ?? '').toLowerCase();
    const matches = (text: string) => text.toLowerCase().includes(part);
    const people = (await accounts.all()).map(({ id, name }) => ({ account: id, name }));
    return {
      people: people.filter(each => matches(each.account) || matches(each.name)).slice(0, 50),
      groups: caller.groups.filter(matches),
    };
  });
}

type Shaped = Awaited<ReturnType<ReturnType<typeof shaperOf>>>;

/** Changes with the layout (version), the settings (sum of revisions) and what the visitor may do. */
function tagOf({ dashboard, items }: DashboardState, shaped: Shaped): string {
  const revisions = items.reduce((sum, { revision }) => sum + revision, 0);
  const { editable, manageable, favourite } = shaped;
  const flags = [editable, manageable, favourite].map(Number).join('');
  return `"${dashboard.version}-${revisions}-${flags}"`;
}

/** Adds the settings of each gadget, which saves a page one call per gadget. */
async function withSettings<T extends { id: string; items: readonly { id: string }[] }>(
  call: Call,
  state: T,
) {
  const scopeOf = (item: { id: string }) => itemScope(state.id, item.id);
  const stored = await call.store.properties.ofScopes(state.items.map(scopeOf), 'settings');
  const items = state.items.map(item => {
    const { value, version } = stored.get(scopeOf(item)) ?? {};
    return { ...item, settings: version === undefined ? null : { value, version } };
  });
  return { ...state, items };
}

const shaperOf = (accounts: AccountStore) => {
  const shapeOwned = ownedShaper(accounts);
  return async (call: Call, dashboard: Dashboard) => {
    const { ownerId: _, shares, ...rest } = dashboard;
    const favourites = await call.store.favourites.of(call.caller.account);
    return {
      ...rest,
      ...(await shapeOwned(call, dashboard)),
      favourite: favourites.has(`dashboard/${dashboard.id}`),
      /** Everybody may change it. */
      shared: shares.some(({ kind, edit }) => kind === 'everyone' && edit),
    };
  };
};

function readChange(call: Call): DashboardChange {
  const body = readBody(call);
  const { name, description, layout, shared, shares, cyclePeriodMs, filter, items } = body;
  const everyone = typeof shared === 'boolean' ? (shared ? [EVERYONE_EDITS] : []) : undefined;
  const wanted = shares ?? everyone;
  return {
    ...(name !== undefined && { name: readText(name, 'name') }),
    ...(typeof description === 'string' && { description: description.slice(0, 4000) }),
    ...(layout !== undefined && { layout: readWord(layout, layouts, 'layout') }),
    ...(wanted !== undefined && { shares: readShares(call, wanted) }),
    ...(cyclePeriodMs !== undefined && { cyclePeriodMs: readCycle(cyclePeriodMs) }),
    ...(filter !== undefined && { filter: readFilter(filter) }),
    ...(Array.isArray(items) && { items: items.map(readItemChange) }),
  };
}

function readItemChange(value: unknown) {
  const item = asObject(value) ?? refuse('An item is not an object.');
  const { id, title } = item;
  return {
    id: typeof id === 'string' ? id : refuse('An item has no id.'),
    ...readPlace(item),
    ...(title !== undefined && { title: readText(title, 'title') }),
  };
}

function readItem(call: Call): NewDashboardItem {
  const item = readBody(call);
  const properties = asObject(item.properties);
  return {
    moduleKey: readText(item.moduleKey, 'moduleKey'),
    title: readText(item.title, 'title'),
    ...readPlace(item),
    ...(properties && { properties }),
  };
}

const readPlace = ({ row, column, color }: JsonObject) => ({
  ...(color !== undefined && { color: readWord(color, GADGET_COLORS, 'colour') }),
  ...(Number.isSafeInteger(row) && { row: Number(row) }),
  ...(Number.isSafeInteger(column) && { column: Number(column) }),
});

function readWord(value: unknown, known: readonly string[], name: string): string {
  return known.find(word => word === value) ?? refuse(`There is no such ${name}.`);
}

function readFilter(value: unknown): string {
  if (typeof value === 'string' && value.length <= MAX_FILTER_LENGTH) return value;
  return refuse(`The filter is no text of at most ${MAX_FILTER_LENGTH} characters.`);
}

function readCycle(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) refuse('The period is not a number.');
  return Math.round(Math.min(MAX_CYCLE_MS, Math.max(MIN_CYCLE_MS, Number(value))));
}
