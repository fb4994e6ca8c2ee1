import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openEngine } from '../data/open-engine.ts';
import { createQueryPool } from '../jql/process/query-pool.ts';
import { openStoreOn } from './store.ts';
import { startPgBouncer, startPostgres } from './testing/postgres.ts';
import { now, smallSite, zone } from './testing/small-site.ts';

test('a pool of connections by transaction loses no lock, deadline or refusal to write', async context => {
  const postgres = await startPostgres();
  const direct = await postgres.database();
  const pooler = direct && (await startPgBouncer(direct));
  if (!pooler) {
    await postgres.stop();
    return context.skip('There is no PostgreSQL with PgBouncer here.');
  }
  const place = { databaseUrl: pooler.databaseUrl };
  const openQueries = () => createQueryPool({ place, processes: 1 });
  const first = await openStoreOn(openEngine(place), undefined, openQueries);
  const second = await openStoreOn(openEngine(place));
  await first.bulkLoad(() => first.ingest(smallSite()));

  const viewer = { userId: 'acc:ana', zone };
  expect(await first.jql.count({ jql: 'project = APP', viewer, now })).toBe(5);

  const lock = await first.lock('mirror');
  expect(lock).not.toBeNull();
  for (let turn = 0; turn < 20; turn++) {
    // Meanwhile other transactions take turns on the connections.
    await Promise.all([first.ping(), second.ping(), first.issues.count()]);
    expect(await second.lock('mirror')).toBeNull();
  }
  await lock?.release();
  const next = await second.lock('mirror');
  expect(next).not.toBeNull();
  await next?.release();
  const reader = openEngine(place, { readOnlyMs: 200 });
  const run = (statement: string) => reader.reading(db => sql.raw(statement).execute(db));
  await expect(run('select pg_sleep(30)')).rejects.toThrow(/statement timeout/);
  await expect(run('delete from issues')).rejects.toMatchObject({ code: '25006' });
  const locks = await sql`select * from pg_locks where locktype = 'advisory'`.execute(reader.db);
  expect(locks.rows).toEqual([]);

  await reader.close();
  await first.close();
  await second.close();
  await pooler.stop();
  await postgres.stop();
});
