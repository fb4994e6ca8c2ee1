/** The app as served by Jira Cloud (Forge): the screen of the opened module, without a router. */
import { awaitBridge } from '@tallyboard/hosts/bridge/await-bridge.ts';
import { openForgeHost } from '@tallyboard/hosts/forge/open-forge-host.ts';
import { routeOf } from '../router/routes.ts';

const MISSING =
  'This page is a part of Jira and does not work by itself. Open Tallyboard from a project or a dashboard in Jira.';

export async function openDeveloperHosted() {
  // @forge/bridge throws when it loads before the bridge exists.
  await awaitBridge(() => Reflect.get(window, '__bridge'), { missing: MISSING });
  const host = await openForgeHost();
  return { host, route: routeOf('/reports', host.info) };
}
