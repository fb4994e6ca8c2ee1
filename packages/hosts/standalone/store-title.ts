import { createJiraClient } from '@tallyboard/jira/client.ts';
import { putItemTitle } from '@tallyboard/jira/endpoints/dashboard.ts';
import type { Host, HostInfo } from '../host.ts';

/** Stores a title with its dashboard item, if there is one. Rejects as the client does. */
export async function storeTitle(
  { flavour, addonKey, dashboardId, dashboardItemId: itemId }: HostInfo,
  request: Host['request'],
  title: string,
): Promise<void> {
  if (dashboardId === null || itemId === null) return;
  const client = createJiraClient({ flavour, addonKey, request });
  await putItemTitle(client, { dashboardId, itemId }, title);
}
