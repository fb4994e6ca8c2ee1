import { HOUR } from '@tallyboard/core/time/units.ts';
import type { BehindCell } from '../../contract.ts';
import { elapsedIn } from '../../figures/elapsed.ts';
import { statisticOf } from '../../figures/figures.ts';
import { rounded } from '../status/breakdown-columns.ts';
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

/** What opens a cell of `resolutionCells`; null after them. */
export function behindResolution(
  { n, mean, median, percentile85 }: ResolutionFigures,
  cell: number,
): BehindCell | null {
  const { issues, parts = [] } = mean;
  const figure = [
    mean,
    statisticOf('median', issues, parts, median),
    statisticOf('percentile85', issues, parts, percentile85),
    n,
  ][cell];
  if (!figure) return null;
  return {
    figure,
    reason: 'Resolved, and counted with the time from creation to resolution.',
    ...(figure.parts && {
      part: { label: 'Hours', format: (time: number) => String(rounded(elapsedIn(time, 'hours'))) },
    }),
    number: { unit: figure.parts ? HOUR : 1 },
  };
}
