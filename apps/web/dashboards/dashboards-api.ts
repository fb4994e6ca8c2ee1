/** Calls to the server's dashboards. */
import type { Host } from '@tallyboard/hosts/host.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import { path } from '@tallyboard/jira/transport.ts';
import { parseWire } from '@tallyboard/jira/wire/parse.ts';
import * as v from 'valibot';
import { parseJson } from '../browser-storage.ts';
import {
  type Dashboard,
  type DashboardChange,
  type DashboardSummary,
  type Share,
  WireDashboard,
  WireDashboardList,
  WireDashboardSummary,
  WireShareTargets,
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
  return (await send(host, WireDashboardList, { method: 'GET', path: ROOT }, signal)).dashboards;
}

/** The browser sends the ETag of its last reply; an unchanged dashboard answers 304. */
export const fetchDashboard = (
  host: Requests,
  id: string,
  signal?: AbortSignal,
): Promise<Dashboard> =>
  send(host, WireDashboard, { method: 'GET', path: path`/replica/dashboards/${id}` }, signal);

export const createDashboard = (
  host: Requests,
  body: { readonly name: string; readonly shared: boolean },
): Promise<DashboardSummary> =>
  send(host, WireDashboardSummary, { method: 'POST', path: ROOT, body });

export const copyDashboard = (
  host: Requests,
  id: string,
  name: string,
): Promise<DashboardSummary> =>
  send(host, WireDashboardSummary, {
    method: 'POST',
    path: path`/replica/dashboards/${id}/copy`,
    body: { name },
  });

/** Throws DashboardError 409 with the current dashboard when `version` is outdated (optimistic locking). */
export const putDashboard = (
  host: Requests,
  id: string,
  version: number,
  change: DashboardChange,
): Promise<Dashboard> =>
  send(host, WireDashboard, {
    method: 'PUT',
    path: path`/replica/dashboards/${id}`,
    body: { ...change, version },
  });

export const deleteDashboard = (host: Requests, id: string): Promise<unknown> =>
  send(host, v.unknown(), { method: 'DELETE', path: path`/replica/dashboards/${id}` });

export const setFavourite = (host: Requests, id: string, on: boolean): Promise<unknown> =>
  send(host, v.unknown(), {
    method: on ? 'PUT' : 'DELETE',
    path: path`/replica/dashboards/${id}/favourite`,
  });

/** Whom a dashboard can be shared with, as shares that allow viewing. */
export async function fetchShareTargets(
  host: Requests,
  query: string,
  signal?: AbortSignal,
): Promise<readonly Share[]> {
  const request = { method: 'GET', path: '/replica/share-targets', query: { query } } as const;
  const { people, groups } = await send(host, WireShareTargets, request, signal);
  const everyone: Share = { kind: 'everyone', name: '', label: null, edit: false };
  return [
    ...('everyone'.startsWith(query.toLowerCase()) ? [everyone] : []),
    ...groups.map((name): Share => ({ kind: 'group', name, label: name, edit: false })),
    ...people.map(
      ({ account, name }): Share => ({ kind: 'account', name: account, label: name, edit: false }),
    ),
  ];
}

export interface NewItem {
  readonly moduleKey: string;
  readonly title: string;
  readonly color?: string;
  readonly row?: number;
  readonly column?: number;
  readonly properties?: Readonly<Record<string, unknown>>;
}

export const addItem = (host: Requests, id: string, body: NewItem): Promise<Dashboard> =>
  send(host, WireDashboard, { method: 'POST', path: path`/replica/dashboards/${id}/items`, body });

const WireDeletion = v.object({
  ...WireDashboard.entries,
  deleted: v.object({
    moduleKey: v.string(),
    title: v.string(),
    color: v.string(),
    row: v.number(),
    column: v.number(),
    properties: v.record(v.string(), v.unknown()),
  }),
});

/** Returns the dashboard, and the deleted item, so that it can be added again. */
export const deleteItem = (
  host: Requests,
  id: string,
  itemId: string,
): Promise<Dashboard & { readonly deleted: NewItem }> =>
  send(host, WireDeletion, {
    method: 'DELETE',
    path: path`/replica/dashboards/${id}/items/${itemId}`,
  });

/** Rejects with NetworkError without a reply, with DashboardError when the server refused. */
async function send<Schema extends v.GenericSchema>(
  host: Requests,
  schema: Schema,
  request: HttpRequest,
  signal?: AbortSignal,
): Promise<v.InferOutput<Schema>> {
  const { status, body } = await host.request(request, signal);
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
