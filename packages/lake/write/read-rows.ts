import { zstdDecompressSync } from 'node:zlib';
import { DAY } from '@tallyboard/core/time/units.ts';
import { parquetReadObjects } from 'hyparquet';
import { columnsOf, type Row, type TableName } from '../tables.ts';

const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) };

/** The rows of a file as they were added. */
export async function readRows<T extends TableName>(
  table: T,
  bytes: Uint8Array,
): Promise<Row<T>[]> {
  // A copy: bytes of small files lie in a buffer of others.
  const { buffer: file } = new Uint8Array(bytes);
  const rows = await parquetReadObjects({ file, compressors });
  const columns = columnsOf(table).slice(1);
  return rows.map(row => {
    const values = columns.map(({ name, type }) => {
      const value: unknown = row[name] ?? null;
      if (value === null) return [name, null];
      if (type === 'int') return [name, Number(value)];
      if (type === 'time') return [name, (value as Date).getTime()];
      if (type === 'day') return [name, (value as Date).getTime() / DAY];
      return [name, value];
    });
    return Object.fromEntries(values) as Row<T>;
  });
}
