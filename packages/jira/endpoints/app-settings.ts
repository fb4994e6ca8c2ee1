import { path } from '../address.ts';
import type { JiraClient } from '../client.ts';
import type { HttpRequest } from '../http.ts';
import { fetchProperty } from './property.ts';

/** Settings that all users of the app share. */
export type AppSettingKey =
  | 'global-settings'
  | 'enabled-fields'
  | 'ted'
  /** Earlier values that could not be read. */
  | 'global-settings-backup'
  | 'enabled-fields-backup';

function address(client: JiraClient, key: AppSettingKey): Pick<HttpRequest, 'path' | 'query'> {
  return client.flavour === 'cloud'
    ? { path: path`/rest/atlassian-connect/1/addons/${client.addonKey}/properties/${key}` }
    : { path: path`/plugins/servlet/${client.addonKey}/settings`, query: { key } };
}

/** A shared setting; undefined when it was never saved. */
export function fetchAppSetting(client: JiraClient, key: AppSettingKey, signal?: AbortSignal) {
  return fetchProperty(client, address(client, key), signal);
}

/** Saves a shared setting. */
export async function putAppSetting(
  client: JiraClient,
  key: AppSettingKey,
  value: unknown,
  signal?: AbortSignal,
): Promise<void> {
  await client.send({ method: 'PUT', ...address(client, key), body: value }, { signal });
}
