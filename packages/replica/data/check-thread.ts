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

try {
  parentPort?.postMessage(damageOf(workerData));
} catch (error) {
  parentPort?.postMessage((error as Error).message);
}
