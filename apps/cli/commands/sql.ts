import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  DUCKDB_FOLDER,
  DUCKDB_PACKAGE,
  NoDuckDBError,
  openLake,
  type QueryResult,
} from '@tallyboard/lake/sql/duckdb.ts';
import { TABLE_NAMES } from '@tallyboard/lake/tables.ts';
import { VIEW_NAMES } from '@tallyboard/lake/views.ts';
import { LakeError } from '@tallyboard/lake/write/lake-files.ts';
import { csvText } from '@tallyboard/report-kit/table/csv-text.ts';
import { oneOf, readArguments } from '../arguments.ts';
import { CommandError, type ExitCode, type Streams, UsageError } from '../command.ts';
import { alignedTable } from '../table.ts';

const FORMATS = ['table', 'csv', 'json'] as const;

export const helpValues = {
  folder: DUCKDB_FOLDER,
  package: DUCKDB_PACKAGE,
  tables: TABLE_NAMES.join(', '),
  views: VIEW_NAMES.join(', '),
};

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    format: { type: 'string' },
    install: { type: 'boolean' },
  });
  const [folder, given, ...more] = positionals;
  if (folder === undefined) throw new UsageError('The folder of the lake is missing.');
  if (more.length > 0) throw new UsageError('Put the query between quotation marks.');
  const format = oneOf('--format', values.format ?? 'table', FORMATS);
  if (given === undefined && streams.in.isTTY) throw new UsageError('The query is missing.');
  if (values.install) await install();
  const query = given ?? (await text(streams.in));
  const lake = await openLake(folder).catch(explain);
  try {
    write(format, await lake.query(query).catch(refuse), streams);
    return 0;
  } finally {
    lake.close();
  }
}

function explain(error: unknown): never {
  if (error instanceof NoDuckDBError)
    throw new CommandError(
      `${error.message} Add --install to fetch it from the npm registry (about 70 MB) into ${DUCKDB_FOLDER}.`,
    );
  throw error instanceof LakeError ? new CommandError(error.message) : error;
}

/** DuckDB says what is wrong, and where. */
function refuse(error: unknown): never {
  throw new CommandError((error as Error).message);
}

async function install(): Promise<void> {
  await mkdir(DUCKDB_FOLDER, { recursive: true });
  await writeFile(join(DUCKDB_FOLDER, 'package.json'), '{ "private": true }\n');
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--prefix',
    DUCKDB_FOLDER,
    DUCKDB_PACKAGE,
  ];
  const npm = spawn('npm', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  npm.on('close', resolve).on('error', () => resolve(null));
  if ((await promise) !== 0) throw new CommandError('npm could not install DuckDB.');
}

function write(format: (typeof FORMATS)[number], { columns, rows }: QueryResult, { out }: Streams) {
  if (format === 'json') {
    for (const row of rows)
      out.write(
        `${JSON.stringify(Object.fromEntries(columns.map((name, at) => [name, row[at]])))}\n`,
      );
    return;
  }
  const plain = {
    columns,
    rows: rows.map(row => row.map(cell => (typeof cell === 'boolean' ? String(cell) : cell))),
  };
  out.write(format === 'csv' ? csvText(plain) : alignedTable(plain));
}
