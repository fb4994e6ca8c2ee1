import { type CompiledQuery, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { Visibility } from '../data/access/grants.ts';
import type { Engine } from '../data/engine.ts';
import { issueTables } from '../data/issues/derive-issue.ts';
import { migrate } from '../data/migrations.ts';
import { newMirrorState } from '../data/mirror.ts';
import type { StoreRecord } from '../data/records.ts';
import { tables } from '../data/schema.ts';
import { systemFields } from '../jql/fields/system-fields.ts';
import { jqlFunctions } from '../jql/functions/functions.ts';
import { openDemoReplica } from '../rest/testing/demo-replica.ts';
import { openStoreOn, type Store } from './store.ts';
import { findBreaches, withShardRule } from './testing/shard-rule.ts';
import { sharedPostgres } from './testing/shared-postgres.ts';
import { now, smallSite } from './testing/small-site.ts';

describe('the rule of shards', () => {
  it.each([
    'select * from issues where key = $1',
    'select id from issues where exists (select 1 from spans as r where r.issue_id = issues.id and r.project_id = issues.project_id and r.field = $1)',
    'select id from "issues" inner join "issue_documents" on issue_documents.issue_id = issues.id and "issue_documents"."project_id" = "issues"."project_id" where id = $1',
    'select id from issues where not (status_id = $1 or exists (select 1 from texts where (texts.issue_id = issues.id and texts.project_id = issues.project_id) and texts.words @@ $2::tsquery))',
    'select id from issues i where not (i.id, i.project_id) in (select r.issue_id, r.project_id from spans r where r.field = $1)',
    'select id from issues where parent_key in (/* all projects */ select issues.key from issues where id = 5)',
    'select id from issues union select issue_id from issue_links where other_key = $1',
    "select string_agg(cast(id as text), ',') as ids from (select issues.id as id from issues where 1 = 1 order by issues.id) as found",
    'delete from spans where issue_id = any($1::bigint[])',
  ])('allows %s', sql => {
    expect(findBreaches(sql)).toEqual([]);
  });

  it.each([
    [
      'select id from issues where id in (select v.issue_id from issue_values v where v.field = $1)',
      'issue_values, issues',
    ],
    [
      'select id from issues join issue_documents d on d.issue_id = issues.id',
      'issues, issue_documents',
    ],
    ['select id from issues, spans where spans.issue_id = issues.id', 'issues, spans'],
    [
      'select id from issues i where (i.project_id, i.id) in (select r.issue_id, r.project_id from spans r)',
      'spans, issues',
    ],
    // Only one of two alternatives.
    [
      'select id from issues where exists (select 1 from texts where texts.project_id = issues.project_id or texts.part = 5)',
      'texts, issues',
    ],
    // With itself.
    [
      'select id from issues where exists (select 1 from texts where texts.project_id = texts.project_id)',
      'texts, issues',
    ],
    // Not with the innermost, which is neither the one nor the other.
    [
      'select id from issues where exists (select 1 from worklogs w where w.project_id = issues.project_id and exists (select 1 from texts where texts.issue_id = w.issue_id))',
      'texts, worklogs, issues',
    ],
    ['delete from spans where issue_id in (select id from issues)', 'issues, spans'],
    [
      'update issues set votes = (select count(*) from histories where issue_id = id)',
      'histories, issues',
    ],
    [
      'select 1 from facts where name in (/* all projects */ select key from issues) and exists (select 1 from issues i, texts t where t.issue_id = i.id)',
      'issues, texts',
    ],
  ])('refuses %s', (sql, tables) => {
    expect(findBreaches(sql)).toEqual([tables]);
  });
});

const postgres = sharedPostgres();
const opened: Store[] = [];
afterAll(async () => {
  for (const store of opened) await store.close();
  await postgres.stop();
});

/** A store that refuses statements against the rule, and its statements. */
async function openChecked() {
  const engine = await postgres.engine();
  const statements: CompiledQuery[] = [];
  const store = await openStoreOn(withShardRule(engine, query => statements.push(query)));
  opened.push(store);
  return { engine, store, statements };
}

const viewer = { userId: 'user-1', zone: 'UTC' };

/** Somebody who sees all projects but one in part: the conditions of rights are in the statements too. */
async function readerOf(store: Store): Promise<Store> {
  const [, ...projects] = await store.catalogue.all('project');
  const people: Visibility['projects'] = new Map(
    projects.map(({ id }) => [id, ['reporter', 'watcher']]),
  );
  return store.as('user-1', { projects: people, levels: new Map() });
}

it('JQL follows the rule with every field, operator and function', async () => {
  const { store, statements } = await openChecked();
  await store.ingest(smallSite());
  const reader = await readerOf(store);
  const scope = { viewer, now, validation: 'warn' as const };
  /** The first of the queries that is correct. */
  async function correct(queries: readonly string[]): Promise<string[]> {
    for (const jql of queries)
      if ((await store.jql.parse(jql, scope)).errors.length === 0) return [jql];
    return [];
  }
  const custom = (await store.catalogue.all('field')).filter(field => field.document.custom);
  const names = [...systemFields, ...custom].map(({ name }) => `"${name}"`);
  const operators = ['=', '<', '~', '!~', '!=', 'is', 'is not', 'was', 'was not', 'in', 'changed'];
  const values = ['EMPTY', '1', '-5d', 'word', 'APP-1', '2h', 'breached()', '', 'after -5d'];
  const asked = async (queries: readonly string[]) => {
    for (const jql of queries) await reader.jql.count({ jql, ...scope });
    return queries.length;
  };
  for (const name of names) {
    const sorted = await correct([`ORDER BY ${name}`]);
    for (const jql of sorted) await reader.jql.search({ jql, ...scope });
    let count = sorted.length;
    for (const each of operators) {
      const operands = values.slice(['<', 'was'].includes(each) ? 1 : 0);
      const list = operands.map(value => (each === 'in' ? `(${value})` : value));
      count += await asked(await correct(list.map(value => `${name} ${each} ${value}`)));
    }
    expect([name, count]).not.toEqual([name, 0]);
  }
  for (const { name: called, args } of jqlFunctions) {
    const queries = names.flatMap(name =>
      ['APP-1', 'devs', 'APP', '1.0', '-1d'].flatMap(value =>
        ['in', '='].map(each => `${name} ${each} ${called}(${Array(args[0]).fill(value)})`),
      ),
    );
    expect([called, await asked(await correct(queries))]).toEqual([called, 1]);
  }
  const joined = new Set(
    statements.flatMap(({ sql }) => {
      const named = issueTables.filter(table => new RegExp(`\\b${table}\\b`).test(sql));
      return named.length > 1 ? named : [];
    }),
  );
  expect(issueTables.filter(table => !joined.has(table))).toEqual(['changelogs']);
});

it('REST follows the rule', async () => {
  const { store, statements } = await openChecked();
  const { app } = await openDemoReplica({ store, size: 60 });
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
    const reply = await app.inject({ method, url: `/rest/${path}`, ...payload });
    expect(reply.statusCode, `${path} ${reply.body}`).toBeLessThan(300);
    return reply.body === '' ? null : reply.json();
  };
  const fields = { project: { key: 'WEB' }, issuetype: { name: 'Task' }, summary: 'New' };
  const { key } = await ask('POST', 'api/2/issue', { fields });
  await ask('PUT', `api/2/issue/${key}`, { fields: { summary: 'Changed' } });
  await ask('POST', `api/2/issue/${key}/comment`, { body: 'A comment' });
  await ask('POST', `api/2/issue/${key}/worklog`, { timeSpent: '1h' });
  await ask('PUT', 'agile/1.0/issue/rank', { issues: [key], rankBeforeIssue: 'WEB-2' });
  const sprint = await ask('POST', 'agile/1.0/sprint', { name: 'Next', originBoardId: 1 });
  await ask('POST', `agile/1.0/sprint/${sprint.id}/issue`, { issues: [key] });
  for (const path of [
    'api/3/search/jql?jql=project%20%3D%20WEB&fields=*all&expand=changelog',
    `api/2/issue/${key}?expand=changelog`,
    `api/2/issue/${key}/changelog`,
    `api/2/issue/${key}/worklog`,
    'api/2/worklog/updated',
    'api/2/label',
    'api/2/project/WEB/statuses',
    'api/2/jql/autocompletedata/suggestions?fieldName=labels&fieldValue=a',
    'agile/1.0/board/1/backlog',
    'agile/1.0/board/1/issue',
    `agile/1.0/sprint/${sprint.id}/issue`,
  ])
    await ask('GET', path);
  await ask('DELETE', `agile/1.0/sprint/${sprint.id}`);
  await ask('DELETE', `api/2/issue/${key}`);
  await app.close();
  expect(statements.length).toBeGreaterThan(100);
});

