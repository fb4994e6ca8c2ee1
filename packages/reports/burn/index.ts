import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { doneWhatIf, scopeWhatIf } from '@tallyboard/report-kit/figures/what-if.ts';
import { about } from './about.ts';
import type { BurnResult } from './compute.ts';
import { burnHeadline } from './headline.ts';
import { burnQuery } from './query.ts';
import { type BurnSettings, burnSettings, isSprintType, TYPES } from './settings.ts';
import { burnTable } from './table.ts';

export default reportOf<BurnSettings, BurnResult>(about, {
  title: ({ type }) => TYPES.options.find(({ value }) => value === type)?.label ?? about.title,
  tips: 'Remaining or completed work against the ideal pace.',
  settings: burnSettings,
  requires: ({ type, board, pointsField, sprintField }, { query }) => ({
    ...NO_REQUIREMENT,
    // 'parent' finds sub-tasks whose parent has points too.
    parts: ['people', 'sprints', 'points', 'parent'],
    customFields: [pointsField, sprintField].filter(field => field !== null),
    history: [
      ...(['status', 'resolution', 'points', 'assignee'] as const),
      // A sub-task has the sprints of its parent.
      ...(isSprintType(type) ? (['sprint', 'parent'] as const) : []),
    ],
    boards: board === null ? (query?.boards ?? []) : [board],
  }),
  presetAfter: (before, after) => {
    if (before.type === after.type) return null;
    return isSprintType(after.type) ? 'active-sprints' : 'active-sprints-board';
  },
  query: burnQuery,
  // The query finds more, since issues that left the sprints are found by their history.
  counted: ({ sprints, chart }) =>
    chart && sprints.length > 0
      ? { issues: chart.totals.scope.issues, words: `of ${chart.name}`, alone: true }
      : null,
  planningBoard: ({ board }) => board,
  whatIf: (settings, context) => [
    doneWhatIf(settings, context),
    scopeWhatIf(settings, 'Sub-tasks'),
  ],
  headline: burnHeadline,
  table: burnTable,
  whyEmpty: ({ why }) => why,
  View: () => import('./view.tsx'),
});
