import type { ReportSource } from '@tallyboard/engine/ask/answer-report.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { PAGE, READ_FIGURES } from '@tallyboard/replica/rest/call-rights.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { dashboardResources } from '@tallyboard/replica/rest/replica.ts';
import type { Credential } from '@tallyboard/service-kit/site/credential.ts';
import { isGateway } from '@tallyboard/service-kit/site/gateway.ts';
import type { FastifyInstance } from 'fastify';
import { isCall } from '../calls.ts';
import { refuse } from '../sign-in/guard.ts';
import { readAddress } from './allowed-calls.ts';
import { findSite, type KnownSite } from './check-site.ts';
import { NO_ACCESS, proxy } from './proxy.ts';
import { setup } from './setup.ts';
import { createSharedGate } from './shared-gate.ts';
import type { ReverseProxySettings, SiteAccess } from './site-settings.ts';
import { openSiteSource } from './site-source.ts';
import { watchSite } from './watch-site.ts';

export type ReverseProxy = Awaited<ReturnType<typeof reverseProxy>>;
/** The real Jira that reports read. */
export type JiraBehind = Pick<ReverseProxy, 'access' | 'source'>;

/** The proxy to a real Jira, its set-up page, and the dashboards and settings that this server stores. */
export async function reverseProxy(app: FastifyInstance, parts: ReverseProxySettings) {
  const { store, address, resources, now, credentials } = parts;
  let credential = parts.credential ?? (await credentials.load());

  const jira = await findJira(parts, () => credential);
  const gate = createSharedGate(store, now);
  const watch = watchSite(app, parts, gate, () => credential);

  const isMissing = async () => {
    // Another process over the same store may have been set up.
    credential ??= await credentials.load();
    return credential === null;
  };
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (
      credential !== null ||
      /^\/(health|ready|assets|icon\.svg|sign-in|sign-out|setup)\b/.test(path)
    )
      return;
    if (!(await isMissing()) || isCall(request)) return;
    if (request.method === 'GET') return reply.redirect('/setup', 303);
  });

  await app.register(async scope => {
    await setup(scope, parts, isMissing, async given => {
      await credentials.save(given);
      credential = given;
      await jira.find();
    });
  });
  await app.register(async scope => {
    await proxy(scope, parts, gate, watch, () => credential);
  });
  await app.register(async scope => {
    await dashboardResources(scope, { store, now, resources });
  });
  // Pages ask for the age of a mirror; this is none.
  app.get('/replica/mirror', { config: { rights: READ_FIGURES } }, () => ({ mirror: null }));
  linkToSite(app, jira);
  /** Throws a JiraError before set-up. */
  const access = (): SiteAccess => {
    if (credential === null) throw new JiraError(503, NO_ACCESS);
    return { address, credential, flavour: jira.known().flavour ?? 'cloud' };
  };
  return {
    address: () => jira.known().pages ?? address,
    state: watch.state,
    /** For processes that read Jira themselves. */
    access,
    /** For calls of this process. Readers take turns. */
    source: (reader: string): ReportSource => openSiteSource(access(), { store, gate, reader }),
    /** As Jira says; null until it has, so that pages ask. */
    flavour: (): Flavour | null => jira.known().flavour,
  };
}

/** The kind of Jira and the address of its own pages, which behind a gateway is another one: Jira itself is asked. */
async function findJira(
  { address, ask, problem }: ReverseProxySettings,
  credentialNow: () => Credential | null,
) {
  let known: KnownSite = { pages: isGateway(address) ? null : address, flavour: null };
  const find = async () => {
    const credential = credentialNow();
    if (credential && (known.pages === null || known.flavour === null)) {
      const { pages, flavour } = await findSite(ask, credential);
      known = { pages: known.pages ?? pages, flavour: known.flavour ?? flavour };
    }
    return known;
  };
  if (problem === null) await find();
  return { known: () => known, find };
}

/** Redirects addresses of Jira's pages to the site, and to no other host. */
function linkToSite(
  app: FastifyInstance,
  { find }: { readonly find: () => Promise<KnownSite> },
): void {
  const pages = [
    '/browse/:key',
    '/issues',
    '/issues/',
    '/jira/filters',
    '/secure/ManageFilters.jspa',
    '/secure/IssueNavigator.jspa',
  ];
  for (const page of pages) {
    app.get(page, { config: { rights: PAGE } }, async (request, reply) => {
      const { pages: address } = await find();
      if (address === null)
        return refuse(reply, 503, 'Jira does not say the address of its pages. Try again later.');
      const safe = readAddress(request.raw.url?.replace('/issues/?', '/issues?') ?? '');
      return reply.redirect(safe ? `${address}${safe.path}${safe.query}` : address, 302);
    });
  }
}
