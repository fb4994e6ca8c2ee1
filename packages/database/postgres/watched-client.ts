import { Socket } from 'node:net';
import pg from 'pg';
import { CopyClient } from './copy.ts';

const LOST = /^(Connection terminated|Client (has encountered a connection error|was closed))/;

/** Errors of a lost connection get a code, as all others have. */
function withCode(error: Error): never {
  throw LOST.test(error.message) ? Object.assign(error, { code: 'ECONNRESET' }) : error;
}

/** A connection that knows how long a statement waits for it. */
class WatchedClient extends CopyClient {
  declare readonly processID: number;
  #waiting = 0;
  /** Bytes in both directions at the last look that found new ones, and its time. */
  #bytes = -1;
  #sinceMs = 0;

  override query(...given: unknown[]): never {
    this.#waiting += 1;
    this.#bytes = -1;
    const result: Promise<unknown> = super.query(...given);
    const end = () => {
      this.#waiting -= 1;
    };
    return result.catch(withCode).finally(end) as never;
  }

  /** How long a statement has waited without a byte in either direction, as far as looks have seen. */
  silentMs(now: number): number {
    const { stream } = this.connection;
    const bytes = stream instanceof Socket ? stream.bytesRead + stream.bytesWritten : 0;
    if (this.#waiting === 0 || bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#sinceMs = now;
    }
    return now - this.#sinceMs;
  }

  disconnect(): void {
    this.connection.stream.destroy();
  }
}

/** Time for opening a connection. */
const CONNECT_MS = 5_000;
const LOOK_MS = 1_000;
/** A statement that is silent for so long is a reason to ask the server. */
const SILENT_MS = 2_000;
/** Time for the reply. */
const PING_MS = 5_000;
/** Before the first keep-alive probe of TCP. */
const KEEP_ALIVE_MS = 10_000;

const noAnswer = () =>
  Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' });

/** Process ids of those given that run no statement; none if the server has no such processes, as behind PgBouncer. */
async function idleProcesses(databaseUrl: string, limitMs: number, ids: readonly number[]) {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {});
  const late = setTimeout(() => client.connection.stream.destroy(), limitMs);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where pid = any($1) and state like 'idle%'",
      [ids],
    );
    return rows.map(({ pid }) => pid);
  } finally {
    clearTimeout(late);
    // Without a wait: a server that is gone acknowledges nothing.
    client.end(() => {});
    setTimeout(() => client.connection.stream.destroy(), limitMs).unref();
  }
}

/**
 * Connections to a PostgreSQL that end where the machine, or the network, is gone without a word. A statement may take any time
 * as long as the server answers others and still runs it. While the server does not answer, new connections are refused at once.
 */
export function watchDatabase(databaseUrl: string) {
  const clients = new Set<Client>();
  /** Clients that were silent and idle at the last check: their reply or statement was lost. */
  let suspects: ReadonlySet<Client> = new Set();
  let isAway = false;
  let isLooking = false;

  async function look(): Promise<void> {
    const now = performance.now();
    const silent = [...clients].filter(client => client.silentMs(now) > SILENT_MS);
    if (silent.length > 0 || isAway) {
      const ids = silent.map(({ processID }) => processID);
      const idle: readonly number[] | null = await idleProcesses(databaseUrl, PING_MS, ids).catch(
        error => (error instanceof pg.DatabaseError ? [] : null),
      );
      isAway = idle === null;
      const lost = silent.filter(client => idle === null || idle.includes(client.processID));
      for (const client of lost) if (isAway || suspects.has(client)) client.disconnect();
      suspects = new Set(lost);
    }
    isLooking = false;
    startLooking();
  }

  function startLooking(): void {
    if (isLooking || (clients.size === 0 && !isAway)) return;
    isLooking = true;
    setTimeout(look, LOOK_MS).unref();
  }

  class Client extends WatchedClient {
    constructor(settings?: object) {
      super({
        ...settings,
        // One of the pool would also end the wait for a free connection.
        connectionTimeoutMillis: CONNECT_MS,
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      });
    }

    override connect(...given: unknown[]): never {
      const [done] = given as [(error: Error | null) => void];
      if (isAway) {
        setImmediate(done, noAnswer());
        return undefined as never;
      }
      return super.connect((error: Error | null) => {
        if (error?.message === 'timeout expired') {
          isAway = true;
          Object.assign(error, { code: 'ETIMEDOUT' });
        }
        // There is no socket after a stop, or this user may not open it: not an error of a file.
        if (error && 'code' in error && /^(ENOENT|EACCES)$/.test(String(error.code)))
          Object.assign(error, { code: 'ECONNREFUSED' });
        if (!error) clients.add(this.once('end', () => clients.delete(this)));
        startLooking();
        done(error);
      }) as never;
    }
  }
  return {
    Client,
    /** Rejects where the server does not answer in time. */
    async ping(limitMs: number): Promise<void> {
      await idleProcesses(databaseUrl, limitMs, []);
    },
  };
}
