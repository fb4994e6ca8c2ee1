import { createJiraClient } from '@tallyboard/jira/client.ts';
import { putItemTitle } from '@tallyboard/jira/endpoints/dashboard.ts';
import { fetchDataAge } from '../data-age.ts';
import type { Host, HostInfo } from '../host.ts';
import { parseHostInfo } from '../info.ts';
import { createFetchRequest, type FetchSettings } from './fetch-request.ts';

export interface StandaloneSettings extends FetchSettings {
  /** The query of the page's address, e.g. location.search. */
  readonly search?: string;
  readonly known?: Partial<HostInfo>;
  /** The server holds a copy of a Jira and can say how old it is. */
  readonly mirrored?: boolean;
  /** How an address opens in a new tab; the browser's own way by default. */
  readonly open?: (url: string) => void;
}

/** Our own server, or any Jira by its address. Nobody frames it: no sizes to ask for, and no licence to check. */
export function createStandaloneHost(settings: StandaloneSettings = {}): Host {
  const request = createFetchRequest(settings);
  const info = parseHostInfo(settings.search ?? '', {
    standalone: true,
    licensed: true,
    baseUrl: (settings.baseUrl ?? '').replace(/\/+$/, ''),
    ...settings.known,
  });
  const frameless = createFramelessHost(info, request, settings.open);
  return { ...frameless, ...(settings.mirrored && { dataAge: () => fetchDataAge(request) }) };
}

/** A host without a frame around the app: titles go to the dashboard item, edits come from the app's own buttons. */
export function createFramelessHost(
  info: HostInfo,
  request: Host['request'],
  open: (url: string) => void = url => {
    globalThis.open(url, '_blank', 'noopener');
  },
): Host {
  // Nobody outside the app asks for anything here.
  const never = () => () => {};
  return {
    info,
    can: { print: true, download: true, newTabs: true },
    gadgetSettings: null,
    showFlag: null,
    editJql: null,
    request,
    open,
    setTitle: title => storeTitle(info, request, title),
    onEdit: never,
    onRefresh: never,
    onSettingsChange: never,
    onColorMode: never,
    closeEdit() {},
    resize() {},
  };
}

/** Keeps a title with its dashboard item; there is nothing to keep it with elsewhere. Rejects as the client does. */
async function storeTitle(
  { flavour, addonKey, dashboardId, dashboardItemId: itemId }: HostInfo,
  request: Host['request'],
  title: string,
): Promise<void> {
  if (dashboardId === null || itemId === null) return;
  const client = createJiraClient({ flavour, addonKey, request });
  await putItemTitle(client, { dashboardId, itemId }, title);
}
