/**
 * The sort setting of breakdowns, stored as 'Percent Resolved,1': a column by its stored name, then 1 for ascending or
 * -1 for descending.
 */

import type { Codec } from '../settings/codec.ts';

export type SortColumn = 'percentResolved' | 'created' | 'resolved';

export interface Sorting {
  readonly by: SortColumn;
  readonly descending: boolean;
}

export const DEFAULT_SORTING: Sorting = { by: 'percentResolved', descending: false };

const STORED_NAMES: Readonly<Record<SortColumn, string>> = {
  percentResolved: 'Percent Resolved',
  created: 'created',
  resolved: 'resolved',
};

/** Undefined for what is no stored sorting; a missing direction is ascending. */
function parseSorting(raw: unknown): Sorting | undefined {
  if (typeof raw !== 'string') return undefined;
  const [name = '', direction = '1'] = raw.split(',').map(part => part.trim());
  const by = SORT_COLUMNS.find(column => STORED_NAMES[column].toLowerCase() === name.toLowerCase());
  if (by === undefined || !/^-?[01]$/.test(direction)) return undefined;
  return { by, descending: direction !== '1' };
}

function serializeSorting({ by, descending }: Sorting): string {
  return `${STORED_NAMES[by]},${descending ? -1 : 1}`;
}

const SORT_COLUMNS = ['percentResolved', 'created', 'resolved'] as const satisfies SortColumn[];

/** The six choices of the form, in its order. */
export const SORT_CHOICES: readonly { readonly label: string; readonly sorting: Sorting }[] = (
  [
    ['percentResolved', 'Percent resolved'],
    ['created', 'Created'],
    ['resolved', 'Resolved'],
  ] as const
).flatMap(([by, name]) => [
  { label: `${name}, ascending`, sorting: { by, descending: false } },
  { label: `${name}, descending`, sorting: { by, descending: true } },
]);

export const SORTING: Codec<Sorting> = {
  parse: parseSorting,
  format: serializeSorting,
  shape: {
    kind: 'choice',
    choices: SORT_CHOICES.map(({ label, sorting }) => {
      const code = serializeSorting(sorting);
      return { code, name: code, label };
    }),
  },
};
