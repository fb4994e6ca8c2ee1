import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Engine } from '../engine.ts';
import { rowInserts, tunedBy, tuning } from './file.ts';
import type { FromThread, ToThread } from './thread.ts';

/** Messages that may wait for the thread: each has the rows of some issues in one table. */
const MAX_PENDING = 100;

const MODULE = new URL('./thread.ts', import.meta.url);

/**
 * The engine with a connection in a thread of its own, so that rows are written while the next ones are derived. Inserts
 * resolve before they are done: a failure rejects the next query, at the latest the commit. A commit survives the end of
 * the process, but a power failure only from the next commit of another connection.
 */
export async function openSqliteWriter<Rows>(
  engine: Engine<Rows>,
  file: string,
): Promise<Engine<Rows>> {
  const thread = startThread(file);
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await thread.query(statement, []);
  };
  await run([...tuning('bulk'), 'pragma synchronous = NORMAL']);
  const connection: DatabaseConnection = {
    executeQuery: <Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) =>
      thread.query(sql, parameters) as Promise<QueryResult<Row>>,
    streamQuery() {
      throw new Error('The thread does not stream rows.');
    },
  };
  const log = await open(`${file}-wal`);
  let flushed: Promise<void> | null = null;
  /** Writes the log to the disk meanwhile: the next commit of another connection waits for what is left. */
  const flush = () => {
    flushed ??= log
      .datasync()
      .catch(() => {})
      .finally(() => {
        flushed = null;
      });
  };
  const statement = (sql: string) => async () => void (await thread.query(sql, []));
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: statement('begin immediate'),
    async commitTransaction() {
      await thread.query('commit', []);
      flush();
    },
    rollbackTransaction: statement('rollback'),
    releaseConnection: async () => {},
    destroy: thread.close,
  };
  const db = new Kysely<Rows>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: given => new SqliteIntrospector(given),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return {
    ...engine,
    db,
    async insertMany(_db, table, rows) {
      if (rows.length > 0)
        await thread.insert({
          inserts: rowInserts(engine.tables, table, rows as readonly object[]),
        });
    },
    tuned: tunedBy(phase => run(tuning(phase)), 'bulk'),
    async close() {
      await flushed;
      await log.close();
      // The log is copied into the file and emptied here, not at the end of the process. The first checkpoint lets other
      // connections go on; the second one, which makes them wait, has little left to copy.
      await run([
        'pragma wal_checkpoint',
        'pragma busy_timeout = 1000',
        'pragma wal_checkpoint(truncate)',
      ]).finally(thread.close);
    },
  };
}

interface Pending {
  readonly resolve: (result: QueryResult<unknown> | null) => void;
  readonly reject: (error: Error) => void;
}

function startThread(file: string) {
  const worker = new Worker(MODULE, { workerData: file });
  const pending: Pending[] = [];
  let failure: Error | null = null;
  let onRoom: (() => void) | null = null;
  const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()));
  worker.on('message', (reply: FromThread) => {
    const first = pending.shift();
    if ('failure' in reply) {
      const { message, code } = reply.failure;
      first?.reject(Object.assign(new Error(message), { code }));
    } else first?.resolve(reply.result);
    if (pending.length < MAX_PENDING / 2) onRoom?.();
  });
  worker.once('error', error => {
    failure = error;
    for (const { reject } of pending.splice(0)) reject(error);
    onRoom?.();
  });
  function send(message: ToThread, waiting: Pending): void {
    if (failure) {
      waiting.reject(failure);
      return;
    }
    pending.push(waiting);
    worker.postMessage(message);
  }
  return {
    query: (sql: string, parameters: readonly unknown[]) =>
      new Promise<QueryResult<unknown> | null>((resolve, reject) =>
        send({ sql, parameters }, { resolve, reject }),
      ),
    /** Back-pressure: waits until the thread has room. */
    async insert(message: ToThread): Promise<void> {
      send(message, { resolve() {}, reject() {} });
      if (pending.length < MAX_PENDING) return;
      await new Promise<void>(resolve => {
        onRoom = resolve;
      });
      onRoom = null;
    },
    async close(): Promise<void> {
      worker.postMessage('close');
      await ended;
    },
  };
}
