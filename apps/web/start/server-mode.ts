/** The app inside Jira Data Center: the page that was asked for, and no router. */
import { openDataCenterHost } from '@tallyboard/hosts/data-center/open-data-center-host.ts';
import { routeOf } from '../router/routes.ts';
import type { OpenedMode } from './opened-mode.ts';

export async function openServerMode(page: Location): Promise<OpenedMode> {
  const host = await openDataCenterHost({ search: page.search, page, frame: window });
  // A plugin has one file for all of them: what is in it the query says.
  const named = routeOf(page.pathname, host.info);
  const route = named.screen === 'unknown' ? routeOf('/reports', host.info) : named;
  return { host, route };
}
