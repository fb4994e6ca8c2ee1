/** 'developer-hosted': served by Jira Cloud (Forge). 'server': inside Jira Data Center. 'main': the only mode with a router. */
export type StartMode = 'developer-hosted' | 'server' | 'main';

const DEVELOPER_HOSTING = '.cdn.prod.atlassian-dev.net';
/** Origin of `forge tunnel`. */
const TUNNEL = { hosts: ['localhost', '127.0.0.1'], port: '8000' };

export interface StartPlace {
  readonly hostname: string;
  readonly port: string;
  readonly search: string;
  /** In a cross-origin frame. */
  readonly framedByOther: boolean;
}

export function startModeOf({ hostname, port, search, framedByOther }: StartPlace): StartMode {
  // Our own server can use that port too, but only its own dashboards frame it.
  const tunnelled = framedByOther && TUNNEL.hosts.includes(hostname) && port === TUNNEL.port;
  if (hostname.endsWith(DEVELOPER_HOSTING) || tunnelled) return 'developer-hosted';
  return new URLSearchParams(search).has('server') ? 'server' : 'main';
}

/** Whether a cross-origin page frames this one. */
export function isFramedByOther(page: Pick<Window, 'parent' | 'location'>): boolean {
  if (page.parent === page) return false;
  try {
    return page.parent.location.origin !== page.location.origin;
  } catch {
    return true;
  }
}
