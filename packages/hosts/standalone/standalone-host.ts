import { path } from '@tallyboard/jira/transport.ts';
import type { Host, HostInfo } from '../host.ts';
import { parseHostInfo } from '../info.ts';
import { createFetchRequest, type FetchSettings } from './fetch-request.ts';

export interface StandaloneSettings extends FetchSettings {
  /** The query of the page's address, e.g. location.search. */
  readonly search?: string;
  readonly known?: Partial<HostInfo>;
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
  return createFramelessHost(info, request, settings.open);
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
    request,
    open,
    async setTitle(title) {
      if (info.dashboardId === null || info.dashboardItemId === null) return;
      await request({
        method: 'PUT',
        path: path`/rest/api/2/dashboard/${info.dashboardId}/items/${info.dashboardItemId}/properties/title`,
        body: title,
      });
    },
    onEdit: never,
    onRefresh: never,
    onSettingsChange: never,
    closeEdit() {},
    resize() {},
  };
}
