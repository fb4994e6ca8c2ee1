import { type CallRights, PUBLIC } from '@tallyboard/replica/rest/call-rights.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { appOfKey } from './apps.ts';
import type { TenantSecrets } from './tenant-secrets.ts';
import { bearerOf, type FetchKey, TokenError, tokenId, verifyInstallToken } from './tokens.ts';

export interface LifecycleSettings {
  readonly baseUrl: string;
  readonly store: Pick<Store, 'tenants'>;
  readonly secrets: TenantSecrets;
  readonly fetchKey: FetchKey;
  /** Hosts of the sites that may install; empty: any. */
  readonly sites: readonly string[];
  readonly now: () => number;
}

/** Their handlers check the signature of Jira. */
const SIGNED: CallRights = { ...PUBLIC, reads: false };

/** The hooks that Jira calls when a site installs or removes the app. */
export function lifecycle(app: FastifyInstance, settings: LifecycleSettings): void {
  const { secrets, now } = settings;
  app.post('/installed', { config: { rights: SIGNED } }, async (request, reply) => {
    const { app: installed, body } = await readHook(request, settings);
    const secret = textOf(body, 'sharedSecret');
    const baseUrl = siteAddress(textOf(body, 'baseUrl'), settings.sites);
    const site = { clientKey: textOf(body, 'clientKey'), baseUrl, secret };
    await secrets.save(installed.key, site, now());
    request.log.info({ app: installed.key, site: baseUrl }, 'installed');
    return reply.code(204).send();
  });
  app.post('/uninstalled', { config: { rights: SIGNED } }, async (request, reply) => {
    const { app: removed, body, claims } = await readHook(request, settings);
    await secrets.remove(removed.key, claims.issuer);
    request.log.info({ app: removed.key, site: body.baseUrl }, 'uninstalled');
    return reply.code(204).send();
  });
}

/** Verifies that a hook comes from Atlassian and is not replayed. Throws TokenError. */
async function readHook(request: FastifyRequest, settings: LifecycleSettings) {
  const { baseUrl, store, fetchKey } = settings;
  const now = settings.now();
  const token = bearerOf(request);
  if (token === null) throw new TokenError('The call has no token.');
  const claims = await verifyInstallToken(token, request, { baseUrl, now, fetchKey });
  const body = request.body as Record<string, unknown> | null | undefined;
  const app = appOfKey(body?.key);
  if (!body || !app) throw new TokenError('The call is about another app.');
  if (body.clientKey !== claims.issuer)
    throw new TokenError('The call is about another site than the one that signed it.');
  // Last, so that a call refused for another reason can be repeated.
  const first = await store.tenants.useToken(tokenId(token), claims.expiresMs + 60_000, now);
  if (!first) throw new TokenError('The call came before.');
  return { app, body, claims };
}

function textOf(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  if (typeof value === 'string' && value !== '' && value.length <= 2000) return value;
  throw new TokenError(`The call has no '${name}'.`);
}

function siteAddress(text: string, sites: readonly string[]): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') throw new TokenError('The site has no https address.');
  if (sites.length > 0 && !sites.includes(url.host))
    throw new TokenError(`The site ${url.host} may not install the app here.`);
  return url.origin;
}
