import { createJiraClient } from '@tallyboard/jira/client.ts';
import { renameGadget } from '@tallyboard/jira/endpoints/dashboard.ts';
import { listeners } from '../bridge/listeners.ts';
import type { Host, HostInfo } from '../host.ts';
import { createFramelessHost } from '../standalone/standalone-host.ts';
import type { ConnectBridge } from './bridge.ts';
import { createConnectRequest } from './connect-request.ts';
import { flagsOf } from './flags.ts';

/** The host of a frame whose bridge is ready and whose context is known. */
export function createConnectHost(bridge: ConnectBridge, info: HostInfo): Host {
  const request = createConnectRequest(bridge);
  const edits = listeners();
  const refreshes = listeners();
  listenToDashboard(bridge, edits.fire, refreshes.fire);
  let height = -1;
  return {
    // Connect's sandbox allows tabs, printing and downloads.
    ...createFramelessHost(info, request),
    showFlag: flagsOf(bridge),
    editJql: jqlDialogOf(bridge),
    setTitle: title => setTitle(bridge, info, request, title),
    onEdit: edits.listen,
    onRefresh: refreshes.listen,
    onColorMode() {
      // The bridge sets the theme on the page itself, now and on every change.
      bridge.theming?.initializeTheming();
      return () => {};
    },
    resize(next) {
      if (Math.ceil(next) === height) return;
      height = Math.ceil(next);
      bridge.resize('100%', `${height}px`);
    },
  };
}

/** The bridge keeps one listener per event: ours forwards to all of the app. */
function listenToDashboard(bridge: ConnectBridge, onEdit: () => void, onRefresh: () => void) {
  const item = bridge.jira?.DashboardItem;
  if (item?.onDashboardItemEdit) item.onDashboardItemEdit(onEdit);
  else bridge.register({ jira_dashboard_item_edit: onEdit });
  item?.onDashboardItemRefreshed?.(onRefresh);
}

/** The bridge shows a title until the next load; REST stores it with the dashboard. */
async function setTitle(
  bridge: ConnectBridge,
  { flavour, addonKey, dashboardId, dashboardItemId: itemId }: HostInfo,
  request: Host['request'],
  title: string,
): Promise<void> {
  if (dashboardId === null || itemId === null) return;
  const client = createJiraClient({ flavour, addonKey, request });
  await renameGadget(client, { dashboardId, itemId }, title);
  bridge.jira?.setDashboardItemTitle?.(title);
}

/** The bridge does not report a cancelled dialog: it counts as cancelled when the next one opens. */
function jqlDialogOf({ jira }: ConnectBridge): Host['editJql'] {
  if (!jira?.showJQLEditor) return null;
  const { showJQLEditor } = jira;
  jira.initJQLEditor?.();
  let leave = () => {};
  return jql => {
    leave();
    return new Promise(resolve => {
      leave = () => resolve(null);
      const settings = { jql, header: 'Which issues count', submitText: 'Use this query' };
      showJQLEditor(settings, chosen => {
        resolve(typeof chosen?.jql === 'string' ? chosen.jql : null);
      });
    });
  };
}
