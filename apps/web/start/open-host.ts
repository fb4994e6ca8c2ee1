import { createDemoHost } from '@tallyboard/hosts/demo/demo-host.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { createStandaloneHost } from '@tallyboard/hosts/standalone/standalone-host.ts';

/** The host that the address names: the demo where it says so, else the server that served the page. */
export function openHost(search: string): Host {
  return parseHostInfo(search).demo ? createDemoHost({ search }) : createStandaloneHost({ search });
}
