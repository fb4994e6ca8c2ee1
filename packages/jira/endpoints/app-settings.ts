import * as v from 'valibot';
import { path } from '../address.ts';
import type { JiraClient } from '../client.ts';
import { statusOf } from '../errors.ts';
import type { HttpRequest } from '../http.ts';
import { parseWire } from '../wire/parse.ts';
import { fetchProperty } from './property.ts';

/** Settings that all users of the app share. */
export const APP_SETTING_KEYS = [
  'global-settings',
  'enabled-fields',
  'ted',
  // Earlier values that could not be read.
  'global-settings-backup',
  'enabled-fields-backup',
] as const;
export type AppSettingKey = (typeof APP_SETTING_KEYS)[number];

const listPath = ({ addonKey }: JiraClient) =>
  path`/rest/atlassian-connect/1/addons/${addonKey}/properties`;

function address(client: JiraClient, key: AppSettingKey): Pick<HttpRequest, 'path' | 'query'> {
  return client.flavour === 'cloud'
    ? { path: `${listPath(client)}/${encodeURIComponent(key)}` }
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

const KeysSchema = v.object({ keys: v.array(v.object({ key: v.string() })) });

/** The keys under which something was saved: browsers log the 404 of any other. Data Center has no list. */
export async function fetchAppSettingKeys(
  client: JiraClient,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const address = listPath(client);
  try {
    const reply = await client.send({ method: 'GET', path: address }, { signal });
    return parseWire(KeysSchema, reply, 'properties').keys.map(({ key }) => key);
  } catch (error) {
    if (statusOf(error) === 404) return [];
    throw error;
  }
}
