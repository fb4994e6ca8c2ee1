import { path } from '../address.ts';
import type { JiraClient } from '../client.ts';
import { fetchProperty } from './property.ts';

/** A gadget on a dashboard. */
export interface DashboardItem {
  readonly dashboardId: string;
  readonly itemId: string;
}

function propertyPath({ dashboardId, itemId }: DashboardItem, key: string): string {
  return path`/rest/api/2/dashboard/${dashboardId}/items/${itemId}/properties/${key}`;
}

/** A property of a gadget; undefined when it was never saved. Data Center stores base64 text. */
export async function fetchItemProperty(
  client: JiraClient,
  item: DashboardItem,
  key: string,
  signal?: AbortSignal,
): Promise<unknown> {
  const value = await fetchProperty(client, { path: propertyPath(item, key) }, signal);
  return client.flavour === 'data-center' ? fromBase64Json(value) : value;
}

/** Saves a property of a gadget: JSON of at most 32,768 characters. */
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

/** Saves a gadget's own title, under the key 'title'. */
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
  { dashboardId, itemId }: DashboardItem,
  title: string,
  signal?: AbortSignal,
): Promise<void> {
  const address = path`/rest/api/3/dashboard/${dashboardId}/gadget/${itemId}`;
  await client.send({ method: 'PUT', path: address, body: { title } }, { signal });
}

/** JSON in base64 of UTF-8. */
function toBase64Json(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
}

/** Decodes toBase64Json; other values are returned unchanged. */
function fromBase64Json(stored: unknown): unknown {
  if (typeof stored !== 'string') return stored;
  try {
    const bytes = Uint8Array.from(atob(stored), letter => letter.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return stored;
  }
}
