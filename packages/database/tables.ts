/** Column types. `integer`: ids, epoch milliseconds and flags. `words`: those of a text, for searches. */
export type ColumnKind = 'integer' | 'number' | 'text' | 'json' | 'words' | 'bytes';

export interface ColumnType<Value = unknown> {
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  readonly value?: Value;
}

export const integer: ColumnType<number> = { kind: 'integer', nullable: false };
export const number: ColumnType<number> = { kind: 'number', nullable: false };
export const text: ColumnType<string> = { kind: 'text', nullable: false };
export const json: ColumnType<string> = { kind: 'json', nullable: false };
export const words: ColumnType<string> = { kind: 'words', nullable: false };
export const bytes: ColumnType<Uint8Array> = { kind: 'bytes', nullable: false };

export const orNull = <Value>({ kind }: ColumnType<Value>): ColumnType<Value | null> => ({
  kind,
  nullable: true,
});

export interface Table {
  readonly columns: Readonly<Record<string, ColumnType>>;
  readonly key: readonly string[];
  readonly indexes?: readonly (readonly string[])[];
  /** An index of the rows whose last column is not null. */
  readonly partialIndex?: readonly string[];
}

export type Tables = Readonly<Record<string, Table>>;

/** The rows of declared tables. */
export type RowsOf<Declared> = {
  [Name in keyof Declared]: Declared[Name] extends { readonly columns: infer Columns }
    ? { [Name in keyof Columns]: Columns[Name] extends ColumnType<infer Value> ? Value : never }
    : never;
};

export interface Index {
  readonly name: string;
  readonly table: string;
  readonly create: string;
}
