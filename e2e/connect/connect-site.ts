/** A Jira Cloud site with the app installed: the replica behind Atlassian's own bridge, and the app's server beside it. */

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { PUBLIC } from '@tallyboard/replica/rest/call-rights.ts';
import { refreshDemo } from '@tallyboard/service-kit/demo.ts';
import { signAsAtlassian, signAsSite } from '../../apps/server/connect/testing/sign.ts';
import { callHash } from '../../apps/server/connect/tokens.ts';
import { createServer, type Server } from '../../apps/server/server.ts';
import { openStore } from '../../packages/server-store/store.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const WEB_ROOT = process.env.TALLYBOARD_TEST_WEB ?? join(ROOT, 'apps/web/dist');
const BRIDGE = join(ROOT, 'node_modules/atlassian-connect-js/dist');
const CLIENT_KEY = 'site-of-the-test';
const SECRET = randomBytes(24).toString('base64url');

export interface Descriptor {
  readonly key: string;
  readonly lifecycle: { readonly installed: string };
  readonly modules: Readonly<
    Record<string, readonly { readonly key: string; readonly url: string }[]>
  >;
}

export interface ConnectSite {
  /** The site, where readers are. */
  readonly base: string;
  /** The app's server. */
  readonly app: string;
  install(descriptorPath: string): Promise<Descriptor>;
  /** The site's page around a module of an app. */
  pageOf(
    descriptor: Descriptor,
    module: string,
    context?: Readonly<Record<string, string>>,
  ): string;
  stop(): Promise<void>;
}

/** The real address of the bridge's script is out of reach here: the same script as Atlassian publishes it on npm. */
export async function serveBridge(page: Page): Promise<void> {
  const body = await readFile(join(BRIDGE, 'iframe.js'), 'utf8');
  await page.route('https://connect-cdn.atl-paas.net/**', route =>
    route.request().url().endsWith('/all.js')
      ? route.fulfill({ body, contentType: 'text/javascript' })
      : route.fulfill({ body: '', contentType: 'text/css' }),
  );
}

export async function startConnectSite(): Promise<ConnectSite> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-connect-'));
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const store = await openStore({ file: join(folder, 'site.db') });
  const site = await createServer({ store, webRoot: WEB_ROOT, log: false });
  const known: Descriptor[] = [];
  sitePages(
    site.app,
    () => known,
    () => app,
  );
  const sitePort = await site.start({ port: 0, host: '127.0.0.1' }, async () => {
    await refreshDemo(store, { size: 600, now: Date.now() });
  });
  const base = `http://127.0.0.1:${sitePort}`;

  const appPort = await freePort();
  const app = `http://localhost:${appPort}`;
  const server = await createServer({
    store: await openStore({ memory: true }),
    webRoot: WEB_ROOT,
    log: false,
    connect: { baseUrl: app, key: randomBytes(32), fetchKey: async () => keys.publicKey },
  });
  await server.start({ port: appPort, host: 'localhost' });

  return {
    base,
    app,
    async install(descriptorPath) {
      const descriptor: Descriptor = await (await fetch(app + descriptorPath)).json();
      const url = descriptor.lifecycle.installed;
      const now = Math.floor(Date.now() / 1000);
      const token = signAsAtlassian(
        {
          iss: CLIENT_KEY,
          aud: [app],
          iat: now,
          exp: now + 180,
          qsh: callHash({ method: 'POST', url }, app),
        },
        keys.privateKey,
        'key-of-the-test',
      );
      const reply = await fetch(app + url, {
        method: 'POST',
        headers: { authorization: `JWT ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          key: descriptor.key,
          clientKey: CLIENT_KEY,
          sharedSecret: SECRET,
          baseUrl: 'https://acme.atlassian.net',
          productType: 'jira',
          eventType: 'installed',
        }),
      });
      if (reply.status !== 204) throw new Error(`The app answered ${reply.status}.`);
      known.push(descriptor);
      return descriptor;
    },
    pageOf: ({ key }, module, context = {}) =>
      `${base}/page?${new URLSearchParams({ key, module, lic: 'active', ...context })}`,
    async stop() {
      await Promise.all([site.stop(), server.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As each call of a server says who may make it. */
const OPEN = { config: { rights: PUBLIC } };

/** The site's own pages: the one around a frame, its scripts, and what signs addresses for it. */
function sitePages(
  site: Server['app'],
  descriptors: () => readonly Descriptor[],
  appBase: () => string,
): void {
  const files: Record<string, [string, string]> = {
    '/page': [join(import.meta.dirname, 'host-page.html'), 'text/html'],
    '/host-page.js': [join(import.meta.dirname, 'host-page.js'), 'text/javascript'],
    '/connect-host.js': [join(BRIDGE, 'connect-host.js'), 'text/javascript'],
  };
  for (const [path, [file, type]] of Object.entries(files)) {
    site.get(path, OPEN, async (_, reply) => reply.type(type).send(await readFile(file)));
  }
  site.get('/sign-page', OPEN, request => {
    const query = new URLSearchParams(request.url.split('?')[1]);
    const descriptor = descriptors().find(({ key }) => key === query.get('key'));
    const all = Object.values(descriptor?.modules ?? {}).flat();
    const module = all.find(({ key }) => key === query.get('module'));
    if (!module) throw new Error('The app has no such module.');
    const { host } = request.headers;
    const names: Record<string, string> = {
      'dashboard.id': 'dashboard',
      'dashboardItem.id': 'dashboardItem',
      'project.key': 'projectKey',
    };
    const filled = module.url.replace(/\{([\w.]+)\}/g, (_, name: string) =>
      encodeURIComponent(query.get(names[name] ?? '') ?? ''),
    );
    const url = new URL(filled, appBase());
    url.searchParams.set('xdm_e', `http://${host}`);
    url.searchParams.set('xdm_c', `channel-${module.key}`);
    for (const [name, value] of [
      ['cp', ''],
      ['lic', query.get('lic') ?? ''],
      ['cv', '1001.0.0'],
    ])
      url.searchParams.set(name ?? '', value ?? '');
    const call = { method: 'GET', url: url.pathname + url.search };
    url.searchParams.set('jwt', sign({ qsh: callHash(call, appBase()) }));
    return { module: module.key, url: url.href };
  });
  site.get('/sign-frame', OPEN, () => sign({ qsh: 'context-qsh' }));
}

function sign(claims: object): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = { iss: CLIENT_KEY, sub: '712020:3f8e', iat: now, exp: now + 180, ...claims };
  return signAsSite(payload, SECRET);
}

async function freePort(): Promise<number> {
  const { createServer: listen } = await import('node:net');
  const probe = listen();
  await new Promise<void>(done => probe.listen(0, 'localhost', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise(done => probe.close(done));
  return port;
}
