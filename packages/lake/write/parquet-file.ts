/** One table of facts as a Parquet file: zstd, groups of 100,000 rows, statistics of each. */
import { constants, zstdCompressSync } from 'node:zlib';
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import {
  type Column,
  type ColumnType,
  columnsOf,
  engineText,
  FORMAT,
  type Row,
  type TableName,
} from '../tables.ts';

/** Engines skip a group by its statistics; a larger one takes more memory to write. */
const GROUP_ROWS = 100_000;

const compress = (bytes: Uint8Array): Uint8Array =>
  zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });

const PHYSICAL: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  int: { type: 'INT64' },
  double: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  bool: { type: 'BOOLEAN' },
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
  },
  day: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
};

type Value = string | number | boolean | null;

/** Physical values: microseconds of an instant, whole numbers as 64 bits. */
const PHYSICAL_VALUE: Readonly<Partial<Record<ColumnType, (value: number) => bigint>>> = {
  int: value => BigInt(Math.round(value)),
  time: value => BigInt(Math.round(value * 1000)),
};

export interface TableFile {
  readonly bytes: Uint8Array;
  readonly rows: number;
}

export class TableFileWriter<T extends TableName> {
  readonly #source: string;
  readonly #columns: readonly Column[];
  readonly #writer: ParquetWriter;
  readonly #bytes = new ByteWriter();
  #values: Value[][];
  #pending = 0;
  #rows = 0;

  constructor(table: T, source: string) {
    this.#source = source;
    this.#columns = columnsOf(table);
    this.#values = this.#columns.map(() => []);
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      codec: 'ZSTD',
      compressors: { ZSTD: compress },
      createdBy: 'tallyboard',
      kvMetadata: [
        { key: 'tallyboard.table', value: table },
        { key: 'tallyboard.format', value: String(FORMAT) },
      ],
      schema: [
        { name: 'root', num_children: this.#columns.length },
        ...this.#columns.map(
          ({ name, type, nullable }, at): SchemaElement => ({
            name,
            ...PHYSICAL[type],
            repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED',
            field_id: at + 1,
          }),
        ),
      ],
    });
  }

  add(row: Row<T>): void {
    const values = row as Readonly<Record<string, Value>>;
    this.#columns.forEach(({ name }, at) => {
      this.#values[at]!.push(at === 0 ? this.#source : values[name]!);
    });
    if (++this.#pending === GROUP_ROWS) this.#flush();
  }

  finish(): TableFile {
    if (this.#pending > 0) this.#flush();
    void this.#writer.finish();
    return { bytes: this.#bytes.getBytes(), rows: this.#rows };
  }

  #flush(): void {
    const columnData = this.#columns.map(({ name, type }, at) => {
      const values = this.#values[at]!;
      const read = type === 'text' ? engineText : PHYSICAL_VALUE[type];
      return {
        name,
        data: read ? values.map(each => (each === null ? null : read(each as never))) : values,
      };
    });
    void this.#writer.write({ columnData, rowGroupSize: GROUP_ROWS });
    this.#rows += this.#pending;
    this.#pending = 0;
    this.#values = this.#columns.map(() => []);
  }
}
