import { valuesOf } from '@tallyboard/core/measure/figures.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { percentileValues } from '@tallyboard/report-kit/families/flow/flow-percentiles.ts';
import { FLOW_REPORT, flowRequirement } from '@tallyboard/report-kit/families/flow/flow-query.ts';
import { flowHeadline } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import { InstantList, RecordList } from '@tallyboard/report-kit/figures/record-list.ts';
import { about } from './about.ts';
import type { WipAgeResult } from './compute.ts';
import { wipAgeHeadline } from './headline.ts';
import { type WipAgeSettings, wipAgeSettings } from './settings.ts';
import { oldestFirst, whyEmpty, wipAgeTable } from './table.ts';

export default reportOf<WipAgeSettings, WipAgeResult>(about, {
  ...FLOW_REPORT,
  tips: 'Issues in progress by age, against the pace of finished issues.',
  settings: wipAgeSettings,
  requires: ({ board }) => {
    return { ...flowRequirement(board), parts: ['people', 'flagged', 'links'] };
  },
  members: ({ pace }) => ({
    pace: pace.map(figures => ({ column: figures.column, ...percentileValues(figures) })),
  }),
  records({ inProgress, workflow }) {
    const { rows, column, flagged, blockedBy } = inProgress;
    const order = oldestFirst(inProgress);
    const inOrder = (values: Float64Array) => valuesOf(order, values);
    return {
      issues: new RecordList(order.length, {
        key: order.map(at => inProgress.keys[at] ?? ''),
        start: new InstantList(inOrder(inProgress.start)),
        column: order.map(at => workflow.columns[column[at]!] ?? null),
        value: inOrder(inProgress.age),
        columnSince: new InstantList(inOrder(inProgress.columnSince)),
        assignee: order.map(at => inProgress.assignees[at] ?? null),
        flagged: order.map(at => flagged[at] === 1),
        blockedBy: order.map(at => blockedBy[rows[at]!] ?? []),
      }),
    };
  },
  repeated: ['inProgress'],
  counted: ({ total }) => ({ issues: total.count.issues, words: 'in progress' }),
  headline: flowHeadline(wipAgeHeadline),
  table: wipAgeTable,
  emptyText: 'No issues in progress.',
  whyEmpty,
  View: () => import('./view.tsx'),
});
