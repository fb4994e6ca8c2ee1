/** The seven columns: the one description that view, overview and CSV go by. */

import type { Figure } from '@tallyboard/core/model/result.ts';
import type { CellNumber } from '@tallyboard/report-kit/contract.ts';
import type { EstimationFigures } from './compute.ts';
import type { EstimationColumn } from './settings.ts';

export interface ColumnMeaning {
  readonly unit: 'percent' | 'seconds';
  /** Null where it is not available. */
  value(row: EstimationFigures): number | null;
  /** The figure whose issues the cell opens. */
  figure(row: EstimationFigures): Figure;
  /** How the value comes from the figure. */
  number(row: EstimationFigures): CellNumber;
  /** Why the issues count. */
  readonly reason: string;
}

const time = (
  id: 'spent' | 'actual' | 'actualOfEstimated' | 'original' | 'remaining',
  reason: string,
): ColumnMeaning => ({
  unit: 'seconds',
  value: row => row[id].value,
  figure: row => row[id],
  number: () => ({ unit: 3600 }),
  reason,
});

export const COLUMNS: Readonly<Record<EstimationColumn, ColumnMeaning>> = {
  percentResolved: {
    unit: 'percent',
    value: row => row.percentResolved,
    figure: row => row.resolved,
    number: row => ({ percentOf: row.count }),
    reason: 'Resolved by the done rule.',
  },
  spent: time('spent', 'The time logged on each issue.'),
  actual: time('actual', 'Time spent and remaining estimate of each issue.'),
  actualOfEstimated: time(
    'actualOfEstimated',
    'Time spent and remaining estimate of each issue that has an original estimate.',
  ),
  original: time('original', 'The original estimate of each issue.'),
  error: {
    unit: 'percent',
    value: row => row.error,
    figure: row => row.saved,
    number: row => ({ percentOf: row.original }),
    reason:
      'Original estimate less actual time of each issue that has an original estimate; below zero is more time than estimated.',
  },
  remaining: time('remaining', 'The remaining estimate of each issue.'),
};
