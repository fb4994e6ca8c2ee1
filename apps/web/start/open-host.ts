import { createDemoHost } from '@tallyboard/hosts/demo/demo-host.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { createFetchRequest } from '@tallyboard/hosts/standalone/fetch-request.ts';
import { createStandaloneHost } from '@tallyboard/hosts/standalone/standalone-host.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';

/** The host that the address names: the demo where it says so, else the server that served the page. */
export async function openHost(search: string): Promise<Host> {
  const named = parseHostInfo(search);
  if (named.demo) return createDemoHost({ search });
  const flavour = new URLSearchParams(search).has('server') ? named.flavour : await askFlavour();
  return createStandaloneHost({ search, known: { flavour } });
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
