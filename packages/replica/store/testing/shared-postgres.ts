import { sql } from 'kysely';
import { inject } from 'vitest';
import { openEngine } from '../../data/open-engine.ts';
import { startInProcess, type TestPostgres } from './postgres.ts';

let count = 0;

/** Opens the store of a database, which migrates it. */
type Migrate = (databaseUrl: string) => Promise<{ close(): Promise<void> }>;

/**
 * Databases on the server of this run; `stop` drops them. PGlite where there is no server. With `migrate` they are copies of one that it
 * has migrated, else empty.
 */
export function sharedPostgres(migrate?: Migrate): TestPostgres {
  const server = inject('postgresUrl');
  if (server === null) return startInProcess();
  const names: string[] = [];
  async function ask(statement: string) {
    const engine = openEngine({ databaseUrl: server as string });
    await sql.raw(statement).execute(engine.db);
    await engine.close();
  }
  async function create(template: string) {
    count += 1;
    const name = `test_${process.pid}_${count}`;
    await ask(`create database ${name} template ${template}`);
    names.push(name);
    const url = new URL(server as string);
    url.pathname = name;
    return { name, url: url.href };
  }
  async function migrated(open: Migrate) {
    const { name, url } = await create('template1');
    await (await open(url)).close();
    return name;
  }
  let template: Promise<string> | undefined;
  async function database() {
    if (migrate) template ??= migrated(migrate);
    return (await create((await template) ?? 'template1')).url;
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
