import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { FLOW_REPORT, flowRequirement } from '@tallyboard/report-kit/families/flow/flow-query.ts';
import { flowHeadline } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import { InstantList, RecordList } from '@tallyboard/report-kit/figures/record-list.ts';
import { groupRequirement } from '@tallyboard/report-kit/settings/group-codes.ts';
import { about } from './about.ts';
import type { CycleTimeResult } from './compute.ts';
import { cycleTimeHeadline } from './headline.ts';
import { cycleTimeSeries } from './series.ts';
import { type CycleTimeSettings, cycleTimeSettings } from './settings.ts';
import { cycleTimeTable, whyEmpty } from './table.ts';

export default reportOf<CycleTimeSettings, CycleTimeResult>(about, {
  ...FLOW_REPORT,
  tips: 'Time from the start of work to the finish.',
  settings: cycleTimeSettings,
  requires: ({ board, groupBy }) => {
    return { ...flowRequirement(board), ...(groupBy !== null && groupRequirement(groupBy)) };
  },
  records: ({ finished: { rows, start, finish, value } }, keyOf) => ({
    issues: new RecordList(rows.length, {
      key: Array.from(rows, keyOf),
      start: new InstantList(start),
      finish: new InstantList(finish),
      value,
    }),
  }),
  repeated: ['finished'],
  counted: ({ finished }) => ({ issues: finished.rows, words: 'finished' }),
  weekStart: ({ groupBy, period }, context) =>
    groupBy === null && period === 'week' ? context.weekStart : null,
  headline: flowHeadline(cycleTimeHeadline),
  series: cycleTimeSeries,
  table: cycleTimeTable,
  whyEmpty,
  View: () => import('./view.tsx'),
});
