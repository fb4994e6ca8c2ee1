import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { watchDatabase } from './watched-client.ts';

/** Connections to a PostgreSQL, opened when needed. Its integers are read as numbers: all stored ones are below 2^53. */
export function openPool({ databaseUrl, max }: { databaseUrl: string; max: number }) {
  const { Client, ping } = watchDatabase(databaseUrl);
  const pool = new pg.Pool({
    Client,
    connectionString: databaseUrl,
    max,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === 20 || oid === 1700
          ? Number
          : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // Without a listener a dropped idle connection would end the process.
  pool.on('error', () => {});
  pool.on('connect', client => {
    // The same for a connection that holds a lock.
    client.on('error', () => {});
    // Ends the statements of a process that was killed. Versions before 14, and some platforms, lack this setting.
    client.query("set client_connection_check_interval = '2s'").catch(() => {});
  });
  return { dialect: new PostgresDialect({ pool }), ping };
}
