import * as v from 'valibot';
import type { JiraClient } from '../client.ts';
import { readOne } from '../read.ts';
import {
  WireConfiguration,
  WireField,
  WirePermissions,
  WireStatus,
  WireUser,
} from '../wire/site.ts';

/** All fields of the site. */
export function fetchFields(client: JiraClient, signal?: AbortSignal) {
  return readOne(client, v.array(WireField), '/rest/api/2/field', { signal });
}

/** The statuses of active workflows that the viewer may see. */
export function fetchStatuses(client: JiraClient, signal?: AbortSignal) {
  return readOne(client, v.array(WireStatus), '/rest/api/2/status', { signal });
}

/** The site's settings, such as the lengths of its working day and week. */
export function fetchConfiguration(client: JiraClient, signal?: AbortSignal) {
  return readOne(client, WireConfiguration, '/rest/api/2/configuration', { signal });
}

/** The signed-in user. */
export function fetchMyself(client: JiraClient, signal?: AbortSignal) {
  return readOne(client, WireUser, '/rest/api/2/myself', { signal });
}

/** Whether the viewer administers Jira. */
export async function fetchMayAdminister(
  client: JiraClient,
  signal?: AbortSignal,
): Promise<boolean> {
  const query = { permissions: 'ADMINISTER' };
  const address = '/rest/api/2/mypermissions';
  const { permissions } = await readOne(client, WirePermissions, address, { query, signal });
  return permissions.ADMINISTER?.havePermission === true;
}
