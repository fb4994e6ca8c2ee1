/** Calls to the server's dashboards. */
import type { Host } from '@tallyboard/hosts/host.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import { path } from '@tallyboard/jira/transport.ts';
import { parseWire } from '@tallyboard/jira/wire/parse.ts';
import * as v from 'valibot';
import {
  type Dashboard,
  type DashboardChange,
  type DashboardSummary,
  WireDashboard,
  WireDashboardList,
  WireDashboardSummary,
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

export async function fetchDashboards(
  host: Requests,
  signal?: AbortSignal,
): Promise<readonly DashboardSummary[]> {
  const reply = await send(host, { method: 'GET', path: ROOT }, signal);
  return parseWire(WireDashboardList, reply, 'dashboards').dashboards;
}

/** The browser sends the ETag of its last reply; an unchanged dashboard answers 304. */
export async function fetchDashboard(
  host: Requests,
  id: string,
  signal?: AbortSignal,
): Promise<Dashboard> {
  const reply = await send(host, { method: 'GET', path: path`/replica/dashboards/${id}` }, signal);
  return parseWire(WireDashboard, reply, 'dashboard');
}

export async function createDashboard(
  host: Requests,
  fields: { readonly name: string; readonly shared: boolean },
): Promise<DashboardSummary> {
  return parseWire(
    WireDashboardSummary,
    await send(host, { method: 'POST', path: ROOT, body: fields }),
    'dashboard',
  );
}

export async function copyDashboard(
  host: Requests,
  id: string,
  name: string,
): Promise<DashboardSummary> {
  const at = path`/replica/dashboards/${id}/copy`;
  return parseWire(
    WireDashboardSummary,
    await send(host, { method: 'POST', path: at, body: { name } }),
    'dashboard',
  );
}

/** Throws DashboardError 409 with the current dashboard when `version` is outdated (optimistic locking). */
export async function putDashboard(
  host: Requests,
  id: string,
  version: number,
  change: DashboardChange,
): Promise<Dashboard> {
  const body = { ...change, version };
  const at = path`/replica/dashboards/${id}`;
  return parseWire(WireDashboard, await send(host, { method: 'PUT', path: at, body }), 'dashboard');
}

export async function deleteDashboard(host: Requests, id: string): Promise<void> {
  await send(host, { method: 'DELETE', path: path`/replica/dashboards/${id}` });
}

export interface NewItem {
  readonly moduleKey: string;
  readonly title: string;
  readonly color?: string;
  readonly row?: number;
  readonly column?: number;
  readonly properties?: Readonly<Record<string, unknown>>;
}

export async function addItem(
  host: Requests,
  id: string,
  item: NewItem,
): Promise<{ readonly itemId: string; readonly dashboard: Dashboard }> {
  const at = path`/replica/dashboards/${id}/items`;
  const reply = await send(host, { method: 'POST', path: at, body: item });
  const { itemId } = parseWire(v.object({ itemId: v.string() }), reply, 'item');
  return { itemId, dashboard: parseWire(WireDashboard, reply, 'dashboard') };
}

const WireDeleted = v.object({
  moduleKey: v.string(),
  title: v.string(),
  color: v.string(),
  row: v.number(),
  column: v.number(),
  properties: v.record(v.string(), v.unknown()),
});

/** Returns the deleted item, so that it can be added again. */
export async function deleteItem(
  host: Requests,
  id: string,
  itemId: string,
): Promise<{ readonly deleted: NewItem; readonly dashboard: Dashboard }> {
  const at = path`/replica/dashboards/${id}/items/${itemId}`;
  const reply = await send(host, { method: 'DELETE', path: at });
  const { deleted } = parseWire(v.object({ deleted: WireDeleted }), reply, 'item');
  return { deleted, dashboard: parseWire(WireDashboard, reply, 'dashboard') };
}

/** Rejects with NetworkError without a reply, with DashboardError when the server refused. */
async function send(host: Requests, request: HttpRequest, signal?: AbortSignal): Promise<unknown> {
  const { status, body } = await host.request(request, signal);
  const value = parseJson(body);
  if (status >= 200 && status < 300) return value;
  const said = v.safeParse(v.object({ errorMessages: v.array(v.string()) }), value);
  const message = said.success ? said.output.errorMessages.join(' ') : '';
  const now = v.safeParse(v.object({ current: WireDashboard }), value);
  throw new DashboardError(
    status,
    message || `The server answered with status ${status}.`,
    now.success ? now.output.current : null,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
