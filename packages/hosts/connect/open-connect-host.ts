import { recordOf } from '@tallyboard/core/unknown.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { fetchPermissions } from '@tallyboard/jira/endpoints/site.ts';
import { awaitBridge, HostRefusalError } from '../bridge/await-bridge.ts';
import type { Host, HostInfo, HostUser } from '../host.ts';
import { parseHostInfo } from '../info.ts';
import type { ConnectBridge } from './bridge.ts';
import { createConnectHost, createConnectRequest } from './connect-host.ts';

const BRIDGE_SCRIPT = 'https://connect-cdn.atl-paas.net/all.js';
const MISSING =
  'Tallyboard was opened for Jira Cloud, but no Jira answers around it. Open it from a project or a dashboard in Jira. If you did, an extension of your browser may keep out the script of connect-cdn.atl-paas.net.';
const FOREIGN =
  'This Jira site has not installed Tallyboard from this server. Ask an administrator of Jira to install it again.';
/** For calls that the host may leave unanswered. */
const ANSWER_MS = 3000;

/**
 * The host of a frame in Jira Cloud. Rejects with a HostRefusalError for a site that our server does not know. `onLate`
 * receives what to do when no Jira answers.
 */
export async function openConnectHost(
  search: string,
  onLate: (advice: string) => void = () => {},
  page: Document = document,
): Promise<Host> {
  loadBridge(page);
  const bridge = await awaitBridge(
    () => readBridge(page.defaultView),
    () => onLate(MISSING),
  );
  const named = parseHostInfo(search);
  const [place, user, editable, admin] = await Promise.all([
    askPlace(bridge),
    askUser(bridge),
    askEditable(bridge, named),
    askAdmin(bridge, named),
    confirmSite(bridge, named),
  ]);
  const info: HostInfo = {
    ...named,
    dashboardId: named.dashboardId ?? place.dashboardId,
    dashboardItemId: named.dashboardItemId ?? place.dashboardItemId,
    projectKey: named.projectKey ?? place.projectKey,
    standalone: false,
    user,
    editable,
    admin,
  };
  if (info.dashboardItemId === null) bridge.sizeToParent?.(true);
  return createConnectHost(bridge, info);
}

/** Loads the bridge without automatic resizing, links and margins. */
function loadBridge(page: Document): void {
  const script = page.createElement('script');
  script.src = BRIDGE_SCRIPT;
  script.id = 'ac-iframe-options';
  script.dataset.options = 'sizeToParent:false;resize:false;margin:false;base:false';
  page.head.append(script);
}

/** The script defines AP at once, but its methods after a handshake with the host. */
function readBridge(window: Window | null): ConnectBridge | null {
  const bridge: unknown = recordOf(window).AP;
  return 'request' in recordOf(bridge) ? (bridge as ConnectBridge) : null;
}

/** The host's answer; undefined without one in time. */
function ask<T>(question: ((callback: (answer: T) => void) => unknown) | undefined) {
  return new Promise<T | undefined>(resolve => {
    if (!question) return resolve(undefined);
    setTimeout(() => resolve(undefined), ANSWER_MS);
    try {
      const asked = question(resolve);
      if (asked instanceof Promise) asked.catch(() => resolve(undefined));
    } catch {
      resolve(undefined);
    }
  });
}

/** The context of the frame; the address lacks some places that its template has no name for. */
async function askPlace({ context }: ConnectBridge) {
  const said = recordOf(await ask<unknown>(context && (done => context.getContext(done))));
  const jira = recordOf(said.jira);
  return {
    dashboardId: textOf(recordOf(jira.dashboard).id),
    dashboardItemId: textOf(recordOf(jira.dashboardItem).id),
    projectKey: textOf(recordOf(jira.project).key),
  };
}

async function askUser({ user }: ConnectBridge): Promise<HostUser | null> {
  if (!user) return null;
  const [account, zone] = await Promise.all([
    ask<{ atlassianAccountId?: string }>(done => user.getCurrentUser(done)),
    ask<string>(done => user.getTimeZone(done)),
  ]);
  const id = account?.atlassianAccountId;
  return id ? { id, zone: zone || null } : null;
}

async function askEditable({ jira }: ConnectBridge, info: HostInfo): Promise<boolean> {
  const asks = jira?.isDashboardItemEditable;
  if (info.dashboardItemId === null || !asks) return true;
  return (await ask<boolean>(done => asks(done))) ?? true;
}

/** Anybody can open the address of the admin page: ask Jira whether the viewer administers it. */
async function askAdmin(bridge: ConnectBridge, info: HostInfo): Promise<boolean> {
  if (!info.admin) return false;
  const request = createConnectRequest(bridge);
  const client = createJiraClient({ flavour: 'cloud', addonKey: info.addonKey, request });
  return fetchPermissions(client, ['ADMINISTER']).then(
    granted => granted.length > 0,
    () => false,
  );
}

/** Our server verifies the frame's token: unlike the address, it cannot be copied into a frame of another site. */
async function confirmSite({ context }: ConnectBridge, { addonKey }: HostInfo): Promise<void> {
  const token = await ask<string>(context && (done => context.getToken(done)));
  if (!token) return;
  const reply = await fetch(`/connect/context?app=${encodeURIComponent(addonKey)}`, {
    headers: { authorization: `JWT ${token}` },
  }).catch(() => null);
  if (reply?.status === 401) throw new HostRefusalError(FOREIGN);
}

const textOf = (value: unknown): string | null =>
  value === undefined || value === null || value === '' ? null : String(value);
