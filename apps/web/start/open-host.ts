import { recordOf } from '@tallyboard/core/unknown.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { createFetchRequest } from '@tallyboard/hosts/standalone/fetch-request.ts';
import { createStandaloneHost } from '@tallyboard/hosts/standalone/standalone-host.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { routeOf } from '../router/routes.ts';
import { type OwnServer, readOwnServer } from './server-note.ts';

const SERVER = 'The server of Tallyboard';

/** The host of a URL: the demo, Connect, else the server of the page. */
export async function openHost(search: string, onLate: (advice: string) => void): Promise<Host> {
  const named = parseHostInfo(search);
  const own = ownServer();
  if (named.demo) {
    const { createDemoHost } = await import('@tallyboard/hosts/demo/demo-host.ts');
    const route = routeOf(location.pathname, named);
    const gadget = route.screen === 'gadget' ? route.gadget.name : null;
    return createDemoHost({ ...own, search, gadget });
  }
  const query = new URLSearchParams(search);
  if (query.has('xdm_e')) {
    const { openConnectHost } = await import('@tallyboard/hosts/connect/open-connect-host.ts');
    return openConnectHost(search, onLate);
  }
  // Only Jira passes a license in the URL.
  const licence = query.has('lic') ? { licensed: named.licensed } : {};
  // A wall by a display link asks Jira nothing.
  const isWall = routeOf(location.pathname, named).screen === 'linked-wall';
  const flavour = own.known.flavour ?? (isWall ? 'cloud' : await askFlavour());
  const known = { ...own.known, flavour, ...licence };
  return createStandaloneHost({ ...own, server: SERVER, search, known });
}

/** The server's notes in its page. */
function ownServer(): OwnServer {
  const own = readOwnServer();
  const replica = document.querySelector<HTMLMetaElement>('meta[name="tallyboard-replica"]');
  if (!replica) return own;
  // The note of the built-in Jira saves a request. `mirrored`: it mirrors another Jira; `columns`: it has many issues.
  const jira: { flavour: Flavour; mirrored: boolean; columns: boolean } = JSON.parse(
    replica.content,
  );
  const { flavour, mirrored, columns } = jira;
  const readOnly = mirrored || own.readOnly === true;
  return { ...own, mirrored, readOnly, columns, known: { flavour, ...own.known } };
}

/** Asks our own server which kind of Jira it is; Cloud when it is unreachable. */
async function askFlavour(): Promise<Flavour> {
  try {
    const reply = await createFetchRequest()({ method: 'GET', path: '/rest/api/2/serverInfo' });
    return recordOf(JSON.parse(reply.body)).deploymentType === 'Server' ? 'data-center' : 'cloud';
  } catch {
    return 'cloud';
  }
}
