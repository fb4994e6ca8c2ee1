import type { HostInfo } from './host.ts';

/** App keys of stored settings. */
export const ADDON_KEYS = {
  standard: 'com.tallyboard.reports',
  lite: 'com.tallyboard.reports-lite',
} as const;

/**
 * Parses the query of the page (section 2 of both product specs). `known` overrides it, as on our own server, which needs
 * no licence.
 */
export function parseHostInfo(search: string, known: Partial<HostInfo> = {}): HostInfo {
  const query = new URLSearchParams(search);
  const edition = isLite(query.get('edition')) ? 'lite' : 'standard';
  const demo = (query.get('xdm_c') ?? '').includes('app-demo');
  return {
    // Its presence marks the server edition, whatever its value.
    flavour: query.has('server') ? 'data-center' : 'cloud',
    baseUrl: safeBaseUrl(query.get('xdm_e')),
    edition,
    licensed: query.get('lic') === 'active',
    demo,
    admin: query.get('adminMode') === 'true',
    standalone: isSet(query.get('isStandalone')),
    wallboard: false,
    editable: true,
    projectKey: textOf(query, 'projectKey'),
    dashboardId: textOf(query, 'dashboard'),
    dashboardItemId: textOf(query, 'dashboardItem'),
    initialTab: textOf(query, 'fType'),
    gadget: textOf(query, 'gadget'),
    app: textOf(query, 'app'),
    cloudId: textOf(query, 'cloudId'),
    addonKey: ADDON_KEYS[known.edition ?? edition],
    user: null,
    columns: false,
    ...known,
  };
}

function textOf(query: URLSearchParams, name: string): string | null {
  return query.get(name)?.trim() || null;
}

function isLite(value: string | null): boolean {
  return value?.toLowerCase().includes('lite') ?? false;
}

function isSet(value: string | null): boolean {
  return value !== null && value !== 'false' && value !== '0';
}

/** http and https only, since links are built on it. */
function safeBaseUrl(value: string | null): string {
  if (value === null || !URL.canParse(value)) return '';
  const url = new URL(value);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return '';
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
