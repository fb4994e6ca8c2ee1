/** A thread with a connection of its own to a SQLite file, see sqlite-writer.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { QueryResult } from 'kysely';
import { openSqliteFile, type RowInserts } from './file.ts';

export type ToThread =
  | { readonly inserts: readonly RowInserts[] }
  | { readonly sql: string; readonly parameters: readonly unknown[] };

/** The reply to each message, in their order. A failed insert is the reply to the next query. */
export type FromThread =
  | { readonly result: QueryResult<unknown> | null }
  | { readonly failure: { readonly message: string; readonly code: unknown } };

const { database, insert } = openSqliteFile(workerData);
let failure: unknown = null;

function query(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
  if (sql === 'rollback') {
    failure = null;
    // On a full disk SQLite has already rolled back.
    if (!database.isInTransaction) return { rows: [] };
  }
  if (failure !== null) {
    const error = failure;
    failure = null;
    throw error;
  }
  const statement = database.prepare(sql);
  if (statement.reader) return { rows: statement.all(parameters) };
  return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
}

function answer(message: ToThread): FromThread {
  try {
    if ('sql' in message) return { result: query(message.sql, message.parameters) };
  } catch (error) {
    const { message: text, code } = error as Error & { code?: unknown };
    return { failure: { message: text, code } };
  }
  try {
    if (failure === null) message.inserts.forEach(insert);
  } catch (error) {
    failure = error;
  }
  return { result: null };
}

parentPort?.on('message', (message: ToThread | 'close') => {
  if (message !== 'close') return parentPort?.postMessage(answer(message));
  database.close();
  parentPort?.close();
});
