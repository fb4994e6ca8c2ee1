import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { openFramedHost } from '../framed/framed-host.ts';
import type { Host, HostInfo } from '../host.ts';
import { parseHostInfo } from '../info.ts';
import { createFetchRequest } from '../standalone/fetch-request.ts';
import { createFramelessHost } from '../standalone/standalone-host.ts';

export interface DataCenterSettings {
  readonly search: string;
  /** Where the page is. Requests stay on its origin, whose cookie signs them. */
  readonly page: Pick<Location, 'origin' | 'pathname'>;
  readonly fetch?: typeof fetch;
  readonly known?: Partial<HostInfo>;
}

/** A page of the plugin in Jira Data Center, with Jira's session and context path. */
export function createDataCenterHost(settings: DataCenterSettings): Host {
  const info = dataCenterInfo(settings);
  const frameless = createFramelessHost(info, createDataCenterRequest(settings, info));
  return { ...frameless, savedReports: 'user' };
}

function dataCenterInfo({ search, page, known }: DataCenterSettings): HostInfo {
  const named = parseHostInfo(search, { flavour: 'data-center', ...known });
  return { ...named, baseUrl: named.baseUrl || page.origin + contextPathIn(page.pathname) };
}

function createDataCenterRequest(
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

/**
 * The host of a page in Jira Data Center. A gadget's page is framed by its dashboard item, which answers the bridge; other
 * pages, and a gadget without an answer, use Jira's API directly.
 */
export async function openDataCenterHost(
  settings: DataCenterSettings &
    Pick<Parameters<typeof openFramedHost>[0], 'frame' | 'timeoutMs' | 'onLate'>,
): Promise<Host> {
  const { frame, search, timeoutMs, onLate } = settings;
  const info = dataCenterInfo(settings);
  const { baseUrl, licensed, dashboardItemId } = info;
  const isFramed = frame.parent !== (frame as unknown);
  const framed =
    dashboardItemId !== null && isFramed
      ? await openFramedHost({
          frame,
          search,
          known: { baseUrl, licensed },
          onLate,
          ...(timeoutMs !== undefined && { timeoutMs }),
          request: createDataCenterRequest(settings, info),
        })
      : null;
  return framed ?? createDataCenterHost(settings);
}

const SERVLET = /^\/plugins\/servlet\/[^/]+\/settings$/;

/**
 * Shared settings come from a servlet. Without one they are read from files of the plugin, and are read-only.
 */
function withPackedSettings(
  request: RequestFunction,
  { pathname }: Pick<Location, 'pathname'>,
  ask: typeof fetch = (input, init) => fetch(input, init),
): RequestFunction {
  // Only pages of a plugin have files beside them.
  if (!pathname.includes('/download/resources/')) return request;
  const folder = pathname.replace(/[^/]*$/, 'settings');
  return async (asked, signal) => {
    const reply = await request(asked, signal);
    const key = asked.query?.key;
    const isMissing = reply.status === 404 && asked.method === 'GET' && SERVLET.test(asked.path);
    if (!isMissing || typeof key !== 'string') return reply;
    const file = await ask(`${folder}/${encodeURIComponent(key)}.json`, { signal: signal ?? null });
    if (!file.ok) return reply;
    return {
      status: 200,
      headers: {},
      body: `{"key":${JSON.stringify(key)},"value":${await file.text()}}`,
    };
  };
}
