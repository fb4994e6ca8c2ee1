import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { FLOW_REPORT, flowRequirement } from '@tallyboard/report-kit/families/flow/flow-query.ts';
import { flowHeadline } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import { InstantList, RecordList } from '@tallyboard/report-kit/figures/record-list.ts';
import { about } from './about.ts';
import type { CumulativeFlowResult } from './compute.ts';
import { cumulativeFlowHeadline } from './headline.ts';
import { type CumulativeFlowSettings, cumulativeFlowSettings } from './settings.ts';
import { cumulativeFlowTable, whyEmpty } from './table.ts';

export default reportOf<CumulativeFlowSettings, CumulativeFlowResult>(about, {
  ...FLOW_REPORT,
  tips: 'Issues in each column over time, with work in progress, throughput and cycle time.',
  settings: cumulativeFlowSettings,
  requires: ({ board, estimation, pointsField }) => {
    const flow = flowRequirement(board);
    if (estimation === 'count') return flow;
    return { ...flow, parts: ['points'], customFields: pointsField === null ? [] : [pointsField] };
  },
  records: ({ corrections }) => ({
    corrections: new RecordList(corrections.length, {
      key: corrections.map(({ key }) => key),
      at: new InstantList(corrections.map(({ at }) => at)),
      from: corrections.map(({ from }) => from),
      to: corrections.map(({ to }) => to),
    }),
  }),
  weekStart: (_, context) => context.weekStart,
  headline: flowHeadline(cumulativeFlowHeadline),
  table: cumulativeFlowTable,
  whyEmpty,
  View: () => import('./view.tsx'),
});
