import type { Resource } from '@tallyboard/replica/rest/api.ts';
import { createFigures } from './figures.ts';
import { reports } from './reports.ts';
import type { ReportRunner } from './shared-reports.ts';

/** All ways in for programs: each a shell over the same figures. */
export const doors =
  (pool: ReportRunner): Resource =>
  api => {
    if (api.flavour !== 'cloud') return;
    const figures = createFigures(api, pool);
    reports(api, figures);
  };
