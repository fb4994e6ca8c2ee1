import type { TypedTable } from '@tallyboard/report-kit/table/csv-text.ts';
import { columnFromArray, float64, tableFromColumns, tableToIPC, utf8 } from '@uwdata/flechette';

/** A table as a stream of Apache Arrow. Its columns have the names for programs, their heads are metadata. */
export function arrowStream({ columns, fields, rows }: TypedTable): Uint8Array {
  const table = tableFromColumns(
    fields.map(({ name, type }, at) => [
      name,
      columnFromArray(
        rows.map(row => row[at] ?? null),
        type === 'number' ? float64() : utf8(),
      ),
    ]),
  );
  const titled = table.schema.fields.map((field, at) => ({
    ...field,
    metadata: new Map([['title', columns[at] ?? '']]),
  }));
  const schema = { ...table.schema, fields: titled };
  const bytes = tableToIPC(Object.assign(table, { schema }), { format: 'stream' });
  if (bytes === null) throw new Error('The table was not encoded.');
  return bytes;
}
