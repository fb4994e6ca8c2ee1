import type { Instant } from '@tallyboard/core/time/units.ts';

/** Instants that programs get as ISO times. */
export class InstantList {
  readonly values: ArrayLike<Instant>;

  constructor(values: ArrayLike<Instant>) {
    this.values = values;
  }
}

type RecordValue = string | boolean | null | readonly string[];

/** The values of a member of records, or the members of records within them. */
export type RecordColumn = readonly RecordValue[] | Float64Array | InstantList | RecordColumns;

export interface RecordColumns {
  readonly [name: string]: RecordColumn;
}

/** Records for programs as a list for each member: reports of all issues need no object for each. */
export class RecordList {
  readonly length: number;
  readonly columns: RecordColumns;

  constructor(length: number, columns: RecordColumns) {
    this.length = length;
    this.columns = columns;
  }

  toJSON(): object[] {
    return Array.from({ length: this.length }, (_, at) => recordAt(this.columns, at));
  }
}

export const recordAt = (columns: RecordColumns, at: number): object =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, valueAt(column, at)] as const),
  );

function valueAt(column: RecordColumn, at: number): unknown {
  if (column instanceof InstantList) {
    const instant = column.values[at] as Instant;
    return Number.isNaN(instant) ? null : new Date(instant).toISOString();
  }
  if (Array.isArray(column) || column instanceof Float64Array) {
    const value: unknown = column[at];
    return Number.isNaN(value) ? null : value;
  }
  return recordAt(column as RecordColumns, at);
}
