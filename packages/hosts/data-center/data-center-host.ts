import type { Host, HostInfo } from '../host.ts';
import { parseHostInfo } from '../info.ts';
import { createFetchRequest } from '../standalone/fetch-request.ts';
import { createFramelessHost } from '../standalone/standalone-host.ts';

export interface DataCenterSettings {
  /** The query of the page's address, with `server` and `xdm_e`. */
  readonly search: string;
  /** Where the page itself is: requests stay on its origin, whose cookie signs them. */
  readonly origin: string;
  readonly fetch?: typeof fetch;
  readonly known?: Partial<HostInfo>;
}

/** Inside Jira Data Center: its session, its API below its context path, its pages. */
export function createDataCenterHost(settings: DataCenterSettings): Host {
  const { search, origin, fetch, known } = settings;
  const info = parseHostInfo(search, { flavour: 'data-center', ...known });
  const baseUrl = info.baseUrl || origin;
  const request = createFetchRequest({
    baseUrl: contextPathOf(baseUrl),
    ...(fetch && { fetch }),
  });
  return createFramelessHost({ ...info, baseUrl }, request);
}

/** The part of the base address that Jira is mounted at: '/jira', or ''. */
function contextPathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, '');
}
