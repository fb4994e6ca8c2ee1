import type { Report } from '@tallyboard/report-kit/contract.ts';
import { percentileValues } from '@tallyboard/report-kit/families/flow/flow-percentiles.ts';
import { FLOW_REPORT, flowRequirement } from '@tallyboard/report-kit/families/flow/flow-query.ts';
import { about } from './about.ts';
import type { WipAgeResult } from './compute.ts';
import { type WipAgeSettings, wipAgeSettings } from './settings.ts';
import { agingIssues, wipAgeTable } from './table.ts';

const wipAge: Report<WipAgeSettings, WipAgeResult> = {
  ...FLOW_REPORT,
  id: about.id,
  title: () => about.title,
  tips: 'Issues in progress by age, against the pace of finished issues.',
  settings: wipAgeSettings,
  requires: ({ board }) => {
    return { ...flowRequirement(board), parts: ['people', 'flagged', 'links'] };
  },
  members: ({ pace }) => ({
    pace: pace.map(figures => ({ column: figures.column, ...percentileValues(figures) })),
  }),
  records: result => ({
    issues: agingIssues(result).map(issue => ({
      key: issue.key,
      start: new Date(issue.start).toISOString(),
      column: issue.column,
      value: issue.age.value,
      columnSince: new Date(issue.columnSince).toISOString(),
      assignee: issue.assignee,
      flagged: issue.flagged,
      blockedBy: issue.blockedBy,
    })),
  }),
  counted: ({ total }) => ({ issues: total.count.issues, words: 'in progress' }),
  table: wipAgeTable,
  emptyText: 'No issues in progress.',
  View: () => import('./view.tsx'),
  wall: () => import('./wall.tsx'),
  formRules: () => import('@tallyboard/report-kit/families/flow/flow-form.tsx'),
};

export default wipAge;
