import type { Estimation } from '@tallyboard/core/measure/estimate.ts';
import type { Sort } from '@tallyboard/ui/table/data-table.tsx';
import type { Sorting } from './sorting.ts';

/** The sort setting as the table's head shows it. By time, what was created stands in the column of issues. */
export function shownSort({ by, descending }: Sorting, estimation: Estimation): Sort {
  const column = by === 'created' && estimation === 'time' ? 'count' : by;
  return { column, descending };
}
