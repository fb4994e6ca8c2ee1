import { migrate } from '@tallyboard/database/migrate.ts';
import { openEngine } from '@tallyboard/replica/data/open-engine.ts';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import type { Engine } from '@tallyboard/replica/data/tables.ts';
import { sharedPostgres } from '@tallyboard/replica/store/testing/shared-postgres.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import manifest from './package.json' with { type: 'json' };
import { openServerStoreOn } from './store.ts';

/** By version: the names of its migrations. Names that a version adds are added here with it; none is ever changed. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  '0.1.0': ['100 tables', '100 tables of the server', '100 saved reports', '100 access keys'],
  '0.2.0': [
    '100 tables',
    '100 tables of the server',
    '100 saved reports',
    '100 access keys',
    '101 keys of segment changes first',
    '101 display links',
    '101 board sets',
    '102 parents by Parent Link',
    '103 cycles of SLAs in columns',
    '103 pins of saved reports',
    '104 subscriptions and outbox',
    '104 alerts',
    '105 other parents in columns',
    '106 creation of worklogs in columns',
  ],
};

const namesIn = async ({ db }: Engine): Promise<string[]> =>
  (await sql<{ name: string }>`select name from migrations`.execute(db)).rows.map(
    ({ name }) => name,
  );

/** An engine over data of this version: the store is open as long as it is. */
async function migrated(engine: Engine): Promise<Engine> {
  await openServerStoreOn(engine);
  return engine;
}

const stepsOf = (names: readonly string[]) => names.map(name => ({ name, up: async () => {} }));

test('this version has a list of names', () => {
  expect(Object.keys(NAMES)).toContain(manifest.version);
});

const postgres = sharedPostgres();
afterAll(() => postgres.stop());

describe.each([
  ['SQLite', async () => openEngine({ memory: true })],
  ['PostgreSQL', () => postgres.engine()],
] as const)('migrations on %s', (_, open) => {
  test('have the names of the last list, which has those of all before', async () => {
    const engine = await migrated(await open());
    const lists = Object.values(NAMES);
    expect((await namesIn(engine)).sort()).toEqual(lists.at(-1)?.toSorted());
    for (const [at, names] of lists.entries())
      expect(names.slice(0, lists[at - 1]?.length ?? 0)).toEqual(lists[at - 1] ?? []);
    await engine.close();
  });

  test.each(Object.keys(NAMES))(
    'data with a name that %s does not know are refused by it',
    async version => {
      const engine = await migrated(await open());
      const names = NAMES[version] ?? [];
      const newer = (await namesIn(engine)).filter(name => !names.includes(name));
      for (const name of [
        '100 of a later version',
        '101 of a later version',
        '9999 of a later version',
      ]) {
        await sql`delete from migrations`.execute(engine.db);
        for (const each of [...names, name])
          await sql`insert into migrations (name) values (${each})`.execute(engine.db);
        await expect(migrate(engine, stepsOf(names))).rejects.toMatchObject({ code: 'NEWER_DATA' });
      }
      if (newer.length > 0) {
        await sql`delete from migrations where name like '% of a later version'`.execute(engine.db);
        for (const each of newer)
          await sql`insert into migrations (name) values (${each})`.execute(engine.db);
        await expect(migrate(engine, stepsOf(names))).rejects.toMatchObject({ code: 'NEWER_DATA' });
      }
      await engine.close();
    },
  );

  test('of an earlier version are gone on with', async () => {
    const engine = await open();
    await migrate(engine, stepsOf(NAMES['0.1.0'] ?? []));
    const done: string[] = [];
    const later = { name: '101 later', up: async () => void done.push('101 later') };
    await migrate(engine, [...stepsOf(NAMES['0.1.0'] ?? []), later]);
    expect(done).toEqual(['101 later']);
    await engine.close();
  });
});

test.each([
  ['SQLite', async () => openEngine({ memory: true })],
  ['PostgreSQL', () => postgres.engine()],
] as const)(
  'issues of earlier versions have their parents by Parent Link, on %s',
  async (_, open) => {
    const engine = await open();
    const store = await openServerStoreOn(engine);
    const custom = 'com.atlassian.jpo:jpo-custom-field-parent';
    const id = 'customfield_10052';
    const type = { id: '1', name: 'Epic', subtask: false };
    const status = { id: '1', name: 'To Do', statusCategory: { id: 2, key: 'new', name: 'To Do' } };
    const at = '2026-03-01T09:00:00.000+0000';
    const fields = { summary: '', project: { id: '1', key: 'A' }, issuetype: type, status };
    const issueOf = (number: number, more: object = {}): StoreRecord => ({
      kind: 'issue',
      value: {
        id: String(number),
        key: `A-${number}`,
        fields: { ...fields, created: at, updated: at, ...more },
      },
    });
    const field = {
      id,
      key: id,
      name: 'Parent Link',
      custom: true,
      schema: { type: 'any', custom },
    };
    await store.ingest([{ kind: 'field', value: field }, issueOf(1), issueOf(2, { [id]: 'A-1' })]);
    const parents = async () =>
      (
        await sql<{ parent: string | null }>`
        select parent_key as parent from issues order by id`.execute(engine.db)
      ).rows.map(({ parent }) => parent);
    expect(await parents()).toEqual([null, 'A-1']);
    await sql`update issues set parent_key = null`.execute(engine.db);
    await sql`delete from migrations where name like '102%'`.execute(engine.db);
    await openServerStoreOn(engine);
    expect(await parents()).toEqual([null, 'A-1']);
    await engine.close();
  },
);

test('the key of segment changes comes first in data of 0.1.0 too, with all rows', async () => {
  const engine = openEngine({ memory: true });
  await openServerStoreOn(engine);
  const { db } = engine;
  const columns = async () =>
    (await sql<{ name: string }>`pragma table_info(segment_changes)`.execute(db)).rows.map(
      ({ name }) => name,
    );
  await sql`drop table segment_changes`.execute(db);
  await sql`create table segment_changes (position integer not null, revision integer not null,
    by_name integer not null, project_id text not null, primary key (project_id, position)) without rowid`.execute(
    db,
  );
  await sql`insert into segment_changes values (1, 2, 0, 'a'), (0, 3, 1, 'b')`.execute(db);
  await sql`delete from migrations where name like '101%'`.execute(db);
  await openServerStoreOn(engine);
  expect(await columns()).toEqual(['project_id', 'position', 'revision', 'by_name']);
  expect((await sql`select * from segment_changes order by project_id`.execute(db)).rows).toEqual([
    { project_id: 'a', position: 1, revision: 2, by_name: 0 },
    { project_id: 'b', position: 0, revision: 3, by_name: 1 },
  ]);
  await engine.close();
});
