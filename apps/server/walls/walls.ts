import type { Resource } from '@tallyboard/replica/rest/api.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { displayLinksIn } from '@tallyboard/service-kit/sign-in/display-links.ts';
import type { FastifyInstance } from 'fastify';
import type { Audit } from '../audit/audit.ts';
import type { ReportPool } from '../reports/report-pool.ts';
import type { Guard } from '../sign-in/guard.ts';
import type { SiteAccess } from '../site/site-settings.ts';
import { displayLinkCalls } from './display-link-calls.ts';
import { wallResource } from './wall-resource.ts';
import { wallVisitors } from './wall-visitors.ts';

interface WallsParts {
  readonly guard: Guard;
  readonly store: Store;
  readonly audit: Audit;
  readonly pool: Pick<ReportPool, 'run'>;
  /** The real Jira behind this server; null for the issues of the store. Throws a JiraError before set-up. */
  readonly siteOf: () => SiteAccess | null;
  readonly now: () => number;
}

/** Walls that screens open by display links. Returns what they read. */
export async function displayWalls(app: FastifyInstance, parts: WallsParts): Promise<Resource> {
  const { store, now } = parts;
  const links = displayLinksIn(store.displayLinks, now);
  wallVisitors(app, { ...parts, links });
  const { dashboards } = store;
  await app.register(scope => displayLinkCalls(scope, { ...parts, links, dashboards }));
  return wallResource(parts);
}

/** Without sign-in everybody who reaches the server may open the wall itself. */
export function openWalls(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    const [, id] = /^\/wall\/(\d+)([/?]|$)/.exec(url) ?? [];
    if (id !== undefined) return reply.redirect(`/dashboards/${id}/wallboard`, 303);
  });
}
