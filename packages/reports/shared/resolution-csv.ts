import type { BehindCell } from '../report.ts';
import { rounded } from './breakdown-columns.ts';
import { elapsedIn } from './elapsed.ts';
import type { ResolutionFigures } from './resolution-times.ts';

/** Files have hours, whatever the screen shows. */
export const RESOLUTION_HEADS = [
  'Mean (Hours)',
  'Median (Hours)',
  '85th Percentile (Hours)',
  'Issues',
] as const;

export function resolutionCells({ n, mean, median, percentile85 }: ResolutionFigures) {
  const hours = (time: number | null) => (time === null ? null : rounded(elapsedIn(time, 'hours')));
  return [hours(mean.value), hours(median), hours(percentile85), n.value];
}

/** What opens a cell of `resolutionCells`: always the issues with their times. */
export function behindResolution({ mean }: ResolutionFigures): BehindCell {
  return {
    figure: mean,
    reason: 'Resolved, and counted with the time from creation to resolution.',
    part: { label: 'Hours', format: time => String(rounded(elapsedIn(time, 'hours'))) },
  };
}
