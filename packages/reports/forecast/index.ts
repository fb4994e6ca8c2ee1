import { reportOf } from '@tallyboard/report-kit/contract.ts';
import {
  FLOW_REPORT,
  flowQuery,
  flowRequirement,
} from '@tallyboard/report-kit/families/flow/flow-query.ts';
import { groupRequirement } from '@tallyboard/report-kit/settings/group-codes.ts';
import { about } from './about.ts';
import type { ForecastResult } from './compute.ts';
import { forecastHeadline } from './headline.ts';
import { SCOPE_PARTS } from './scope.ts';
import { type ForecastSettings, forecastSettings } from './settings.ts';
import { forecastTable } from './table.ts';
import { unionQuery } from './union-query.ts';

export default reportOf<ForecastSettings, ForecastResult>(about, {
  ...FLOW_REPORT,
  tips: 'How many issues will be finished, or when, and how well such forecasts did before.',
  settings: forecastSettings,
  requires: ({ board, scope, teams }) => {
    const { parts = [], ...others } = teams === null ? {} : groupRequirement(teams);
    return {
      ...flowRequirement(board),
      ...others,
      parts: [...new Set([...(scope === '' ? [] : SCOPE_PARTS), ...parts])],
    };
  },
  query: (settings, _context, site, jql) =>
    settings.teamQueries.length === 0
      ? flowQuery(settings, site, jql)
      : unionQuery(settings.teamQueries, site, jql),
  headline: forecastHeadline,
  table: forecastTable,
  emptyText: 'No forecast.',
  whyEmpty: ({ cannot }) => cannot,
  View: () => import('./view.tsx'),
  wall: () => import('./wall.tsx'),
  formRules: () => import('./form.tsx'),
});
