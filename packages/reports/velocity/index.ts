import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import type { Report } from '../report.ts';
import { doneWhatIf, scopeWhatIf } from '../shared/what-if.ts';
import { computeVelocity, type VelocityResult } from './compute.ts';
import { velocityToCsv } from './csv.ts';
import { velocityQuery } from './query.ts';
import { type VelocitySettings, velocitySettings } from './settings.ts';

export const velocity: Report<VelocitySettings, VelocityResult> = {
  id: 'velocity',
  title: () => 'Individual Velocity',
  tips: 'What was committed and what was completed, sprint by sprint and person by person.',
  settings: velocitySettings,
  requires: ({ estimation, board, pointsField, periods }) => ({
    ...NO_REQUIREMENT,
    // 'parent' tells when a sub-task and its parent both carry points.
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
      // Intervals may stand in for sprints, never the other way round.
      ...(periods === 'sprint' ? (['sprint'] as const) : []),
    ],
    boards: board === null ? [] : [board],
  }),
  query: velocityQuery,
  whatIf: (settings, context) => [
    doneWhatIf(settings, context),
    scopeWhatIf(settings, 'Sub-tasks'),
  ],
  compute: computeVelocity,
  toCsv: velocityToCsv,
  whyEmpty: ({ why }) => why,
  View: () => import('./view.tsx'),
  Form: () => import('./form.tsx'),
};
