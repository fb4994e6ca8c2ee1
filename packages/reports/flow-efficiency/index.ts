import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { FLOW_REPORT, flowRequirement } from '@tallyboard/report-kit/families/flow/flow-query.ts';
import { flowHeadline } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import { RecordList } from '@tallyboard/report-kit/figures/record-list.ts';
import { about } from './about.ts';
import type { FlowEfficiencyResult } from './compute.ts';
import { flowEfficiencyHeadline } from './headline.ts';
import { flowEfficiencySeries } from './series.ts';
import { type FlowEfficiencySettings, flowEfficiencySettings } from './settings.ts';
import { flowEfficiencyTable, whyEmpty } from './table.ts';

export default reportOf<FlowEfficiencySettings, FlowEfficiencyResult>(about, {
  ...FLOW_REPORT,
  tips: 'Where the time of finished issues goes, by column, and how much of it they wait.',
  settings: flowEfficiencySettings,
  requires: ({ board, waitFlagged, waitBlocked }) => {
    const flow = flowRequirement(board);
    const flagged = waitFlagged ? (['flagged'] as const) : [];
    return {
      ...flow,
      parts: [...flagged, ...(waitBlocked ? (['links'] as const) : [])],
      history: [...flow.history, ...flagged, ...(waitBlocked ? (['link'] as const) : [])],
    };
  },
  records: ({ finished, workflow }) => ({
    issues: new RecordList(finished.keys.length, {
      key: finished.keys,
      inProgress: finished.inProgress,
      waiting: finished.waiting,
      byColumn: Object.fromEntries(
        workflow.columns.map((name, place) => [name, finished.byColumn[place]!]),
      ),
      withoutColumn: finished.byColumn.at(-1) as Float64Array,
    }),
  }),
  repeated: ['finished'],
  counted: ({ finished }) => ({ issues: finished.rows, words: 'finished' }),
  weekStart: ({ period }, context) => (period === 'week' ? context.weekStart : null),
  headline: flowHeadline(flowEfficiencyHeadline),
  series: flowEfficiencySeries,
  table: flowEfficiencyTable,
  whyEmpty,
  View: () => import('./view.tsx'),
});
