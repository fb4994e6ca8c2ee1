/** The measures as columns: their names, why an issue counts in each, and which ones there are. */

import type { VelocityResult } from './compute.ts';
import { MEASURE_IDS, type MeasureId } from './measures.ts';

export const MEASURE_LABELS: Readonly<Record<MeasureId, string>> = {
  committed: 'Committed',
  added: 'Added',
  removed: 'Removed',
  reEstimated: 'Re-estimated',
  scope: 'Scope',
  completed: 'Completed',
  carriedOver: 'Carried over',
};

export const MEASURE_REASONS: Readonly<Record<MeasureId, string>> = {
  committed: 'In the sprint at its start, and not done then.',
  added: 'Came into the scope after the start: added, created there, or reopened.',
  removed: 'Taken out of the sprint after the start.',
  reEstimated: 'The estimate changed while in scope.',
  scope: 'In scope at the end.',
  completed: 'Done at the end, and not at the start.',
  carriedOver: 'In the sprint at its end, and not done.',
};

/** Intervals have completed alone; a count is never re-estimated. */
export function shownMeasures({ periodKind, unit }: VelocityResult): readonly MeasureId[] {
  if (periodKind === 'interval') return ['completed'];
  return MEASURE_IDS.filter(id => id !== 'reEstimated' || unit !== 'issues');
}
