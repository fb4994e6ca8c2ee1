import type { Call, Resource } from '@tallyboard/replica/rest/api.ts';
import type { SavedReportStore } from '@tallyboard/server-store/saved-reports.ts';
import { odataFeed } from '../odata/feed.ts';
import { figureMetrics } from '../odata/saved-metrics.ts';
import { createFigures } from './figures.ts';
import { whileConnected } from './reader-call.ts';
import { reports } from './reports.ts';
import { savedOf } from './saved-question.ts';
import type { ReportRunner } from './shared-reports.ts';

interface DoorParts {
  readonly pool: ReportRunner;
  readonly store: { readonly savedReports: SavedReportStore };
  /** The folder of the built pages. */
  readonly webRoot: string;
}

/** All ways in for programs: each a shell over the same figures. */
export const doors =
  ({ pool, store: { savedReports }, webRoot }: DoorParts): Resource =>
  api => {
    if (api.flavour !== 'cloud') return;
    const figures = createFigures(api, pool);
    reports(api, { figures, savedReports, webRoot });
    odataFeed(api, figures, savedReports);
    figureMetrics(api, figures, savedReports);
    const saved = (call: Call) => savedOf(savedReports, call);
    const mcp = (call: Call) =>
      whileConnected(call, async signal => {
        // On first use: most servers have no assistants.
        const { answerMcp } = await import('./mcp.ts');
        return call.reply.send(await answerMcp({ api, figures, saved, webRoot }, call, signal));
      });
    for (const method of ['get', 'post', 'delete'] as const) api.root[method]('/mcp', mcp);
  };
