import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { ColumnKind } from '../tables.ts';

/** The part of a connection that COPY needs. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** A COPY statement that writes, and its data. */
class CopyQuery extends pg.Query {
  readonly #data: string;

  constructor(
    statement: string,
    data: string,
    callback: (error: Error | undefined, result: unknown) => void,
  ) {
    super(statement, callback);
    this.#data = data;
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(Buffer.from(this.#data));
    connection.endCopyFrom();
  }
}

/** A COPY statement that reads rows. Bytes stay bytes: in results of queries they are text of twice the size. */
class CopyOutQuery extends pg.Query {
  readonly #rows: BinaryRow[] = [];

  constructor(statement: string, callback: (error: Error | undefined, result?: unknown) => void) {
    super(statement, error => callback(error, { command: 'COPY', rows: this.#rows }));
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    const row = binaryRow(chunk);
    if (row) this.#rows.push(row);
  }
}

const STATEMENT = 'copy ';
const OUT = ' to stdout (format binary)';

/**
 * A client whose COPY statements take their data as the only parameter, or return a `BinaryRow` for each row that they read.
 */
export class CopyClient extends pg.Client {
  override query(...given: unknown[]): never {
    const [statement, values] = given;
    const query = super.query as (...given: unknown[]) => unknown;
    if (typeof statement !== 'string' || !statement.startsWith(STATEMENT) || !Array.isArray(values))
      return query.apply(this, given) as never;
    return new Promise((resolve, reject) => {
      const done = (error: Error | undefined, result: unknown) =>
        error ? reject(error) : resolve(result);
      const copy = statement.endsWith(OUT)
        ? new CopyOutQuery(statement, done)
        : new CopyQuery(statement, String(values[0]), done);
      query.call(this, copy);
    }) as never;
  }
}

/** The fields of a row as PostgreSQL sends them in binary. */
export type BinaryRow = readonly (Uint8Array | null)[];

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');

/** The row of a message of COPY; null if it has none. The first message begins with a header. */
function binaryRow(chunk: Buffer): BinaryRow | null {
  const hasHeader = chunk.subarray(0, SIGNATURE.length).equals(SIGNATURE);
  // After the signature come flags and the size of an extension.
  let at = hasHeader ? SIGNATURE.length + 8 + chunk.readUInt32BE(SIGNATURE.length + 4) : 0;
  const count = at < chunk.length ? chunk.readInt16BE(at) : END;
  if (count === END) return null;
  at += 2;
  return Array.from({ length: count }, () => {
    const size = chunk.readInt32BE(at);
    const from = at + 4;
    at = from + Math.max(size, 0);
    // The connection uses the memory of the message again.
    return size < 0 ? null : new Uint8Array(chunk.subarray(from, at));
  });
}

/** In place of the number of fields, after the last row. */
const END = -1;

/** A COPY statement of a SELECT, which has no parameters. */
export const copyOut = (select: RawBuilder<unknown>): RawBuilder<BinaryRow> =>
  sql`${sql.raw(STATEMENT)}(${select})${sql.raw(OUT)}`;

/** A value of a row. */
export function binaryValue(
  field: Uint8Array | null | undefined,
  kind: ColumnKind,
): number | string | Uint8Array | null {
  if (!field || kind === 'bytes') return field ?? null;
  const bytes = Buffer.from(field.buffer, field.byteOffset, field.length);
  if (kind === 'integer') return Number(bytes.readBigInt64BE());
  return kind === 'number' ? bytes.readDoubleBE() : bytes.toString();
}

export const copyStatement = (table: string, columns: readonly string[]): string =>
  `${STATEMENT}${table} (${columns.join(', ')}) from stdin`;

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

/** Rows in the text format of COPY. */
export function copyData(rows: readonly (readonly unknown[])[]): string {
  let data = '';
  for (const row of rows) {
    row.forEach((value, at) => {
      if (at > 0) data += '\t';
      data += value === null || value === undefined ? '\\N' : escapeText(String(value));
    });
    data += '\n';
  }
  return data;
}

const escapeText = (text: string): string =>
  /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, found => ESCAPES[found] ?? found) : text;
