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
    /** Verified origin of the Jira site that frames the page; null for other requests. */
    connectSite: string | null;
  }
}

const REFUSED = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tallyboard</title>
<h1>This page opens in Jira alone</h1><p>Reload the page of Jira around it. If that does not help, an administrator of Jira
can install Tallyboard again.</p></html>`;

/**
 * Verifies the JWT of pages that Jira Cloud frames, which covers their address. Refuses a page that names a framing
 * Jira without a valid signature.
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

/** Paths of the descriptor; a signature is valid for no other. */
const framed = /^\/(|reports|[a-z-]+-dashboard)$/;

/** By the query: Data Center sends `server`, and the demo names itself in `xdm_c`. */
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
  // Trusted, since the query is signed. A site with a custom domain names it here.
  return URL.parse(query.get('xdm_e') ?? '')?.origin ?? site.baseUrl;
}
