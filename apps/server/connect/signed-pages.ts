import type { FastifyInstance, FastifyRequest } from 'fastify';
import { appOfPage } from './apps.ts';
import type { TenantSecrets } from './tenant-secrets.ts';
import { readIssuer, TokenError, verifySiteToken } from './tokens.ts';

export interface SignedPagesSettings {
  readonly baseUrl: string;
  readonly secrets: TenantSecrets;
  readonly now: () => number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Origin of the Jira site that a page was opened in, verified; null for every other call. */
    connectSite: string | null;
  }
}

const REFUSED = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tallyboard</title>
<h1>This page opens in Jira alone</h1><p>Reload the page of Jira around it. If that does not help, an administrator of Jira
can install Tallyboard again.</p></html>`;

/**
 * Pages that Jira Cloud frames are signed by it, address and all: the licence and the site that they name are true, and
 * nobody else frames them. A page that names a Jira around it and is not signed is refused.
 */
export function signedPages(app: FastifyInstance, settings: SignedPagesSettings): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isFramedPage(request)) return;
    try {
      request.connectSite = await verifyPage(request, settings);
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
}

/** What a descriptor names: a signature opens nothing else. */
const framed = /^\/(|reports|[a-z-]+-dashboard)$/;

/** A page for Jira Cloud by its parameters: Data Center marks its own, and the demo frames itself. */
function isFramedPage({ method, url }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const { pathname, searchParams: query } = new URL(url, 'http://call');
  if (/\.\w+$|^\/(rest|plugins|assets)\//.test(pathname)) return false;
  if (query.has('jwt')) return true;
  const demo = query.get('xdm_c')?.includes('app-demo') ?? false;
  return query.has('xdm_e') && !query.has('server') && !demo;
}

async function verifyPage(
  request: FastifyRequest,
  { baseUrl, secrets, now }: SignedPagesSettings,
): Promise<string> {
  const { pathname, searchParams: query } = new URL(request.url, 'http://call');
  if (!framed.test(pathname)) throw new TokenError('The page is none that Jira frames.');
  const token = query.get('jwt');
  const app = appOfPage(query);
  if (!token || !app) throw new TokenError('The page is not signed.');
  const site = await secrets.load(app.key, readIssuer(token));
  if (!site) throw new TokenError('The page is signed by a site that has not installed the app.');
  verifySiteToken(token, site.secret, request, { baseUrl, now: now() });
  // Signed, so that it is true; a site with a domain of its own names that, and not the one of its installation.
  return URL.parse(query.get('xdm_e') ?? '')?.origin ?? site.baseUrl;
}
