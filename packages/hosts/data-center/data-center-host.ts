import type { Host, HostInfo } from '../host.ts';
import { parseHostInfo } from '../info.ts';
import { createFetchRequest } from '../standalone/fetch-request.ts';
import { createFramelessHost } from '../standalone/standalone-host.ts';
import { withPackedSettings } from './packed-settings.ts';

export interface DataCenterSettings {
  /** The query of the page's address. */
  readonly search: string;
  /** Where the page is. Requests stay on its origin, whose cookie signs them. */
  readonly page: Pick<Location, 'origin' | 'pathname'>;
  readonly fetch?: typeof fetch;
  readonly known?: Partial<HostInfo>;
}

/** A page of the plugin in Jira Data Center, with Jira's session and context path. */
export function createDataCenterHost(settings: DataCenterSettings): Host {
  const info = dataCenterInfo(settings);
  return createFramelessHost(info, createDataCenterRequest(settings, info));
}

export function dataCenterInfo({ search, page, known }: DataCenterSettings): HostInfo {
  const named = parseHostInfo(search, { flavour: 'data-center', ...known });
  return { ...named, baseUrl: named.baseUrl || page.origin + contextPathIn(page.pathname) };
}

export function createDataCenterRequest(
  { fetch: ask, page }: DataCenterSettings,
  { baseUrl }: Pick<HostInfo, 'baseUrl'>,
): Host['request'] {
  // Only the path of the base URL: Jira may be reached by another host name than its own.
  const contextPath = new URL(baseUrl).pathname.replace(/\/+$/, '');
  const request = createFetchRequest({ baseUrl: contextPath, ...(ask && { fetch: ask }) });
  return withPackedSettings(request, page, ask);
}

/** What follows the context path in addresses of plugin files and servlets. */
const BELOW_CONTEXT = /^(.*?)(\/s\/.*?\/_)?\/(download\/resources|plugins\/servlet)\//;

/** The context path of the page: '/jira', or ''. */
export const contextPathIn = (pathname: string): string => BELOW_CONTEXT.exec(pathname)?.[1] ?? '';
