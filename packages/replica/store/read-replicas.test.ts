import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeContext } from '../data/context.ts';
import { type Engine, openEngine } from '../data/engine.ts';
import { onReplicas } from '../data/on-replicas.ts';
import { createQueryPool } from '../jql/process/query-pool.ts';
import { openStoreOn, type Store } from './store.ts';
import { startFreezingProxy } from './testing/freezing-proxy.ts';
import { startPgBouncer, startPostgres, startReplica } from './testing/postgres.ts';
import { now, smallSite, zone } from './testing/small-site.ts';

const viewer = { userId: 'acc:ana', zone };
const patient = { timeout: 60_000, interval: 20 };
const ALL = { jql: 'project in (APP, OPS)', viewer, now };

let added = 100;
/** Adds an issue; resolves when the write is acknowledged. */
async function addIssue(store: Store): Promise<string> {
  added += 1;
  const id = String(added);
  const created = '2026-03-11T11:30:00.000+0100';
  const fields = {
    summary: `Issue ${id}`,
    project: { id: '1000', key: 'APP' },
    created,
    updated: created,
  };
  const record = { kind: 'issue' as const, value: { id, key: `APP-${id}`, fields } };
  expect(await store.ingest([record])).toMatchObject({ problems: [] });
  return id;
}

const postgres = await startPostgres();
const primaryUrl = await postgres.database();
afterAll(() => postgres.stop());

