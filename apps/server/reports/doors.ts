import type { Resource } from '@tallyboard/replica/rest/api.ts';
import type { SavedReportStore } from '@tallyboard/server-store/saved-reports.ts';
import { odataFeed } from '../odata/feed.ts';
import { figureMetrics } from '../odata/saved-metrics.ts';
import { createFigures } from './figures.ts';
import { reports } from './reports.ts';
import type { ReportRunner } from './shared-reports.ts';

interface DoorParts {
  readonly pool: ReportRunner;
  readonly savedReports: SavedReportStore;
}

/** All ways in for programs: each a shell over the same figures. */
export const doors =
  ({ pool, savedReports }: DoorParts): Resource =>
  api => {
    if (api.flavour !== 'cloud') return;
    const figures = createFigures(api, pool);
    reports(api, { figures, savedReports });
    odataFeed(api, figures, savedReports);
    figureMetrics(api, figures, savedReports);
  };
