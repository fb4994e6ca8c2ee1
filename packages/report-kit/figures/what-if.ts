/** Assumptions of reports about resolved work: the done rule, and how sub-tasks count. */
import type { PointsScope } from '@tallyboard/core/measure/estimate.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { type DoneChoice, type DoneSettings, describeDone } from '@tallyboard/core/model/done.ts';
import type { WhatIf } from '../contract.ts';
import { POINTS_SCOPES } from '../families/status/status-settings.ts';

const DONE_CHOICES: readonly DoneChoice[] = [
  { kind: 'resolution-or-category' },
  { kind: 'resolution' },
  { kind: 'category' },
];

export function doneWhatIf<Settings extends DoneSettings>(
  settings: Settings,
  { doneRule }: ReportContext,
): WhatIf<Settings> {
  const chosen = settings.done ?? doneRule;
  const ways = new Map([doneRule, chosen, ...DONE_CHOICES].map(way => [describeDone(way), way]));
  return {
    id: 'done',
    label: 'Done',
    chosen: describeDone(chosen),
    ways: Array.from(ways, ([id, done]) => ({
      id,
      label: `${id.charAt(0).toUpperCase()}${id.slice(1)}`,
      settings: { ...settings, done },
    })),
  };
}

const SCOPE_LABELS: Readonly<Record<PointsScope, string>> = {
  all: 'All issues count with their own size',
  parents: 'Sub-tasks do not count',
  'sub-tasks': 'Only sub-tasks count',
};

/** Whose sizes count. `label` says if sub-tasks affect more than points. */
export function scopeWhatIf<Settings extends { readonly pointsScope: PointsScope }>(
  settings: Settings,
  label = 'Points of sub-tasks',
): WhatIf<Settings> {
  return {
    id: 'sub-tasks',
    label,
    chosen: settings.pointsScope,
    ways: POINTS_SCOPES.options.map(({ value: scope }) => ({
      id: scope,
      label: SCOPE_LABELS[scope],
      settings: { ...settings, pointsScope: scope },
    })),
  };
}
