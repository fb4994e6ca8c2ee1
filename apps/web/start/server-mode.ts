/** The app inside Jira Data Center, without a router. */
import { openDataCenterHost } from '@tallyboard/hosts/data-center/open-data-center-host.ts';
import { routeOf } from '../router/routes.ts';

export async function openServerMode(page: Location) {
  const host = await openDataCenterHost({ search: page.search, page, frame: window });
  // The plugin has one HTML file; the query names the screen.
  const named = routeOf(page.pathname, host.info);
  const route = named.screen === 'unknown' ? routeOf('/reports', host.info) : named;
  return { host, route };
}
