import { PUBLIC } from '@tallyboard/replica/rest/call-rights.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { appOfKey, appOfPage, connectApps } from './apps.ts';
import { connectDescriptor } from './descriptor.ts';
import { type LifecycleSettings, lifecycle } from './lifecycle.ts';
import { type TenantSecrets, tenantSecrets } from './tenant-secrets.ts';
import {
  bearerOf,
  CONTEXT_HASH,
  callHash,
  type FetchKey,
  installKeys,
  readIssuer,
  TokenError,
  verifySiteToken,
} from './tokens.ts';

export interface ConnectSettings {
  /** Where Jira Cloud reaches this server, without a trailing slash. */
  readonly baseUrl: string;
  /** Encrypts the shared secrets of sites. */
  readonly key: Buffer;
  /** Hosts of the sites that may install; any by default. */
  readonly sites?: readonly string[];
  readonly fetchKey?: FetchKey;
}

type Settings = ConnectSettings & Pick<LifecycleSettings, 'store' | 'now'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Verified origin of the Jira site that frames the page; null for other requests. */
    connectSite: string | null;
  }
}

/** Routes of Atlassian Connect: descriptors, lifecycle hooks, and the context of a frame. */
export function connect(app: FastifyInstance, settings: Settings): void {
  const { baseUrl, store, key, sites = [], now, fetchKey = installKeys() } = settings;
  const secrets = tenantSecrets(store, key);
  for (const each of connectApps) {
    app.get(each.descriptorPath, { config: { rights: PUBLIC } }, (_, reply) =>
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
    scope.get('/connect/context', { config: { rights: PUBLIC } }, async (request, reply) => {
      const token = bearerOf(request);
      const named = appOfKey((request.query as Record<string, unknown>).app);
      if (token === null || !named) throw new TokenError('The frame has no token.');
      const site = await siteOf(secrets, named.key, token);
      verifySiteToken(token, site.secret, CONTEXT_HASH, now());
      return reply.header('Cache-Control', 'no-store').send({ site: site.baseUrl });
    });
  });
}

const REFUSED = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tallyboard</title>
<h1>This page opens only in Jira</h1><p>Reload the page in Jira. If that does not help, ask an administrator of Jira
to install Tallyboard again.</p></html>`;

/**
 * Verifies the JWT of pages that Jira Cloud frames, which covers their address; without settings there are none. Refuses
 * a page that names a framing Jira without a valid signature.
 */
export function signedPages(app: FastifyInstance, settings: Settings | undefined): void {
  app.decorateRequest('connectSite', null);
  if (!settings) return;
  const { baseUrl, store, key, now } = settings;
  const secrets = tenantSecrets(store, key);
  app.addHook('onRequest', async (request, reply) => {
    if (!isFramedPage(request)) return;
    try {
      request.connectSite = await verifyPage(request);
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      request.log.warn({ reason: error.message }, 'a page was refused');
      await reply
        .code(401)
        .type('text/html; charset=utf-8')
        .header('Content-Security-Policy', "default-src 'none'; frame-ancestors *")
        .header('Cache-Control', 'no-store')
        .send(REFUSED);
    }
  });

  async function verifyPage(request: FastifyRequest): Promise<string> {
    const { pathname, searchParams: query } = new URL(request.url, 'http://call');
    if (!FRAMED_PATHS.test(pathname)) throw new TokenError('Jira does not frame this page.');
    const token = query.get('jwt');
    if (!token) throw new TokenError('The page is not signed.');
    const site = await siteOf(secrets, appOfPage(query).key, token);
    verifySiteToken(token, site.secret, callHash(request, baseUrl), now());
    // Trusted, since the query is signed. A site with a custom domain names it here.
    return URL.parse(query.get('xdm_e') ?? '')?.origin ?? site.baseUrl;
  }
}

/** The site that the token names. Throws TokenError if it has not installed the app. */
async function siteOf(secrets: TenantSecrets, appKey: string, token: string) {
  const site = await secrets.load(appKey, readIssuer(token));
  if (!site) throw new TokenError('The token is of a site that has not installed the app.');
  return site;
}

/** Paths of the descriptor; a signature is valid for no other. */
const FRAMED_PATHS = /^\/(|reports|[a-z-]+-dashboard)$/;

/** By the query: Data Center sends `server`, and the demo names itself in `xdm_c`. */
function isFramedPage({ method, url }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const { pathname, searchParams: query } = new URL(url, 'http://call');
  if (/\.\w+$|^\/(rest|plugins|assets)\//.test(pathname)) return false;
  if (query.has('jwt')) return true;
  const demo = query.get('xdm_c')?.includes('app-demo') ?? false;
  return query.has('xdm_e') && !query.has('server') && !demo;
}
