import type { JiraClient } from '../client.ts';
import { parseWire } from '../wire/parse.ts';
import { WirePermissions } from '../wire/permissions.ts';

/** Whether the viewer administers Jira. */
export async function fetchMayAdminister(
  client: JiraClient,
  signal?: AbortSignal,
): Promise<boolean> {
  const reply = await client.send(
    {
      method: 'GET',
      path: '/rest/api/2/mypermissions',
      query: { permissions: 'ADMINISTER' },
    },
    { signal },
  );
  const { permissions } = parseWire(WirePermissions, reply, 'mypermissions');
  return permissions.ADMINISTER?.havePermission === true;
}
