import type { ReactNode } from 'react';

/** One column of a DataTable. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** The one unit of the column, quiet behind the head: 'h', 'points'. */
  readonly unit?: string;
  /** More about the column, as a tooltip of its head. */
  readonly help?: string;
  /** Adjacent columns of the same group stand under one shared head. */
  readonly group?: string;
  /** Right-aligned, tabular figures, largest first when sorted. */
  readonly numeric?: boolean;
  /** What is sorted by, and shown where there is no `cell`. Null sorts last. */
  readonly value: (row: Row) => string | number | null;
  /** Writes a number where there is no `cell`; zero and null are dashes without one. */
  readonly format?: (value: number | null) => string;
  readonly cell?: (row: Row) => ReactNode;
  /** The cell of the totals row; any column with one makes the row appear. */
  readonly total?: ReactNode;
  readonly sortable?: boolean;
  /** Width in px. Without it the first column takes what is left and others fit their content. */
  readonly width?: number;
  /** A class for the cell: a heat level, a weekend. */
  readonly cellClass?: (row: Row) => string | undefined;
  /** A class for the column's head and total: a weekend, today. */
  readonly endsClass?: string;
}

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

/** Which rows of a tree are open: `true` is all of them. */
export type Expanded = true | Readonly<Record<string, boolean>>;
