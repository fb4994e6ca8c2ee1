import { Column, tableFromColumns, tableToIPC } from './arrow.ts';
import type { Data } from './column-data.ts';

export type NamedColumn = readonly [name: string, data: Data];

/** Columns of one record batch as an Arrow IPC stream. */
export function encode(
  columns: readonly NamedColumn[],
  metadata: Readonly<Record<string, string>>,
): Uint8Array {
  const table = tableFromColumns(columns.map(([name, data]) => [name, new Column([data])]));
  const schema = { ...table.schema, metadata: new Map(Object.entries(metadata)) };
  const bytes = tableToIPC(Object.assign(table, { schema }), { format: 'stream' });
  if (bytes === null) throw new Error('The columns were not encoded.');
  return bytes;
}
