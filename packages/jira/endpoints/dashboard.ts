import type { JiraClient } from '../client.ts';
import { HttpError } from '../errors.ts';
import { path } from '../transport.ts';
import { WireProperty } from '../wire/dashboard.ts';
import { parseWire } from '../wire/parse.ts';
import { fromBase64Json, toBase64Json } from './base64.ts';

/** A gadget on a dashboard. */
export interface DashboardItem {
  readonly dashboardId: string;
  readonly itemId: string;
}

function propertyPath({ dashboardId, itemId }: DashboardItem, key: string): string {
  return path`/rest/api/2/dashboard/${dashboardId}/items/${itemId}/properties/${key}`;
}

/** What a gadget keeps under a key; undefined when it has kept nothing yet. Data Center keeps it as base64 text. */
export async function fetchItemProperty(
  client: JiraClient,
  item: DashboardItem,
  key: string,
  signal?: AbortSignal,
): Promise<unknown> {
  try {
    const request = { method: 'GET', path: propertyPath(item, key) } as const;
    const { value } = parseWire(WireProperty, await client.send(request, { signal }), 'property');
    return client.flavour === 'data-center' ? fromBase64Json(value) : value;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return undefined;
    throw error;
  }
}

/** Keeps a JSON value of at most 32,768 characters under a key of a gadget. */
export async function putItemProperty(
  client: JiraClient,
  item: DashboardItem,
  key: string,
  value: unknown,
  signal?: AbortSignal,
): Promise<void> {
  const body = client.flavour === 'data-center' ? toBase64Json(value) : value;
  await client.send({ method: 'PUT', path: propertyPath(item, key), body }, { signal });
}

/** Keeps a gadget's own title under the key 'title' of the item. */
export async function putItemTitle(
  client: JiraClient,
  item: DashboardItem,
  title: string,
  signal?: AbortSignal,
): Promise<void> {
  await client.send({ method: 'PUT', path: propertyPath(item, 'title'), body: title }, { signal });
}

/** Cloud: changes the title that the dashboard shows above a gadget. */
export async function renameGadget(
  client: JiraClient,
  item: DashboardItem,
  title: string,
  signal?: AbortSignal,
): Promise<void> {
  await client.send(
    {
      method: 'PUT',
      path: path`/rest/api/3/dashboard/${item.dashboardId}/gadget/${item.itemId}`,
      body: { title },
    },
    { signal },
  );
}
