import type { JiraClient } from '../client.ts';
import { WireConfiguration } from '../wire/configuration.ts';
import { type WireField, WireFields } from '../wire/field.ts';
import { parseWire } from '../wire/parse.ts';
import { type WireStatus, WireStatuses } from '../wire/status.ts';
import { WireUser } from '../wire/user.ts';

/** All fields of the site. */
export async function fetchFields(
  client: JiraClient,
  signal?: AbortSignal,
): Promise<readonly WireField[]> {
  const reply = await client.send({ method: 'GET', path: '/rest/api/2/field' }, { signal });
  return parseWire(WireFields, reply, 'field');
}

/** The statuses of active workflows that the viewer may see. */
export async function fetchStatuses(
  client: JiraClient,
  signal?: AbortSignal,
): Promise<readonly WireStatus[]> {
  const reply = await client.send({ method: 'GET', path: '/rest/api/2/status' }, { signal });
  return parseWire(WireStatuses, reply, 'status');
}

/** The site's settings: the lengths of its working day and week among them. */
export async function fetchConfiguration(
  client: JiraClient,
  signal?: AbortSignal,
): Promise<WireConfiguration> {
  const reply = await client.send({ method: 'GET', path: '/rest/api/2/configuration' }, { signal });
  return parseWire(WireConfiguration, reply, 'configuration');
}

/** The signed-in user. */
export async function fetchMyself(client: JiraClient, signal?: AbortSignal): Promise<WireUser> {
  const reply = await client.send({ method: 'GET', path: '/rest/api/2/myself' }, { signal });
  return parseWire(WireUser, reply, 'myself');
}
