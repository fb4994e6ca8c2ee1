import { rm } from 'node:fs/promises';
import type { StorePlace } from '@tallyboard/database/engine.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { hashPassword } from '@tallyboard/service-kit/sign-in/password.ts';
import type { SignInSettings } from '@tallyboard/service-kit/sign-in/settings.ts';
import type { Credential } from '@tallyboard/service-kit/site/credential.ts';
import { credentialsIn } from '@tallyboard/service-kit/site/credential.ts';
import { createUpstream, type UpstreamSettings } from '@tallyboard/service-kit/site/upstream.ts';
import { createServer, type Server, type ServerSettings } from '../server.ts';
import { startVisitor, type Visitor } from './visitor.ts';
import { makeWebRoot } from './web-root.ts';

const ALL_EDITORS = { admins: [], editors: [], standard: 'editor' } as const;
const testKey = Buffer.alloc(32, 7);
export const testToken = 'the-token-of-the-test';

export interface ProxyServerSettings {
  readonly site: string;
  readonly signIn?: Partial<SignInSettings>;
  readonly publicUrl?: string;
  readonly credential?: Credential | null;
  readonly setupCode?: string;
  readonly now?: () => number;
  readonly log?: ServerSettings['log'];
  readonly upstream?: Partial<UpstreamSettings>;
  readonly store?: Store;
  /** Where processes of reports open the store. */
  readonly place?: StorePlace;
  readonly errorReports?: ServerSettings['errorReports'];
}

export interface ProxyServer {
  readonly address: string;
  readonly port: number;
  readonly store: Store;
  readonly server: Server;
  visitor(): Visitor;
  stop(): Promise<void>;
}

/** A server in front of a Jira, listening on this machine, with an empty page. */
export async function startProxyServer(settings: ProxyServerSettings): Promise<ProxyServer> {
  const webRoot = await makeWebRoot();
  const store = settings.store ?? (await openStore(settings.place ?? { memory: true }));
  const { site, credential = { email: null, token: testToken } } = settings;
  const server = await createServer({
    store,
    webRoot,
    log: settings.log ?? false,
    ...(settings.place && { place: settings.place }),
    ...(settings.now && { now: settings.now }),
    ...(settings.errorReports && { errorReports: settings.errorReports }),
    auth: {
      signIn: { openId: null, account: null, roles: ALL_EDITORS, ...settings.signIn },
      publicUrl: settings.publicUrl ? new URL(settings.publicUrl) : null,
      key: () => testKey,
    },
    site: {
      address: site,
      ask: createUpstream({ site, ...settings.upstream }),
      credentials: credentialsIn(store, testKey, site),
      credential,
      problem: null,
      setupCode: settings.setupCode ?? null,
    },
  });
  let stopped = false;
  const port = await server.start({ port: 0, host: '127.0.0.1' });
  const address = `http://127.0.0.1:${port}`;
  return {
    address,
    port,
    store,
    server,
    visitor: () => startVisitor(address),
    async stop() {
      if (stopped) return;
      stopped = true;
      await server.stop();
      await rm(webRoot, { recursive: true });
    },
  };
}

export const testPassword = 'correct horse battery';
let hash: Promise<string> | null = null;

/** An account 'ana', whose password is testPassword. */
export async function anaAccount(): Promise<SignInSettings['account']> {
  // A low cost, because the tests sign in a hundred times.
  hash ??= hashPassword(testPassword, 10);
  return { name: 'ana', hash: await hash };
}
