import type { Board } from '@tallyboard/core/model/board.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { reportOf } from '@tallyboard/report-kit/contract.ts';
import { doneWhatIf, scopeWhatIf } from '@tallyboard/report-kit/figures/what-if.ts';
import { about } from './about.ts';
import type { VelocityResult } from './compute.ts';
import { velocityHeadline } from './headline.ts';
import { velocityQuery } from './query.ts';
import { velocityLimitSeries } from './series.ts';
import { type VelocitySettings, velocitySettings } from './settings.ts';
import { velocityTable } from './table.ts';

export default reportOf<VelocitySettings, VelocityResult>(about, {
  tips: 'Committed and completed work by sprint and person.',
  settings: velocitySettings,
  requires: ({ estimation, board, pointsField, periods }, { query }) => ({
    ...NO_REQUIREMENT,
    // 'parent' finds sub-tasks whose parent has points too.
    parts: [
      'people',
      'sprints',
      'points',
      'parent',
      ...(estimation === 'time' ? (['time'] as const) : []),
    ],
    customFields: pointsField === null ? [] : [pointsField],
    history: [
      ...(['status', 'resolution', 'assignee', 'points'] as const),
      ...(estimation === 'time' ? (['originalEstimate'] as const) : []),
      // Intervals may replace sprints, not the reverse.
      // A sub-task has the sprints of its parent.
      ...(periods === 'sprint' ? (['sprint', 'parent'] as const) : []),
    ],
    boards: board === null ? (query?.boards ?? []) : [board],
  }),
  query: velocityQuery,
  counted: countedOf,
  planningBoard: ({ board }) => board,
  firstSettings,
  whatIf: (settings, context) => [
    doneWhatIf(settings, context),
    scopeWhatIf(settings, 'Sub-tasks'),
  ],
  weekStart: ({ intervalStart }, context, { periodKind }) =>
    periodKind !== 'sprint' && intervalStart === null ? context.weekStart : null,
  headline: velocityHeadline,
  series: velocityLimitSeries,
  table: velocityTable,
  whyEmpty: ({ why }) => why,
  View: () => import('./view.tsx'),
});

/** The issues of the shown periods: the query finds more, since others are found by their history. */
function countedOf({ periods, periodKind }: VelocityResult) {
  const [first] = periods;
  if (!first) return null;
  const isSprint = periodKind === 'sprint';
  const rows = periods.flatMap(({ measures: { scope, completed } }) =>
    Array.from((isSprint ? scope : completed)?.issues ?? []),
  );
  const many = `${periods.length} ${isSprint ? 'sprints' : 'intervals'}`;
  const name = isSprint && periods.length === 1 ? first.name : many;
  return {
    issues: Uint32Array.from(new Set(rows)),
    words: isSprint ? `of ${name}` : `completed in ${name}`,
    alone: true as const,
  };
}

/** Chooses the first board if the default board does not exist. */
function firstSettings(first: VelocitySettings, boards: readonly Board[]): VelocitySettings {
  const [board] = boards;
  if (!board || first.boardSet || boards.some(({ id }) => id === first.board)) return first;
  return { ...first, board: board.id, periods: board.type === 'kanban' ? 'interval' : 'sprint' };
}
