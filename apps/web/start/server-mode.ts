/** The app inside Jira Data Center: the page that was asked for, and no router. */
import { createDataCenterHost } from '@tallyboard/hosts/data-center/data-center-host.ts';
import { routeOf } from '../router/routes.ts';
import type { OpenedMode } from './open-mode.ts';

export async function openServerMode(page: Location): Promise<OpenedMode> {
  const host = createDataCenterHost({ search: page.search, origin: page.origin });
  return { host, route: routeOf(page.pathname, host.info) };
}
