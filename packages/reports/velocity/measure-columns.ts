/** The measures as columns: their names, why an issue counts in each, and which ones there are. */

import type { VelocityResult } from './compute.ts';
import { MEASURE_IDS, type MeasureId } from './measures.ts';

export const MEASURE_LABELS: Readonly<Record<MeasureId, string>> = {
  committed: 'Committed',
  added: 'Added',
  removed: 'Removed',
  reEstimated: 'Re-estimated',
  handedOver: 'Handed over',
  takenOver: 'Taken over',
  scope: 'Scope',
  completed: 'Completed',
  carriedOver: 'Carried over',
};

export const MEASURE_REASONS: Readonly<Record<MeasureId, string>> = {
  committed: 'In the sprint at its start, and not done then.',
  added: 'Added, created in the sprint, or reopened after the start.',
  removed: 'Taken out of the sprint after the start.',
  reEstimated: 'Estimate changed while in scope.',
  handedOver: "Theirs at the start, or when it came in, and somebody else's at the end.",
  takenOver: "Theirs at the end, and somebody else's at the start or when it came in.",
  scope: 'In scope at the end.',
  completed: 'Done at the end, and not at the start.',
  carriedOver: 'In the sprint at its end, and not done.',
};

/** Intervals have completed alone; a count is never re-estimated; work that changes hands has columns where there is any. */
export function shownMeasures({ periodKind, unit, periods }: VelocityResult): readonly MeasureId[] {
  if (periodKind === 'interval') return ['completed'];
  const changedHands = periods.some(({ measures }) => measures.handedOver?.issues.length);
  return MEASURE_IDS.filter(id => {
    if (id === 'handedOver' || id === 'takenOver') return changedHands;
    return id !== 'reEstimated' || unit !== 'issues';
  });
}