/** All rows of issues, by table. */
async function issueRows({ db }: Engine): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of issueTables) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db);
    found[table] = rows.map(row => JSON.stringify(Object.entries(row).sort())).sort();
  }
  return found;
}

const moved = (key: string): StoreRecord => {
  const [project = ''] = key.split('-');
  const author = { accountId: 'ana', displayName: 'Ana' };
  const at = '2026-03-02T09:00:00.000+0000';
  const fields = {
    project: { id: project === 'A' ? '1' : '2', key: project },
    summary: 'An issue',
    created: at,
    updated: at,
    labels: ['moving'],
    status: { id: '5', name: 'Done' },
    issuelinks: [
      {
        type: { id: '1', name: 'Blocks', inward: 'is blocked by', outward: 'blocks' },
        outwardIssue: { key: 'A-9' },
      },
    ],
    worklog: { worklogs: [{ id: '70', author, started: at, comment: 'Some work' }] },
  };
  const item = { field: 'status', fieldtype: 'jira', from: '4', to: '5' };
  const items = [{ ...item, fromString: 'Doing', toString: 'Done' }];
  const histories = [{ id: '80', author, created: at, items }];
  return { kind: 'issue', value: { id: '10', key, fields, changelog: { histories } } };
};

it('an issue that moves to another project takes all its rows along', async () => {
  const { engine, store } = await openChecked();
  const projects = async () => {
    const found: string[] = [];
    for (const table of issueTables) {
      const { rows } = await sql<{ project_id: string }>`
        select project_id from ${sql.table(table)} group by project_id`.execute(engine.db);
      found.push(rows.map(({ project_id }) => project_id).join());
    }
    return found;
  };
  const all = (project: string) => issueTables.map(() => project);
  await store.ingest([moved('A-1')]);
  expect(await projects()).toEqual(all('1'));
  const [before] = Object.values(await issueRows(engine));
  await store.ingest([moved('B-1')]);
  expect(await projects()).toEqual(all('2'));
  await store.mirror.claim('me');
  const state = newMirrorState({ site: 'https://jira.example.com', flavour: 'cloud', jql: '' });
  await store.mirror.step({ holder: 'me', state, records: [moved('A-1')] });
  expect(await projects()).toEqual(all('1'));
  expect(Object.values(await issueRows(engine))[0]).toEqual(before);
});

