import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { FLOW_REPORT, flowRequirement } from '@tallyboard/report-kit/families/flow/flow-query.ts';
import { flowHeadline } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import { PART_FACTS } from '@tallyboard/report-kit/families/parts/membership.ts';
import { groupRequirement } from '@tallyboard/report-kit/settings/group-codes.ts';
import { about } from './about.ts';
import type { ForecastResult } from './compute.ts';
import { forecastHeadline } from './headline.ts';
import { forecastQuery } from './query.ts';
import { type ForecastSettings, forecastSettings } from './settings.ts';
import { forecastTable } from './table.ts';

const NOTHING = { parts: [], history: [] } as const;

export default reportOf<ForecastSettings, ForecastResult>(about, {
  ...FLOW_REPORT,
  tips: 'How many issues will be finished, or when, and how well such forecasts did before.',
  settings: forecastSettings,
  requires: ({ board, scope, teams, order }) => {
    const { parts = [], ...others } = teams === null ? {} : groupRequirement(teams);
    const flow = flowRequirement(board);
    const ofScope = scope === '' ? NOTHING : PART_FACTS;
    // Blocked parts wait for their blockers.
    const links = scope !== '' && order === 'one-after-another' ? (['links'] as const) : [];
    return {
      ...flow,
      ...others,
      history: [...new Set([...flow.history, ...ofScope.history])],
      parts: [...new Set([...ofScope.parts, ...links, ...parts])],
    };
  },
  query: forecastQuery,
  headline: flowHeadline(forecastHeadline),
  table: forecastTable,
  emptyText: 'No forecast.',
  whyEmpty: ({ cannot }) => cannot,
  View: () => import('./view.tsx'),
});
