/**
 * In which of the three ways the app starts. Developer-hosted: Jira Cloud serves our files from an address of its own and
 * speaks through its bridge. Server: inside Jira Data Center. Main: everything else, the only one with a router.
 */
export type StartMode = 'developer-hosted' | 'server' | 'main';

const DEVELOPER_HOSTING = '.cdn.prod.atlassian-dev.net';
/** Where the platform's tunnel serves an app that is being worked on. */
const TUNNEL = { hosts: ['localhost', '127.0.0.1'], port: '8000' };

export interface StartPlace {
  readonly hostname: string;
  readonly port: string;
  readonly search: string;
  /** In a frame of a page of another origin. */
  readonly framedByOther: boolean;
}

export function startModeOf({ hostname, port, search, framedByOther }: StartPlace): StartMode {
  // A server of our own may well be on that port; nothing frames it but its own dashboards.
  const tunnelled = framedByOther && TUNNEL.hosts.includes(hostname) && port === TUNNEL.port;
  if (hostname.endsWith(DEVELOPER_HOSTING) || tunnelled) return 'developer-hosted';
  return new URLSearchParams(search).has('server') ? 'server' : 'main';
}

/** Whether a page of another origin frames this one; its address cannot be read then. */
export function isFramedByOther(page: Pick<Window, 'parent' | 'location'>): boolean {
  if (page.parent === page) return false;
  try {
    return page.parent.location.origin !== page.location.origin;
  } catch {
    return true;
  }
}
