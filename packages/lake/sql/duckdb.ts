/** A lake in DuckDB: its tables and views, in this process. */
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DuckDBConnection } from '@duckdb/node-api';
import { FORMAT, TABLE_NAMES } from '../tables.ts';
import { VIEW_NAMES, viewText } from '../views.ts';
import { LakeError, type Manifest } from '../write/lake-files.ts';

export interface QueryResult {
  readonly columns: readonly string[];
  /** Days and times as texts. */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
}

export interface OpenLake {
  /** Throws DuckDB's own error, whose message says what is wrong with the text. */
  query(sql: string): Promise<QueryResult>;
  close(): void;
}

/** Where `tallyboard sql --install` puts DuckDB, which is not a part of the product. */
export const DUCKDB_FOLDER = join(homedir(), '.tallyboard', 'duckdb');
export const DUCKDB_PACKAGE = '@duckdb/node-api@1.5.6-r.1';

export class NoDuckDBError extends Error {
  override readonly name = 'NoDuckDBError';
}

/** DuckDB of a checkout, or of DUCKDB_FOLDER. */
async function loadDuckDB(): Promise<typeof import('@duckdb/node-api')> {
  try {
    return await import('@duckdb/node-api');
  } catch {
    try {
      const place = createRequire(join(DUCKDB_FOLDER, 'package.json')).resolve('@duckdb/node-api');
      return await import(pathToFileURL(place).href);
    } catch (cause) {
      throw new NoDuckDBError('DuckDB is not installed.', { cause });
    }
  }
}

/** Opens the last export of a lake. Queries read its files and nothing else, and write nothing. Throws LakeError, NoDuckDBError. */
export const openLake = (lake: string): Promise<OpenLake> => openTables(currentState(lake));

/** The same of a folder with a folder of Parquet files for each table. */
export async function openTables(state: string): Promise<OpenLake> {
  const { DuckDBInstance } = await loadDuckDB();
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`set timezone = 'UTC'`);
  await connection.run(`set allowed_directories = [${quoted(state)}]`);
  await connection.run('set enable_external_access = false');
  await connection.run('set lock_configuration = true');
  for (const table of TABLE_NAMES) {
    const files = quoted(`${state}/${table}/**/*.parquet`);
    await connection.run(
      `create view "${table}" as select * from read_parquet(${files}, hive_partitioning = false)`,
    );
  }
  for (const name of VIEW_NAMES) await connection.run(`create view "${name}" as ${viewText(name)}`);
  return {
    query: sql => readAll(connection, sql),
    close: () => connection.closeSync(),
  };
}

const SELECT = 1;
const EXPLAIN = 4;
/** Numbers that come as texts: from 64 bits on. */
const LARGE_NUMBERS = /^(?:U?BIGINT|U?HUGEINT|DECIMAL)/;

/** The rows of the last query of a text. Other statements are refused: one that copies could write into the lake. */
async function readAll(connection: DuckDBConnection, sql: string): Promise<QueryResult> {
  const statements = await connection.extractStatements(sql);
  let result: QueryResult = { columns: [], rows: [] };
  for (let at = 0; at < statements.count; at++) {
    const statement = await statements.prepare(at);
    const { statementType } = statement;
    if (statementType !== SELECT && statementType !== EXPLAIN)
      throw new LakeError('Only queries are answered: a lake is not written to.');
    const reader = await statement.runAndReadAll();
    const isLarge = reader.columnTypes().map(type => LARGE_NUMBERS.test(String(type)));
    const rows = reader.getRowsJson() as QueryResult['rows'];
    result = {
      columns: reader.columnNames(),
      rows: rows.map(row =>
        row.map((value, column) => (value !== null && isLarge[column] ? Number(value) : value)),
      ),
    };
  }
  return result;
}

/** The export that is current now, also if another one comes meanwhile. */
function currentState(lake: string): string {
  try {
    const state = realpathSync(join(lake, 'current'));
    const { format } = JSON.parse(readFileSync(join(state, 'manifest.json'), 'utf8')) as Manifest;
    if (format === FORMAT) return state;
    throw new LakeError(
      `The lake in '${lake}' has format ${format}, this version reads ${FORMAT}: write it again.`,
    );
  } catch (cause) {
    if (cause instanceof LakeError) throw cause;
    throw new LakeError(`There is no lake in '${lake}'. Write one with: tallyboard lake ${lake}`, {
      cause,
    });
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
