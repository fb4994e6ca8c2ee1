/** The indexes by which SQLite finds issues: without them a page of a large site takes seconds. */

import { CompiledQuery, SqliteQueryCompiler } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { benchNow as now, syntheticRecords } from '../bench/synthetic.ts';
import { openEngine } from '../data/open-engine.ts';
import type { StoreRecord } from '../data/records.ts';
import type { Engine } from '../data/tables.ts';
import { openStoreOn, type Store } from '../store/store.ts';

const viewer = { userId: 'user-1', zone: 'UTC' };
const scheme = {
  id: '0',
  name: 'Default',
  permissions: [{ id: 1, holder: { type: 'anyone' }, permission: 'BROWSE_PROJECTS' }],
};
let store: Store;
/** The same issues in many small projects. */
let manyProjects: Store;
interface Noted {
  readonly engine: Engine;
  readonly query: CompiledQuery;
}
const noted: Noted[] = [];

/** The plan of the search for the first page. */
async function planOf(jql: string, reader = store): Promise<string> {
  await reader.jql.search({ jql, viewer, now, limit: 51 });
  return explain(noted.at(-1) as Noted);
}

async function explain({ engine, query: { sql, parameters } }: Noted): Promise<string> {
  const asked = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await engine.db.executeQuery<{ detail: string }>(asked);
  const plan = rows.map(({ detail }) => detail);
  // Around a search the ids are joined to one text.
  return plan.filter(detail => !/^(CO-ROUTINE|SCAN) found$/.test(detail)).join('\n');
}

/** A store that notes searches, and what it reads of rights, before they run. */
async function openNoting(records: readonly StoreRecord[]): Promise<Store> {
  const engine = openEngine({ memory: true });
  const opened = await openStoreOn({ ...engine, db: noteSearches(engine) });
  await opened.bulkLoad(() => opened.ingest(records));
  return opened;
}

function noteSearches(engine: Engine): Engine['db'] {
  const compiler = new SqliteQueryCompiler();
  return engine.db.withPlugin({
    transformQuery({ node, queryId }) {
      const query = compiler.compileQuery(node, queryId);
      if (/\bfrom \(\s*select issues\.id|^\s*select distinct/.test(query.sql))
        noted.push({ engine, query });
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

beforeAll(async () => {
  const records = [...syntheticRecords(3000)];
  const user = { accountId: viewer.userId, displayName: 'Reader' };
  const rights: StoreRecord[] = [
    { kind: 'permissionScheme', value: scheme },
    { kind: 'user', value: user },
  ];
  const openWithRights = async (issues: readonly StoreRecord[]) => {
    const opened = await openNoting([...issues, ...rights]);
    const projects = await opened.catalogue.all('project');
    await opened.ingest(projects.map(({ id }) => accessTo(id)));
    return opened;
  };
  store = await openWithRights(records);
  manyProjects = await openWithRights(records.map(inProjectOfMany));
});

const accessTo = (id: string): StoreRecord => ({
  kind: 'projectAccess',
  value: { id, permissionScheme: scheme.id, securityScheme: null, roles: {} },
});

/** Moves an issue into one of 300 projects. */
function inProjectOfMany(record: StoreRecord): StoreRecord {
  if (record.kind !== 'issue') return record;
  const { id, fields } = record.value;
  const project = { id: String(Number(id) % 300), key: `Q${Number(id) % 300}`, name: 'Many' };
  const value = { ...record.value, key: `${project.key}-${id}`, fields: { ...fields, project } };
  return { kind: 'issue', value };
}

it.each(['created', 'updated', 'key'])(
  'a reader of nearly all projects gets a page ordered by %s from its index',
  async name => {
    const index = name === 'key' ? 'issues_project_key_number' : `issues_${name}`;
    for (const site of [store, manyProjects]) {
      const plan = await planOf(`ORDER BY ${name} DESC`, site.as('user-1'));
      expect(plan).toContain(`SCAN issues USING INDEX ${index}`);
      expect(plan).toContain('TEMP B-TREE FOR LAST TERM OF ORDER BY');
    }
  },
);

it.each([
  ['assignee', 'assignee'],
  ['due', 'due'],
  ['status DESC', 'status_id'],
])('a page of all issues ordered by %s is that of single values', async (order, column) => {
  expect(await planOf(`ORDER BY ${order}`)).toBe(
    `SEARCH issues USING COVERING INDEX issues_${column} (${column}=?)`,
  );
});

it('a page ordered by summary is from its index', async () => {
  const plan = await planOf('created >= 2000-01-01 ORDER BY summary DESC');
  expect(plan).toContain('SCAN issues USING INDEX issues_summary_fold');
});

it('open issues of a person are found by the person, though many issues are open', async () => {
  const plan = await planOf('assignee = user-7 AND resolution = Unresolved ORDER BY created');
  expect(plan).toContain('SEARCH issues USING INDEX issues_assignee');
});

it('histories within a project are those of its issues, not of the whole site', async () => {
  const plan = await planOf('project = P3 AND status was "In Review"');
  expect(plan).toMatch(/SEARCH r .*USING PRIMARY KEY \(issue_id=\?\)/);
});

it.each([
  'status was "In Review" during (2026-01-01, 2026-02-01)',
  'status changed',
  'status changed from "In Review" to Done by user-9 after -90d',
  'NOT status changed from Done before -90d',
])('histories of the whole site are read from their index alone: %s', async jql => {
  expect(await planOf(jql)).toMatch(/SEARCH r USING COVERING INDEX spans_field_value_/);
});

it('labels within a project are looked up for each of its issues', async () => {
  const within = await planOf('project = P3 AND labels = security');
  expect(within).toMatch(/SEARCH v .*\(field=\? AND value=\? AND issue_id=\?\)/);
  const apart = await planOf('created >= 2000-01-01 AND labels = security');
  expect(apart).toMatch(/SEARCH v .*\(field=\? AND value=\?\)/);
});

it('labels of the issues of a person are those of each issue', async () => {
  const one = await planOf('assignee = currentUser() AND labels = security');
  expect(one).toMatch(/SEARCH v .*\(field=\? AND value=\? AND issue_id=\?\)/);
  const several = await planOf('reporter = user-7 AND labels in (security, performance)');
  expect(several).toMatch(/SEARCH v USING PRIMARY KEY \(issue_id=\? AND field=\?\)/);
});

it('named keys are looked up', async () => {
  expect(await planOf('key in (P1-10, P2-20)')).toMatch(/^SEARCH issues USING INTEGER PRIMARY KEY/);
});

it('what may be hidden is read from indexes of that alone', async () => {
  await store.as('user-1').segments.extent();
  const [levels, restrictions] = await Promise.all(noted.slice(-2).map(explain));
  expect(levels).toContain('USING COVERING INDEX issues_project_id_security_id');
  expect(restrictions).toContain('USING COVERING INDEX worklogs_visibility');
});

it.each(['status changed after -1d', 'NOT assignee changed during (-60d, -30d)'])(
  'changes are found by their dates: %s',
  async jql => {
    expect(await planOf(jql)).toMatch(
      /SEARCH r USING COVERING INDEX spans_\w+ \(field=\? AND value=\? AND start>\?/,
    );
  },
);
