/**
 * The sort setting of breakdowns, stored as 'Percent Resolved,1': a column by its stored name, then 1 for ascending or
 * -1 for descending.
 */

import type { Estimation } from '@tallyboard/core/measure/estimate.ts';
import type { Sort } from '@tallyboard/ui/table/column.ts';
import type { Codec } from '../settings/codec.ts';

const COLUMNS = [
  { by: 'percentResolved', stored: 'Percent Resolved', label: 'Percent resolved' },
  { by: 'created', stored: 'created', label: 'Created' },
  { by: 'resolved', stored: 'resolved', label: 'Resolved' },
] as const;

export interface Sorting {
  readonly by: (typeof COLUMNS)[number]['by'];
  readonly descending: boolean;
}

export const DEFAULT_SORTING: Sorting = { by: 'percentResolved', descending: false };

const codeOf = (stored: string, descending: boolean) => `${stored},${descending ? -1 : 1}`;

/** Reads a missing direction as ascending. */
export const SORTING: Codec<Sorting> = {
  parse(raw) {
    if (typeof raw !== 'string') return undefined;
    const [name = '', direction = '1'] = raw.split(',').map(part => part.trim());
    const column = COLUMNS.find(({ stored }) => stored.toLowerCase() === name.toLowerCase());
    if (column === undefined || !/^-?[01]$/.test(direction)) return undefined;
    return { by: column.by, descending: direction !== '1' };
  },
  format: ({ by, descending }) =>
    codeOf(COLUMNS.find(column => column.by === by)?.stored ?? by, descending),
  shape: {
    kind: 'choice',
    choices: COLUMNS.flatMap(({ stored, label }) =>
      [false, true].map(descending => {
        const code = codeOf(stored, descending);
        return { code, name: code, label: `${label}, ${descending ? 'descending' : 'ascending'}` };
      }),
    ),
  },
};

/** The sort setting for the table's head. By time, 'created' is the column of issues. */
export function shownSort({ by, descending }: Sorting, estimation: Estimation): Sort {
  const column = by === 'created' && estimation === 'time' ? 'count' : by;
  return { column, descending };
}
