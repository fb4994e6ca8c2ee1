import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** After the head: 'h', 'points'. */
  readonly unit?: string;
  readonly help?: string;
  /** Adjacent columns of one group have a shared head. */
  readonly group?: string;
  /** Right-aligned, tabular figures, largest first when sorted. */
  readonly numeric?: boolean;
  /** The sort value, also shown without `cell`. Null sorts last. */
  readonly value: (row: Row) => string | number | null;
  /** Formats a number without `cell`; by default zero and null are dashes. */
  readonly format?: (value: number | null) => string;
  readonly cell?: (row: Row) => ReactNode;
  /** The cell of the totals row, which appears if any column has one. */
  readonly total?: ReactNode;
  readonly sortable?: boolean;
  /** Width, px. By default the first column takes the rest and others fit their content. */
  readonly width?: number;
  /** Takes the remaining width; `width` is its minimum. */
  readonly grows?: boolean;
  /** Keeps its width in a card, where other columns fit their content. */
  readonly fixed?: boolean;
  /** Hidden until asked for: in a narrow table, only on a phone, or only in a drawer on a phone. */
  readonly folds?: boolean | 'phone' | 'phone-drawer';
  readonly cellClass?: (row: Row) => string | undefined;
  readonly endsClass?: string;
}

export const foldClass = (folds: Column<never>['folds']) =>
  folds && (folds === true ? 'tb-table__folds' : `tb-table__folds-${folds}`);

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

/** Open rows of a tree; `true` is all. */
export type Expanded = true | Readonly<Record<string, boolean>>;
