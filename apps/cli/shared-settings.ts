import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchAppSetting } from '@tallyboard/jira/endpoints/app-settings.ts';
import {
  parseSiteSettings,
  type SiteSettings,
} from '@tallyboard/reports/catalogue/site-settings.ts';

/**
 * Returns what the site's administrators set for everybody, as the browser reads it. A Jira without the app has the
 * defaults, and so has one that does not let us read them.
 */
export async function fetchSharedSettings(client: JiraClient): Promise<SiteSettings> {
  const stored = await fetchAppSetting(client, 'global-settings').catch(() => undefined);
  return parseSiteSettings(stored);
}
