import pg from 'pg';

/** The part of a connection that COPY needs. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** A COPY statement and its data. */
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

const STATEMENT = 'copy ';

/** A client whose COPY statements take their data as the only parameter. */
export class CopyClient extends pg.Client {
  override query(...given: unknown[]): never {
    const [statement, values] = given;
    const query = super.query as (...given: unknown[]) => unknown;
    if (typeof statement !== 'string' || !statement.startsWith(STATEMENT) || !Array.isArray(values))
      return query.apply(this, given) as never;
    return new Promise((resolve, reject) => {
      const done = (error: Error | undefined, result: unknown) =>
        error ? reject(error) : resolve(result);
      query.call(this, new CopyQuery(statement, String(values[0]), done));
    }) as never;
  }
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
