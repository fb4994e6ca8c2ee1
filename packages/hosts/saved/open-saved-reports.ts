import { createJiraClient } from '@tallyboard/jira/client.ts';
import type { Host } from '../host.ts';
import { appPins } from './pins.ts';
import type { SavedReports } from './saved-report.ts';
import { serverReports } from './server-reports.ts';
import { sharedReports } from './shared-reports.ts';
import { withUserPins } from './user-pins.ts';
import { reportsProperty } from './user-property.ts';
import { userReports } from './user-reports.ts';

/** The saved reports of a host; null where it has no place for them. */
export function openSavedReports({
  savedReports,
  info: { flavour, addonKey },
  request,
}: Pick<Host, 'savedReports' | 'info' | 'request'>): SavedReports | null {
  if (savedReports === null) return null;
  const client = createJiraClient({ flavour, addonKey, request });
  if (savedReports === 'server') return serverReports(client);
  const property = reportsProperty(client);
  if (savedReports === 'user') return withUserPins(userReports(property), client);
  return withUserPins(sharedReports(client, property), client, appPins(client));
}
