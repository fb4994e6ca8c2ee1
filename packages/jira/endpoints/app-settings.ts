import type { JiraClient } from '../client.ts';
import { HttpError } from '../errors.ts';
import type { HttpRequest } from '../http.ts';
import { path } from '../transport.ts';
import { WireProperty } from '../wire/dashboard.ts';
import { parseWire } from '../wire/parse.ts';

/** Settings that all users of the app share. */
export type AppSettingKey =
  | 'global-settings'
  | 'enabled-fields'
  | 'ted'
  /** What was stored before and could not be read. */
  | 'global-settings-backup'
  | 'enabled-fields-backup';

function address(client: JiraClient, key: AppSettingKey): Pick<HttpRequest, 'path' | 'query'> {
  return client.flavour === 'cloud'
    ? { path: path`/rest/atlassian-connect/1/addons/${client.addonKey}/properties/${key}` }
    : { path: path`/plugins/servlet/${client.addonKey}/settings`, query: { key } };
}

/** A shared setting; undefined when it was never saved. */
export async function fetchAppSetting(
  client: JiraClient,
  key: AppSettingKey,
  signal?: AbortSignal,
): Promise<unknown> {
  try {
    const reply = await client.send({ method: 'GET', ...address(client, key) }, { signal });
    return reply === null ? undefined : parseWire(WireProperty, reply, 'setting').value;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return undefined;
    throw error;
  }
}

/** Saves a shared setting for everybody. */
export async function putAppSetting(
  client: JiraClient,
  key: AppSettingKey,
  value: unknown,
  signal?: AbortSignal,
): Promise<void> {
  await client.send({ method: 'PUT', ...address(client, key), body: value }, { signal });
}
