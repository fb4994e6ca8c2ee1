/** A thread that looks for damage in a SQLite file: it reads all of it. */
import { parentPort, workerData } from 'node:worker_threads';
import { SqliteConnection } from './connection.ts';

/** Other errors, such as a database that is locked, are no damage. */
const isDamage = (code: unknown) => code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';

try {
  const [row] = new SqliteConnection(workerData, { readOnly: true })
    .prepare('pragma quick_check(1)')
    .all([]) as { quick_check: string }[];
  const found = row?.quick_check;
  parentPort?.postMessage({ damage: found === 'ok' ? null : found });
} catch (error) {
  const { message, code } = error as { message: string; code?: unknown };
  parentPort?.postMessage({ damage: isDamage(code) ? message : null });
}