it('rows of an older version get their projects in all tables, or stay as they are', async () => {
  const { engine, store } = await openChecked();
  await store.ingest(smallSite());
  const rows = await issueRows(engine);
  const run = (statement: string) => sql.raw(statement).execute(engine.db);
  for (const table of issueTables) {
    const { columns, key } = tables[table];
    const old = columns.filter(({ kind }) => kind !== 'shard').map(({ name }) => name);
    await run(`create table plain as select ${old} from ${table}`);
    await run(`drop table ${table}`);
    await run(`alter table plain rename to ${table}`);
    await run(`alter table ${table} add primary key (${key})`);
  }
  const old = await issueRows(engine);
  expect(old).not.toEqual(rows);
  await run("delete from migrations where name like '23 %'");
  // In the way of the last table.
  await run('create table old_texts (id bigint)');
  await expect(migrate(engine, [])).rejects.toThrow();
  expect(await issueRows(engine)).toEqual(old);
  await run('drop table old_texts');
  await migrate(engine, []);
  expect(await issueRows(engine)).toEqual(rows);
  for (const table of issueTables)
    await expect(run(`insert into ${table} select * from ${table}`)).rejects.toThrow(/unique/i);
  await store.ingest(smallSite());
  expect((await issueRows(engine)).spans).toEqual(rows.spans);
});
