import { recordOf } from '@tallyboard/core/unknown.ts';
import { writeUrl } from '@tallyboard/jira/address.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { renameGadget } from '@tallyboard/jira/endpoints/dashboard.ts';
import type { HttpReply, RequestFunction } from '@tallyboard/jira/http.ts';
import { listeners } from '../bridge/listeners.ts';
import { requestThrough } from '../bridge/request-through.ts';
import type { Host, HostInfo } from '../host.ts';
import { createFramelessHost } from '../standalone/standalone-host.ts';
import type { BridgeReply, ConnectBridge } from './bridge.ts';

/** The host of a frame whose bridge is ready and whose context is known. */
export function createConnectHost(bridge: ConnectBridge, info: HostInfo): Host {
  const request = createConnectRequest(bridge);
  const edits = listeners();
  const refreshes = listeners();
  listenToDashboard(bridge, edits.fire, refreshes.fire);
  let height = -1;
  const frameless = createFramelessHost(info, request);
  return {
    // Connect's sandbox allows tabs, printing and downloads; the app has no scope to delete.
    ...frameless,
    can: { ...frameless.can, deletes: false },
    showFlag: flagsOf(bridge),
    editJql: jqlDialogOf(bridge),
    savedReports: 'user',
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

/** The reply headers that the bridge passes on. */
const SHOWN_HEADERS = ['content-type', 'etag', 'retry-after'];

/**
 * Requests through the bridge as the viewer. The bridge resolves for success only, gives bodies as text, and
 * refuses all headers but Accept, If-Match and If-None-Match. The host adds the XSRF header.
 */
export function createConnectRequest(bridge: ConnectBridge): RequestFunction {
  return requestThrough(request =>
    bridge
      .request({
        url: writeUrl(request),
        type: request.method,
        headers: { Accept: 'application/json' },
        experimental: true,
        ...(request.body !== undefined && {
          data: JSON.stringify(request.body),
          contentType: 'application/json',
        }),
      })
      .then(({ body, xhr }) => replyOf(xhr, body ?? xhr?.responseText ?? '', 200), failedReply),
  );
}

/** An error status is a reply too; null where none came. */
function failedReply(failure: unknown): HttpReply | null {
  const xhr = recordOf(recordOf(failure).xhr) as BridgeReply;
  return xhr.status ? replyOf(xhr, xhr.responseText ?? '', xhr.status) : null;
}

function replyOf(xhr: BridgeReply | undefined, body: string, otherwise: number): HttpReply {
  const headers: Record<string, string> = {};
  for (const name of SHOWN_HEADERS) {
    const value = xhr?.getResponseHeader?.(name);
    if (typeof value === 'string') headers[name] = value;
  }
  return { status: xhr?.status || otherwise, headers, body };
}

let lastAction = 0;

/** Flags of the host; null where the bridge has none. */
function flagsOf({ flag: flags, events }: ConnectBridge): Host['showFlag'] {
  if (!flags) return null;
  // Unique keys identify the button in the host's click event.
  const actions = new Map<string, () => void>();
  events?.on('flag.action', data => {
    actions.get(String(recordOf(data).actionIdentifier))?.();
  });
  return ({ kind, title, text = '', action }) => {
    const name = `tallyboard-${++lastAction}`;
    const shown = flags.create({
      title,
      body: text,
      type: kind === 'information' ? 'info' : kind,
      close: kind === 'error' || kind === 'warning' ? 'manual' : 'auto',
      ...(action && { actions: { [name]: action.label } }),
    });
    let open = true;
    const close = () => {
      if (open) shown.close();
      open = false;
      actions.delete(name);
    };
    if (action) {
      actions.set(name, () => {
        close();
        action.onSelect();
      });
    }
    return close;
  };
}
