import type { Figure } from '@tallyboard/core/model/result.ts';
import type { AgeFigures } from './compute.ts';
import type { AgeKind } from './settings.ts';

export interface AgeColumn {
  readonly id: keyof AgeFigures;
  readonly label: string;
  readonly unit: 'issues' | 'days';
  readonly reason: string;
  readonly figure: (figures: AgeFigures) => Figure;
}

export const AGE_COLUMNS: readonly AgeColumn[] = [
  {
    id: 'count',
    label: 'Issues',
    unit: 'issues',
    reason: 'The issue is unresolved, and of this period.',
    figure: figures => figures.count,
  },
  {
    id: 'mean',
    label: 'Mean age',
    unit: 'days',
    reason: 'The issue is unresolved; the mean is over the ages of these issues.',
    figure: figures => figures.mean,
  },
  {
    id: 'median',
    label: 'Median age',
    unit: 'days',
    reason: 'The issue is unresolved; half of these issues are no older than the median.',
    figure: figures => figures.median,
  },
  {
    id: 'oldest',
    label: 'Oldest',
    unit: 'days',
    reason: 'No other unresolved issue here is older.',
    figure: figures => figures.oldest,
  },
];

/** What an age counts from, as the head of its date. */
export const DATE_HEADS: Readonly<Record<AgeKind, string>> = {
  unresolved: 'Created',
  stale: 'Updated',
};
