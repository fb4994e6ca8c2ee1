/** Reads from streaming replicas of a PostgreSQL, as long as their data are those of the primary. */
import { Kysely, sql } from 'kysely';
import { VERSION_NAME } from './catalogue.ts';
import { openPool } from './pool.ts';
import type { Database } from './schema.ts';
import { StoreError } from './store-error.ts';

type Db = Kysely<Database>;

export interface ReplicaStatus {
  /** 'other database': it is no replica, or not one of this primary. */
  readonly state: 'unchecked' | 'in use' | 'behind' | 'away' | 'other database';
  /** Why it is away. */
  readonly error: string | null;
  /** Number of reads that it has answered. */
  readonly reads: number;
}

interface Read<Result> {
  /**
   * Runs in one snapshot of a replica, whose entities have this version. After a StaleError the read is made on the primary, as
   * after any other error but a StoreError or JqlError.
   */
  onReplica(db: Db, entitiesVersion: number): Promise<Result>;
  onPrimary(): Promise<Result>;
}

export interface ReadReplicas {
  /** Reads from a replica with the data that the primary has now, else from the primary. Replicas take turns. */
  read<Result>(read: Read<Result>): Promise<Result>;
  /** In the order of the addresses; resolves when each was checked for the first time. */
  checked(): Promise<readonly ReplicaStatus[]>;
  status(): readonly ReplicaStatus[];
  close(): Promise<void>;
}

export interface ReplicaSettings {
  primary: Db;
  urls: readonly string[];
  /** Connections to each. */
  max: number;
  /** The time of a statement, 0 for any. */
  statementMs: number;
}

/** What was read on a replica is older than what is known from the primary. */
export class StaleError extends Error {}

/** A replica that has not answered the first statement in this time is away. */
const ANSWER_MS = 2_000;
/** Before a replica is checked again; each further pause is twice as long. */
const PAUSES = {
  behind: { firstMs: 50, maxMs: 2_000 },
  away: { firstMs: 500, maxMs: 30_000 },
} as const;

/** The data of a database. */
interface DataVersion {
  readonly system: string;
  readonly database: string;
  readonly isReplica: boolean;
  /** All revisions and versions, as JSON: each write of what replicas are asked for raises one of them. */
  readonly facts: string;
  readonly migrations: number;
}

async function readVersion(db: Db, statementMs = 0): Promise<DataVersion> {
  const limit = sql`, set_config('statement_timeout', ${String(statementMs)}, true)`;
  const { rows } = await sql<DataVersion>`
    select (select system_identifier::text from pg_control_system()) as system,
      current_database()::text as database, pg_is_in_recovery() as "isReplica",
      coalesce((select json_object_agg(name, value order by name)::text from facts), '{}') as facts,
      (select count(*) from migrations) as migrations ${statementMs > 0 ? limit : sql``}`.execute(
    db,
  );
  return rows[0] as DataVersion;
}

function compare(
  replica: DataVersion,
  primary: DataVersion,
): 'in use' | 'behind' | 'other database' {
  const isOther = replica.system !== primary.system || replica.database !== primary.database;
  if (isOther || !replica.isReplica) return 'other database';
  // A replica can also be ahead: it may have a commit before the primary shows it.
  return replica.facts === primary.facts && replica.migrations === primary.migrations
    ? 'in use'
    : 'behind';
}

export function readReplicas(settings: ReplicaSettings): ReadReplicas {
  const replicas = settings.urls.map(url => openReplica(url, settings));
  const firstChecks = Promise.all(replicas.map(({ check }) => check()));
  const status = () => replicas.map(replica => replica.status());
  let turn = 0;
  return {
    async read({ onReplica, onPrimary }) {
      const inUse = replicas.filter(replica => replica.status().state === 'in use');
      const replica = inUse[turn++ % inUse.length];
      const answer = await replica?.read(onReplica);
      return answer ? answer.value : onPrimary();
    },
    checked: () => firstChecks.then(status),
    status,
    async close() {
      await Promise.all(replicas.map(({ close }) => close()));
    },
  };
}

function openReplica(databaseUrl: string, { primary, max, statementMs }: ReplicaSettings) {
  const { dialect, disconnect } = openPool({ databaseUrl, max, connectMs: ANSWER_MS });
  const db = new Kysely<Database>({ dialect });
  let state: ReplicaStatus['state'] = 'unchecked';
  let error: string | null = null;
  let reads = 0;
  let pauseMs = 0;
  let nextCheck: NodeJS.Timeout | undefined;
  let isClosed = false;

  const inSnapshot = <Result>(work: (trx: Db, version: DataVersion) => Promise<Result>) =>
    db.connection().execute(async connection => {
      const late = setTimeout(disconnect, ANSWER_MS);
      try {
        const begin = connection.transaction().setIsolationLevel('repeatable read');
        return await begin.setAccessMode('read only').execute(async trx => {
          const version = await readVersion(trx, statementMs);
          clearTimeout(late);
          return work(trx, version);
        });
      } finally {
        clearTimeout(late);
      }
    });

  /** Null if the primary has to answer. */
  async function attempt<Result>(
    work: (trx: Db, version: DataVersion) => Promise<Result>,
  ): Promise<{ readonly value: Result } | null> {
    const primaryVersion = readVersion(primary).catch(() => null);
    try {
      return await inSnapshot(async (trx, version) => {
        const expected = await primaryVersion;
        const found = expected === null ? 'behind' : compare(version, expected);
        return found === 'in use' ? { value: await work(trx, version) } : pause(found);
      });
    } catch (cause) {
      if (isAnswer(cause)) throw cause;
      return cause instanceof StaleError ? null : pause('away', cause);
    }
  }

  /** Leaves the replica alone until it is checked again. */
  function pause(reason: 'behind' | 'away' | 'other database', cause?: unknown): null {
    if (nextCheck || isClosed) return null;
    state = reason;
    error = cause ? textOf(cause) : null;
    const { firstMs, maxMs } = reason === 'behind' ? PAUSES.behind : PAUSES.away;
    pauseMs = Math.min(Math.max(firstMs, 2 * pauseMs), maxMs);
    nextCheck = setTimeout(() => {
      nextCheck = undefined;
      void check();
    }, pauseMs).unref();
    return null;
  }

  async function check(): Promise<void> {
    if (!(await attempt(async () => true))) return;
    state = 'in use';
    error = null;
    pauseMs = 0;
  }

  return {
    check,
    async read<Result>(
      work: Read<Result>['onReplica'],
    ): Promise<{ readonly value: Result } | null> {
      const answer = await attempt((trx, { facts }) =>
        work(trx, JSON.parse(facts)[VERSION_NAME] ?? 0),
      );
      if (answer) reads += 1;
      return answer;
    },
    status: (): ReplicaStatus => ({ state, error, reads }),
    async close() {
      isClosed = true;
      clearTimeout(nextCheck);
      disconnect();
      await db.destroy();
    },
  };
}

/** A refused connection to all addresses of a host has no message. */
const textOf = (error: unknown): string =>
  (error as Error).message || String((error as { code?: unknown }).code);

/** Errors of the caller, which the primary would throw too. */
const isAnswer = (error: unknown): boolean =>
  error instanceof StoreError || (error as Error).name === 'JqlError';
