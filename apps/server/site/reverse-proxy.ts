import { dashboardResources } from '@tallyboard/replica/rest/replica.ts';
import { SERVER_RESOURCES } from '@tallyboard/server-store/rest/resources.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { FastifyInstance } from 'fastify';
import type { Audit } from '../audit/audit.ts';
import type { Guard } from '../sign-in/guard.ts';
import { readAddress } from './allowed-calls.ts';
import type { CheckedSite } from './check-site.ts';
import type { Credential, StoredCredentials } from './credential.ts';
import { proxy } from './proxy.ts';
import { setup } from './setup.ts';
import { createSharedGate } from './shared-gate.ts';
import type { Upstream } from './upstream.ts';

/** The real Jira behind this server. */
export interface SiteSettings {
  /** With its context path, without a trailing slash. */
  readonly address: string;
  readonly ask: Upstream;
  readonly credentials: StoredCredentials;
  /** From the environment; null: the stored one, or the one entered at set-up. */
  readonly credential: Credential | null;
  /** Required for set-up over a network. */
  readonly setupCode: string | null;
}

export interface ReverseProxySettings extends SiteSettings {
  readonly store: Store;
  readonly guard: Guard;
  readonly audit: Audit;
  readonly now: () => number;
}

export interface ReverseProxy {
  readonly address: string;
  /** By the kind of credential; null before set-up. */
  flavour(): CheckedSite['flavour'] | null;
}

/** The proxy to a real Jira, its set-up page, and the dashboards and settings that this server stores. */
export async function reverseProxy(
  app: FastifyInstance,
  parts: ReverseProxySettings,
): Promise<ReverseProxy> {
  const { store, address, audit, now, credentials } = parts;
  let credential = parts.credential ?? (await credentials.load());

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
    if (!(await isMissing()) || /^\/(rest|replica|plugins)\//.test(path)) return;
    if (request.method === 'GET') return reply.redirect('/setup', 303);
  });

  await app.register(async scope => {
    await setup(scope, {
      ...parts,
      isNeeded: isMissing,
      take: async given => {
        await credentials.save(given);
        credential = given;
      },
    });
  });
  await app.register(async scope => {
    await proxy(scope, {
      ask: parts.ask,
      gate: createSharedGate(store, now),
      credential: () => credential,
      now,
    });
  });
  await app.register(async scope => {
    namePeople(scope, store);
    noteChanges(scope, audit);
    await dashboardResources(scope, { store, now, resources: SERVER_RESOURCES });
  });
  // Pages ask for the age of a mirror; this is none.
  app.get('/replica/mirror', () => ({ mirror: null }));
  linkToSite(app, address);
  return {
    address,
    flavour: () => credential && (credential.email === null ? 'data-center' : 'cloud'),
  };
}

/** Stores each visitor as a user, who can own dashboards. */
function namePeople(app: FastifyInstance, store: Store): void {
  const known = new Set<string>();
  app.addHook('preHandler', async request => {
    const { visitor } = request;
    if (!visitor) return;
    // Overwrites what the caller sent.
    request.headers['x-replica-user'] = visitor.account;
    const name = `${visitor.account} ${visitor.name}`;
    if (known.has(name)) return;
    const there = await store.catalogue.get('user', visitor.account);
    if (there?.name !== visitor.name) {
      const person = { accountId: visitor.account, displayName: visitor.name, active: true };
      await store.catalogue.save('user', visitor.account, person);
    }
    known.add(name);
  });
}

/** Audits each write to this server. */
function noteChanges(app: FastifyInstance, audit: Audit): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { method, visitor, body } = request;
    if (method === 'GET' || method === 'HEAD' || reply.statusCode >= 300) return payload;
    await audit.note({
      account: visitor?.account ?? 'local',
      action: 'changed here',
      target: `${method} ${request.url.split('?')[0]}`,
      detail: body === undefined ? '' : JSON.stringify(body),
    });
    return payload;
  });
}

/** Redirects addresses of Jira's pages to the site, and to no other host. */
function linkToSite(app: FastifyInstance, address: string): void {
  const pages = [
    '/browse/:key',
    '/issues',
    '/issues/',
    '/jira/filters',
    '/secure/ManageFilters.jspa',
    '/secure/IssueNavigator.jspa',
  ];
  for (const page of pages) {
    app.get(page, (request, reply) => {
      const safe = readAddress(request.raw.url?.replace('/issues/?', '/issues?') ?? '');
      return reply.redirect(safe ? `${address}${safe.path}${safe.query}` : address, 302);
    });
  }
}
