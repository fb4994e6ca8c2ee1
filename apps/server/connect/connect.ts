import type { Store } from '@tallyboard/server-store/store.ts';
import type { FastifyInstance } from 'fastify';
import { appOfKey, connectApps } from './apps.ts';
import { connectDescriptor } from './descriptor.ts';
import { installKeys } from './install-keys.ts';
import { lifecycle } from './lifecycle.ts';
import { signedPages } from './signed-pages.ts';
import { tenantSecrets } from './tenant-secrets.ts';
import { bearerOf, type FetchKey, readIssuer, TokenError, verifyContextToken } from './tokens.ts';

export interface ConnectSettings {
  /** Where Jira Cloud reaches this server, without a trailing slash. */
  readonly baseUrl: string;
  /** Encrypts the shared secrets of sites. */
  readonly key: Buffer;
  readonly sites?: readonly string[];
  readonly fetchKey?: FetchKey;
}

type Settings = ConnectSettings & { readonly store: Store; readonly now: () => number };

/** Paths that Jira Cloud calls itself, signed or public; they need no sign-in. */
export const isConnectPath = (path: string): boolean =>
  ['/installed', '/uninstalled', '/connect/context'].includes(path) ||
  connectApps.some(({ descriptorPath }) => descriptorPath === path);

/** Verifies the pages that Jira Cloud frames; without settings there are none. */
export function pagesOf(app: FastifyInstance, settings: Settings | undefined): void {
  app.decorateRequest('connectSite', null);
  if (!settings) return;
  const { baseUrl, store, key, now } = settings;
  signedPages(app, { baseUrl, secrets: tenantSecrets(store, key), now });
}

/** Routes of Atlassian Connect: descriptors, lifecycle hooks, and the context of a frame. */
export function connect(app: FastifyInstance, settings: Settings): void {
  const { baseUrl, store, key, sites = [], now, fetchKey = installKeys() } = settings;
  const secrets = tenantSecrets(store, key);
  for (const each of connectApps) {
    app.get(each.descriptorPath, (_, reply) =>
      reply.header('Cache-Control', 'no-cache').send(connectDescriptor(each, baseUrl)),
    );
  }
  app.register(async scope => {
    scope.setErrorHandler((error, request, reply) => {
      if (!(error instanceof TokenError)) throw error;
      request.log.warn({ reason: error.message }, 'a call was refused');
      return reply.code(401).send({ message: 'Unauthorized' });
    });
    lifecycle(scope, { baseUrl, store, secrets, fetchKey, sites, now });
    // The signature of the page expires in minutes; an open frame proves its site by a token of its own.
    scope.get('/connect/context', async (request, reply) => {
      const token = bearerOf(request);
      const named = appOfKey((request.query as Record<string, unknown>).app);
      if (token === null || !named) throw new TokenError('The frame has no token.');
      const site = await secrets.load(named.key, readIssuer(token));
      if (!site) throw new TokenError('The frame is of a site that has not installed the app.');
      verifyContextToken(token, site.secret, now());
      return reply.header('Cache-Control', 'no-store').send({ site: site.baseUrl });
    });
  });
}
