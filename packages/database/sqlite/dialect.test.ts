import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteConnection } from './connection.ts';
import { sqliteDialect } from './dialect.ts';

let folder: string;
let other: SqliteConnection;
let db: Kysely<Record<string, never>>;
let limitMs: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-dialect-'));
  const file = join(folder, 'a.db');
  other = new SqliteConnection(file);
  other.exec('pragma journal_mode = WAL');
  other.exec('create table a (id integer)');
  limitMs = 60_000;
  db = new Kysely({
    dialect: sqliteDialect(new SqliteConnection(file, { timeout: 0 }), () => limitMs),
  });
});
afterEach(async () => {
  await db.destroy();
  other.close();
  rmSync(folder, { recursive: true });
});

const insert = (id: number, on = db) => sql`insert into a values (${id})`.execute(on);
const ids = async () =>
  (await sql<{ id: number }>`select id from a order by id`.execute(db)).rows.map(({ id }) => id);
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise(resolve => setImmediate(resolve));
};
const busy = expect.objectContaining({ code: 'SQLITE_BUSY' });

test('while another connection writes, writes wait and reading goes on', async () => {
  other.exec('begin immediate');
  const done: number[] = [];
  const writes = [1, 2, 3].map(id => insert(id).then(() => done.push(id)));
  writes.push(
    db
      .transaction()
      .execute(async trx => void (await insert(4, trx as never)))
      .then(() => done.push(4)),
  );
  expect(await ids()).toEqual([]);
  const reading = db.transaction().setAccessMode('read only');
  expect((await reading.execute(trx => sql`select id from a`.execute(trx))).rows).toEqual([]);
  await turns(3);
  expect(done).toEqual([]);
  other.exec('commit');
  await Promise.all(writes);
  expect(await ids()).toEqual([1, 2, 3, 4]);
});

test('when the lock is held for too long all writes fail, further ones at once, until it is free', async () => {
  other.exec('begin immediate');
  limitMs = 50;
  const writes = await Promise.allSettled(Array.from({ length: 7 }, (_, id) => insert(id)));
  expect(writes.map(write => write.status === 'rejected' && write.reason)).toEqual(
    Array(7).fill(busy),
  );
  // The lock counts as held from the first look at it, which came after the writes had begun.
  await pause(2 * limitMs);
  let failure: unknown = null;
  insert(8).catch((error: unknown) => {
    failure = error;
  });
  // No timer fires between them.
  await turns(3);
  expect(failure).toEqual(busy);
  expect(await ids()).toEqual([]);
  other.exec('commit');
  await expect
    .poll(
      () =>
        insert(9).then(
          () => true,
          () => false,
        ),
      { interval: 20 },
    )
    .toBe(true);
  expect(await ids()).toEqual([9]);
});

test('statements of others wait for a transaction, which ends whole', async () => {
  const seen: number[][] = [];
  const failed = db.transaction().execute(async trx => {
    await insert(1, trx as never);
    seen.push(await Promise.race([ids(), turns(3).then(() => [-1])]));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(seen).toEqual([[-1]]);
  expect(await ids()).toEqual([]);
});

test('a write that waits ends with its connection', async () => {
  other.exec('begin immediate');
  const write = insert(1).catch((error: unknown) => error);
  await turns(3);
  await db.destroy();
  expect(await write).toEqual(expect.any(Error));
  other.exec('commit');
});
