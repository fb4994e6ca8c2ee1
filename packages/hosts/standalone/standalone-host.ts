import { fetchDataAge } from '../data-age.ts';
import type { Host, HostInfo } from '../host.ts';
import { parseHostInfo } from '../info.ts';
import { createFetchRequest, type FetchSettings } from './fetch-request.ts';

export interface StandaloneSettings extends FetchSettings {
  readonly search?: string;
  readonly known?: Partial<HostInfo>;
  /** The server has a mirror and reports its age. */
  readonly mirrored?: boolean;
  /** The server lets this reader change no issue. */
  readonly readOnly?: boolean;
  /** The server sends the issues of large queries as columns. */
  readonly columns?: boolean;
  /** Opens a new tab; window.open by default. */
  readonly open?: (url: string) => void;
}

/** Our own server, or any Jira by its address; not framed, and without a licence check. */
export function createStandaloneHost(settings: StandaloneSettings = {}): Host {
  const request = createFetchRequest(settings);
  const info = parseHostInfo(settings.search ?? '', {
    standalone: true,
    licensed: true,
    baseUrl: (settings.baseUrl ?? '').replace(/\/+$/, ''),
    columns: settings.columns ?? false,
    ...settings.known,
  });
  const frameless = createFramelessHost(info, request, settings);
  return {
    ...frameless,
    savedReports: 'server',
    ...(settings.mirrored && { dataAge: () => fetchDataAge(request) }),
  };
}

/** A host without a frame: titles are stored with the dashboard item. */
export function createFramelessHost(
  info: HostInfo,
  request: Host['request'],
  {
    readOnly = false,
    open = url => {
      globalThis.open(url, '_blank', 'noopener');
    },
  }: Pick<StandaloneSettings, 'readOnly' | 'open'> = {},
): Host {
  // No frame around the app sends events.
  const never = () => () => {};
  return {
    info,
    can: { print: true, download: true, newTabs: true, write: !readOnly, deletes: !readOnly },
    gadgetSettings: null,
    showFlag: null,
    editJql: null,
    savedReports: null,
    request,
    open,
    setTitle: async title => (await import('./store-title.ts')).storeTitle(info, request, title),
    onEdit: never,
    onRefresh: never,
    onSettingsChange: never,
    onColorMode: never,
    closeEdit() {},
    resize() {},
  };
}
