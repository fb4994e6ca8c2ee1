import { Float64, Table, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow';
import type { TypedTable } from './file-formats.ts';

/** A table as a stream of Apache Arrow. Its columns have the names for programs, their heads are metadata. */
export function arrowStream({ columns, fields, rows }: TypedTable): Uint8Array {
  const names = fields.map(({ name }) => name);
  const table = new Table(
    Object.fromEntries(
      fields.map(({ type }, at) => [
        names[at] ?? '',
        vectorFromArray(
          rows.map(row => row[at] ?? null),
          type === 'number' ? new Float64() : new Utf8(),
        ),
      ]),
    ),
  );
  for (const [at, field] of table.schema.fields.entries())
    field.metadata.set('title', columns[at] ?? '');
  return tableToIPC(table, 'stream');
}