describe.skipIf(primaryUrl === null)('a store with a streaming replica', () => {
  const primary = primaryUrl ?? '';
  let replica: Awaited<ReturnType<typeof startReplica>>;
  let writer: Store;
  let engine: Engine;
  let reader: Store;
  beforeAll(async () => {
    writer = await openStoreOn(openEngine({ databaseUrl: primary }));
    await writer.ingest(smallSite());
    replica = await startReplica(primary);
    const place = { databaseUrl: primary, readUrls: [replica.databaseUrl] };
    engine = openEngine(place);
    reader = await openStoreOn(engine, undefined, () => createQueryPool({ place, processes: 1 }));
  }, 120_000);
  afterAll(async () => {
    await reader.close();
    await writer.close();
    await replica.stop();
  });

  const status = () => reader.replicas?.status()[0];
  const untilInUse = () => expect.poll(() => status()?.state, patient).toBe('in use');
  /** Number of reads of the table of issues on the replica, by all processes. */
  const scans = async () => {
    const [row] = await replica.run<{ scans: number }>(
      "select seq_scan + coalesce(idx_scan, 0) as scans from pg_stat_user_tables where relname = 'issues'",
    );
    return row?.scans ?? 0;
  };
  const expectUsed = async () => {
    await untilInUse();
    const before = status()?.reads ?? 0;
    await expect
      .poll(async () => {
        await reader.issues.ids(['APP-1']);
        return status()?.reads;
      }, patient)
      .toBeGreaterThan(before);
  };

  test('reads from it, queries too', async () => {
    await expectUsed();
    const before = await scans();
    await expect
      .poll(async () => {
        expect(await reader.jql.count(ALL)).toBe(7);
        return scans();
      }, patient)
      // Statistics are written once a second.
      .toBeGreaterThan(before + 20);
    const all = ['1', '2', '3'];
    const documents = (store: Store) => store.as('acc:ben').issues.documents(all);
    expect(await documents(reader)).toEqual(await documents(writer));
  }, 60_000);

  test('sees its own and other writes at once while the replica lags, and uses it again later', async () => {
    await untilInUse();
    await replica.run('select pg_wal_replay_pause()');
    const { reads } = status() ?? {};
    for (const store of [writer, reader, writer]) {
      const id = await addIssue(store);
      expect(await reader.issues.documents([id])).toMatchObject([{ id }]);
      expect(await reader.jql.count({ ...ALL, jql: `id = ${id}` })).toBe(1);
      expect(await reader.histories.page({ issueIds: [id] })).toMatchObject({ total: 0 });
    }
    const [place = { projectId: '', position: 0 }] = await writer.segments.list();
    const revision = await writer.segments.revision();
    const segment = { issues: 8, bytes: new Uint8Array([1]), needs: new Uint8Array(0) };
    expect(await writer.segments.write(place, revision, segment)).toBe(true);
    expect(await reader.segments.list()).toContainEqual({
      ...place,
      revision,
      issues: 8,
      isValid: true,
      size: 1,
    });
    expect(status()).toMatchObject({ state: 'behind', reads });
    await replica.run('select pg_wal_replay_resume()');
    await expectUsed();
  }, 60_000);

  test('a load never goes back in time, whichever server and database answer', async () => {
    const place = { databaseUrl: primary, readUrls: [replica.databaseUrl] };
    const second = await openStoreOn(openEngine(place));
    let written = await writer.issues.count();
    let stopped = false;
    const write = async () => {
      for (let round = 0; !stopped; round++) {
        await addIssue(round % 2 === 0 ? writer : reader);
        written += 1;
        if (round % 3 === 0) await replica.run('select pg_wal_replay_pause()');
        if (round % 3 !== 2) continue;
        await replica.run('select pg_wal_replay_resume()');
        await untilInUse();
      }
    };
    const before = (status()?.reads ?? 0) + 20;
    const read = async () => {
      for (let turn = 0, seen = 0; (status()?.reads ?? 0) < before; turn++) {
        const store = turn % 2 === 0 ? reader : second;
        const acknowledged = written;
        const count = turn % 3 === 0 ? await store.jql.count(ALL) : await store.issues.count();
        expect(count).toBeGreaterThanOrEqual(Math.max(acknowledged, seen));
        seen = count;
      }
    };
    const reading = read().finally(() => {
      stopped = true;
    });
    await Promise.all([write(), reading]);
    await replica.run('select pg_wal_replay_resume()');
    await second.close();
  }, 120_000);

  test('a read during which the entities change is made again on the primary', async () => {
    await expectUsed();
    const context = storeContext(engine);
    const versions: (number | null)[] = [];
    const store = onReplicas(
      context,
      ({ db }) => ({
        async names() {
          const { rows } = await sql<{ isReplica: boolean }>`
            select pg_is_in_recovery() as "isReplica"`.execute(db);
          versions.push(rows[0]?.isReplica ? context.catalogue.version : null);
          await writer.catalogue.save('status', '3', { name: 'In work' });
          await context.refresh();
          return context.catalogue.get('status', '3')?.name;
        },
      }),
      ['names'],
    );
    expect(await store.names()).toBe('In work');
    expect(versions).toEqual([expect.any(Number), null]);
  }, 60_000);

  test('dies during reads, which the primary answers, and is used when it is back', async () => {
    await expectUsed();
    const count = await writer.issues.count();
    const read = engine.replicas?.read({
      onReplica: async db => {
        await sql`select pg_sleep(600)`.execute(db);
        return 'replica';
      },
      onPrimary: async () => 'primary',
    });
    const sleeping = "select 1 from pg_stat_activity where query = 'select pg_sleep(600)'";
    await expect.poll(async () => (await replica.run(sleeping)).length, patient).toBe(1);
    const counts = Array.from({ length: 40 }, (_, at) =>
      at % 2 === 0 ? reader.issues.count() : reader.jql.count(ALL),
    );
    const killed = replica.kill();
    expect(new Set(await Promise.all(counts))).toEqual(new Set([count]));
    expect(await read).toBe('primary');
    await killed;
    const id = await addIssue(writer);
    expect(await reader.issues.documents([id])).toMatchObject([{ id }]);
    await expect.poll(() => status()?.state, patient).toBe('away');
    await replica.start();
    await expectUsed();
    expect(await reader.issues.count()).toBe(count + 1);
  }, 120_000);

  test('a machine that is gone without a word is given up', async () => {
    const proxy = await startFreezingProxy(replica.databaseUrl);
    const place = { databaseUrl: primary, readUrls: [proxy.databaseUrl] };
    const far = openEngine(place);
    const state = () => far.replicas?.status()[0]?.state;
    await expect.poll(state, patient).toBe('in use');
    const answer = await far.reading(async db => {
      const { rows } = await sql`select 1 where pg_is_in_recovery()`.execute(db);
      if (rows.length === 0) return 'primary';
      proxy.freeze();
      await sql`select 1`.execute(db);
      return 'replica';
    });
    expect([answer, state()]).toEqual(['primary', 'away']);
    await far.close();
    proxy.stop();
  }, 60_000);

  test('is used through PgBouncer in transaction mode', async context => {
    const pooler = await startPgBouncer(replica.databaseUrl);
    if (!pooler) return context.skip('There is no PgBouncer here.');
    const place = { databaseUrl: primary, readUrls: [pooler.databaseUrl] };
    const store = await openStoreOn(openEngine(place));
    await store.replicas?.checked();
    const counts = await Promise.all(Array.from({ length: 30 }, () => store.issues.count()));
    expect(new Set(counts)).toEqual(new Set([await writer.issues.count()]));
    await expect
      .poll(async () => {
        await store.issues.count();
        return store.replicas?.status()[0]?.reads;
      }, patient)
      .toBeGreaterThan(20);
    await store.close();
    await pooler.stop();
  }, 60_000);

  test('does not read from another database, nor from the primary', async () => {
    const other = await startPostgres();
    const otherUrl = (await other.database()) ?? '';
    const stranger = await openStoreOn(openEngine({ databaseUrl: otherUrl }));
    const otherReplica = await startReplica(otherUrl);
    const readUrls = [
      primary,
      otherReplica.databaseUrl,
      otherUrl,
      'postgres://test@127.0.0.1:1/test1',
    ];
    const store = await openStoreOn(openEngine({ databaseUrl: primary, readUrls }));
    const states = (await store.replicas?.checked())?.map(each => each.state);
    expect(states).toEqual(['other database', 'other database', 'other database', 'away']);
    expect(await store.issues.count()).toBe(await writer.issues.count());
    for (const each of [store, stranger]) await each.close();
    await otherReplica.stop();
    await other.stop();
  }, 60_000);
});
