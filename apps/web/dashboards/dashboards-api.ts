import type { Host } from '@tallyboard/hosts/host.ts';
import { path } from '@tallyboard/jira/address.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import { parseWire } from '@tallyboard/jira/wire/parse.ts';
import * as v from 'valibot';
import { parseJson } from '../browser-storage.ts';
import {
  type Dashboard,
  type DashboardChange,
  WireDashboard,
  WireDashboardList,
  WireDashboardSummary,
  wireItem,
} from './dashboard.ts';

type Requests = Pick<Host, 'request'>;

/** The server refused. `current` is the current dashboard after a version conflict. */
export class DashboardError extends Error {
  override readonly name = 'DashboardError';
  readonly status: number;
  readonly current: Dashboard | null;
  constructor(status: number, message: string, current: Dashboard | null) {
    super(message);
    this.status = status;
    this.current = current;
  }
}

const ROOT = '/replica/dashboards';
const pathOf = (id: string) => path`/replica/dashboards/${id}`;

export async function fetchDashboards(host: Requests, signal?: AbortSignal) {
  return (await send(host, 'GET', ROOT, WireDashboardList, { signal })).dashboards;
}

/** The browser sends the ETag of its last reply; an unchanged dashboard answers 304. */
export const fetchDashboard = (host: Requests, id: string, signal?: AbortSignal) =>
  send(host, 'GET', pathOf(id), WireDashboard, { signal });

export const createDashboard = (host: Requests, name: string, shared: boolean) =>
  send(host, 'POST', ROOT, WireDashboardSummary, { body: { name, shared } });

export const copyDashboard = (host: Requests, id: string, name: string) =>
  send(host, 'POST', `${pathOf(id)}/copy`, WireDashboardSummary, { body: { name } });

/** Throws DashboardError 409 with the current dashboard when `version` is outdated (optimistic locking). */
export const putDashboard = (
  host: Requests,
  { id, version }: Pick<Dashboard, 'id' | 'version'>,
  change: DashboardChange,
) => send(host, 'PUT', pathOf(id), WireDashboard, { body: { ...change, version } });

export const deleteDashboard = (host: Requests, id: string) =>
  send(host, 'DELETE', pathOf(id), v.unknown());

export const setFavourite = (host: Requests, id: string, on: boolean) =>
  send(host, on ? 'PUT' : 'DELETE', `${pathOf(id)}/favourite`, v.unknown());

const wireNewItem = v.object({
  ...v.pick(wireItem, ['moduleKey', 'title', 'color', 'row', 'column']).entries,
  properties: v.record(v.string(), v.unknown()),
});

export type NewItem = Partial<v.InferOutput<typeof wireNewItem>>;

export const addItem = (host: Requests, id: string, body: NewItem) =>
  send(host, 'POST', `${pathOf(id)}/items`, WireDashboard, { body });

/** The properties of a gadget for a copy of it, as they are stored now. */
export async function settingsOf(host: Requests, id: string, itemId: string) {
  const { items } = await fetchDashboard(host, id);
  const stored = items.find(item => item.id === itemId)?.settings;
  return stored ? { settings: stored.value } : {};
}

/** Returns the dashboard, and the deleted item, so that it can be added again. */
export const deleteItem = (host: Requests, id: string, itemId: string) =>
  send(
    host,
    'DELETE',
    path`/replica/dashboards/${id}/items/${itemId}`,
    v.object({ ...WireDashboard.entries, deleted: wireNewItem }),
  );

const displayLink = v.object({
  id: v.string(),
  owner: v.string(),
  name: v.string(),
  used: v.nullable(v.string()),
  revoked: v.nullable(v.string()),
});

/** Opens a dashboard as a wall, without a sign-in. */
export type DisplayLink = Readonly<v.InferOutput<typeof displayLink>>;

const LINKS = '/rest/tallyboard/1/display-links';

export const fetchDisplayLinks = async (
  host: Requests,
  dashboard: string,
  signal?: AbortSignal,
): Promise<readonly DisplayLink[]> => {
  const list = v.object({ links: v.array(displayLink) });
  return (await send(host, 'GET', LINKS, list, { query: { dashboard }, signal })).links;
};

/** Returns the path of the link, which cannot be read again. */
export const makeDisplayLink = (host: Requests, dashboard: string, name: string) =>
  send(host, 'POST', LINKS, v.object({ path: v.string() }), { body: { dashboard, name } });

export const revokeDisplayLink = (host: Requests, id: string) =>
  send(host, 'DELETE', path`/rest/tallyboard/1/display-links/${id}`, v.unknown());

/** Rejects with NetworkError without a reply, with DashboardError when the server refused. */
async function send<Schema extends v.GenericSchema>(
  host: Requests,
  method: HttpRequest['method'],
  path: string,
  schema: Schema,
  {
    signal,
    ...rest
  }: Pick<HttpRequest, 'body' | 'query'> & { signal?: AbortSignal | undefined } = {},
): Promise<v.InferOutput<Schema>> {
  const { status, body } = await host.request({ method, path, ...rest }, signal);
  const value = parseJson(body);
  if (status >= 200 && status < 300) return parseWire(schema, value, 'dashboard');
  const refusal = v.safeParse(v.object({ errorMessages: v.array(v.string()) }), value);
  const message = refusal.success ? refusal.output.errorMessages.join(' ') : '';
  const now = v.safeParse(v.object({ current: WireDashboard }), value);
  throw new DashboardError(
    status,
    message || `The server answered with status ${status}.`,
    now.success ? now.output.current : null,
  );
}
