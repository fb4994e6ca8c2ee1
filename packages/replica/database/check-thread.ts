/** A thread that looks for damage in a SQLite file: it reads all of it. */
import { parentPort, workerData } from 'node:worker_threads';
import SQLite from 'better-sqlite3';

function damageOf(file: string): string | null {
  const database = new SQLite(file, { readonly: true });
  try {
    const found = String(database.pragma('quick_check(1)', { simple: true }));
    return found === 'ok' ? null : found;
  } finally {
    database.close();
  }
}

/** Other errors, such as a database that is locked, are no damage. */
const isDamage = ({ code = '' }: { code?: string }) => /^SQLITE_(CORRUPT|NOTADB)/.test(code);

try {
  parentPort?.postMessage({ damage: damageOf(workerData) });
} catch (error) {
  const { message } = error as Error;
  parentPort?.postMessage({ damage: isDamage(error as { code?: string }) ? message : null });
}
