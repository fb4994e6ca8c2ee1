import type { Call, Resource } from '@tallyboard/replica/rest/api.ts';
import { ASSISTANT } from '@tallyboard/replica/rest/call-rights.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { Audit } from '../audit/audit.ts';
import { odataFeed } from '../odata/feed.ts';
import { figureMetrics } from '../odata/saved-metrics.ts';
import type { JiraBehind } from '../site/reverse-proxy.ts';
import { dashboardFiles } from '../walls/dashboard-files.ts';
import { createFigureReads } from './figure-reads.ts';
import { createFigures } from './figures.ts';
import { createPins } from './pins.ts';
import { whileConnected } from './reader-call.ts';
import type { ReportPool } from './report-pool.ts';
import { reports } from './reports.ts';
import { savedOf } from './saved-question.ts';
import { boardSetsOf } from './visible-board-sets.ts';

interface DoorParts {
  readonly pool: Pick<ReportPool, 'run'>;
  readonly store: Store;
  /** The folder of the built pages. */
  readonly webRoot: string;
  /** The real Jira behind this server; null for stored issues. */
  readonly siteOf: () => JiraBehind | null;
  readonly audit: Pick<Audit, 'read'>;
}

/** All ways in for programs: each a shell over the same figures. */
export const doors =
  ({ pool, store, webRoot, siteOf, audit }: DoorParts): Resource =>
  api => {
    if (api.flavour !== 'cloud') return;
    const reads = createFigureReads(audit, api.now);
    const figures = createFigures(api, pool, siteOf, reads);
    const pins = createPins({ api, figures, store, siteOf });
    reports(api, { figures, reads, pins, store, webRoot });
    dashboardFiles(api, { pool, reads, store, webRoot, siteOf });
    odataFeed(api, figures, store);
    figureMetrics(api, figures, store);
    const saved = (call: Call) => savedOf(store, call);
    const boardSets = (call: Call) => boardSetsOf(store, call);
    const mcp = (call: Call) => {
      const { reply } = call;
      // The route of GET answers HEAD too, but a Response has no length to tell.
      if (reply.request.method === 'HEAD') return reply.code(405).header('Allow', 'POST').send();
      // The protocol has no batches, and each of their calls would count as none.
      if (Array.isArray(call.body))
        throw new JiraError(
          400,
          'Send one message of JSON-RPC at a time: batches are not supported.',
        );
      return whileConnected(call, async signal => {
        // On first use: most servers have no assistants.
        const { answerMcp } = await import('./mcp.ts');
        return reply.send(
          await answerMcp({ api, figures, pins, saved, boardSets, webRoot, siteOf }, call, signal),
        );
      });
    };
    for (const method of ['get', 'post', 'delete'] as const)
      api.root[method]('/mcp', ASSISTANT, mcp);
  };
