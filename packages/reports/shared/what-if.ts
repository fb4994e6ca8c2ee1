/** The two things that reports of resolved work may count otherwise: what is done, and what becomes of sub-tasks. */
import type { PointsScope } from '@tallyboard/core/measure/estimate.ts';
import type { WhatIf } from '../report.ts';
import { POINTS_SCOPES } from './status-settings.ts';

/** What counts as resolved: a resolution alone, or a status of category Done as well. */
export function doneWhatIf<Settings extends { readonly statusResolution: boolean }>(
  settings: Settings,
): WhatIf<Settings> {
  return {
    id: 'done',
    label: 'Resolved',
    chosen: settings.statusResolution ? 'status' : 'resolution',
    ways: [
      {
        id: 'status',
        label: 'With a resolution or a status of category Done',
        settings: { ...settings, statusResolution: true },
      },
      {
        id: 'resolution',
        label: 'With a resolution only',
        settings: { ...settings, statusResolution: false },
      },
    ],
  };
}

const SCOPE_LABELS: Readonly<Record<PointsScope, string>> = {
  all: 'All issues count with their own points',
  parents: 'Sub-tasks do not count',
  'sub-tasks': 'Only sub-tasks count',
};

/** Whose story points count. */
export function scopeWhatIf<Settings extends { readonly pointsScope: PointsScope }>(
  settings: Settings,
): WhatIf<Settings> {
  return {
    id: 'sub-tasks',
    label: 'Points of sub-tasks',
    chosen: settings.pointsScope,
    ways: POINTS_SCOPES.map(scope => ({
      id: scope,
      label: SCOPE_LABELS[scope],
      settings: { ...settings, pointsScope: scope },
    })),
  };
}
