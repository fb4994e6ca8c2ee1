import type { Host } from '@tallyboard/hosts/host.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { createFetchRequest } from '@tallyboard/hosts/standalone/fetch-request.ts';
import { createStandaloneHost } from '@tallyboard/hosts/standalone/standalone-host.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import type { OwnServer } from './server-note.ts';
import { isFramedByOther } from './start-mode.ts';

/** The host that the address names: our dashboard around a gadget, the demo, Jira Cloud, else the server that served the page. */
export async function openHost(search: string): Promise<Host> {
  const named = parseHostInfo(search);
  const own = await ownServer();
  const framed = named.dashboardItemId !== null && (await openOnDashboard(search, own));
  if (framed) return framed;
  if (named.demo) {
    const { createDemoHost } = await import('@tallyboard/hosts/demo/demo-host.ts');
    return createDemoHost({ ...own, search });
  }
  const query = new URLSearchParams(search);
  // Jira Cloud says with every frame where it is; a page with that and nobody around it is somebody's copied link.
  if (query.has('xdm_e')) {
    const { openConnectHost } = await import('@tallyboard/hosts/connect/open-connect-host.ts');
    return openConnectHost(search);
  }
  // Our own server asks for no licence; a host that names one in the address does.
  const licence = query.has('lic') ? { licensed: named.licensed } : {};
  const flavour = own.known.flavour ?? (await askFlavour());
  return createStandaloneHost({ ...own, search, known: { ...own.known, flavour, ...licence } });
}

/** What the server says of itself in its page. Few have a door or a Jira behind; others spare their readers the code. */
async function ownServer(): Promise<OwnServer> {
  const note = document.querySelector('meta[name="tallyboard-server"]');
  const own: OwnServer = note ? (await import('./server-note.ts')).readOwnServer() : { known: {} };
  const replica = document.querySelector<HTMLMetaElement>('meta[name="tallyboard-replica"]');
  if (!replica) return own;
  const { flavour, mirrored } = JSON.parse(replica.content) as ReplicaNote;
  return { ...own, mirrored, known: { flavour, ...own.known } };
}

/** What the built-in Jira says of itself, so that no page has to ask. */
interface ReplicaNote {
  readonly flavour: Flavour;
  /** Its issues are a copy of another Jira's. */
  readonly mirrored: boolean;
}

/** A frame of our own dashboard page. A page of another origin is none, and cannot be asked. */
async function openOnDashboard(search: string, own: OwnServer): Promise<Host | null> {
  if (window.parent === window || isFramedByOther(window)) return null;
  const { openFramedHost, postEscape } = await import('@tallyboard/hosts/framed/framed-host.ts');
  const host = await openFramedHost({ ...own, frame: window, search });
  // What is open in the gadget takes the key first.
  if (host) {
    window.addEventListener('keydown', event => {
      if (event.key === 'Escape' && !event.defaultPrevented) postEscape(window);
    });
  }
  return host;
}

/** Our own server answers like either kind of Jira, and only it knows which. Unreachable, it is taken for Cloud. */
async function askFlavour(): Promise<Flavour> {
  try {
    const reply = await createFetchRequest()({ method: 'GET', path: '/rest/api/2/serverInfo' });
    const info: unknown = JSON.parse(reply.body);
    const kind =
      typeof info === 'object' && info !== null ? Reflect.get(info, 'deploymentType') : null;
    return kind === 'Server' ? 'data-center' : 'cloud';
  } catch {
    return 'cloud';
  }
}
