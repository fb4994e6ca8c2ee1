import { CompiledQuery, PostgresQueryCompiler } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { benchNow as now, syntheticRecords } from '../bench/synthetic.ts';
import type { Engine } from '../data/tables.ts';
import { openStoreOn, type Store } from '../store/store.ts';
import { sharedPostgres } from '../store/testing/shared-postgres.ts';

const viewer = { userId: 'user-1', zone: 'UTC' };
const postgres = sharedPostgres();
const compiler = new PostgresQueryCompiler();
let engine: Engine;
let store: Store;
let last: CompiledQuery;

beforeAll(async () => {
  engine = await postgres.engine();
  const db = engine.db.withPlugin({
    transformQuery({ node, queryId }) {
      last = compiler.compileQuery(node, queryId);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  store = await openStoreOn({ ...engine, db });
  await store.bulkLoad(() => store.ingest(syntheticRecords(1000)));
});
afterAll(async () => {
  await store.close();
  await postgres.stop();
});

async function planOf(jql: string): Promise<string> {
  await store.jql.count({ jql, viewer, now });
  const { sql, parameters } = last;
  const asked = CompiledQuery.raw(`explain ${sql}`, [...parameters]);
  const { rows } = await engine.db.executeQuery<{ 'QUERY PLAN': string }>(asked);
  return rows.map(row => row['QUERY PLAN']).join('\n');
}

it.each([
  'status was not Done',
  'NOT priority changed',
  'labels != backend',
  'summary !~ report',
  'worklogAuthor is EMPTY',
])('rows of other tables are joined, not read again for each issue: %s', async jql => {
  const plan = await planOf(jql);
  expect(plan).toContain('Anti Join');
  expect(plan).not.toContain('SubPlan');
});
