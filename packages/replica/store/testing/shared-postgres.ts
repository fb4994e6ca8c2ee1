import { sql } from 'kysely';
import { inject } from 'vitest';
import { openEngine } from '../../data/open-engine.ts';
import { startInProcess, type TestPostgres } from './postgres.ts';

let count = 0;

/** Databases on the server of this run; `stop` drops them. PGlite where there is no server. */
export function sharedPostgres(): TestPostgres {
  const server = inject('postgresUrl');
  if (server === null) return startInProcess();
  const names: string[] = [];
  async function ask(statement: string) {
    const engine = openEngine({ databaseUrl: server as string });
    await sql.raw(statement).execute(engine.db);
    await engine.close();
  }
  async function database() {
    count += 1;
    const name = `test_${process.pid}_${count}`;
    await ask(`create database ${name}`);
    names.push(name);
    const url = new URL(server as string);
    url.pathname = name;
    return url.href;
  }
  return {
    kind: 'server',
    database,
    engine: async () => openEngine({ databaseUrl: await database() }),
    async stop() {
      for (const name of names) await ask(`drop database ${name} with (force)`);
    },
  };
}
