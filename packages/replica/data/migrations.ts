import { type Kysely, sql } from 'kysely';
import { restrictionOf } from './access/grants.ts';
import type { Engine } from './engine.ts';
import {
  columnsOf,
  createTable,
  rebuildTable,
  repairIndexes,
  secondaryIndexes,
} from './indexes.ts';
import { appendEntries, changelogsOf, type OldHistory } from './issues/changelogs.ts';
import { issueTables, RESTRICTED } from './issues/derive-issue.ts';
import { update } from './query.ts';
import { addFormerSprints, reindexTexts } from './reindex-texts.ts';
import { type Database, type TableName, tables, tablesOf } from './schema.ts';
import { fillSegmentChanges, outdateAll } from './segment-changes.ts';
import { asNumber, asObject, asObjects } from './shapes.ts';
import { MAX_SUMMARY } from './words.ts';

export interface Migration {
  name: string;
  /** It changes nothing that segments have: they stay valid. */
  keepsSegments?: true;
  up(engine: Engine, db: Kysely<Database>): Promise<void>;
}

const migrations: Migration[] = [
  {
    name: '1 tables',
    async up(engine, db) {
      for (const [name, spec] of Object.entries(tables)) await createTable(engine, db, name, spec);
      for (const statement of engine.wordSearchSetup) await sql.raw(statement).execute(db);
      for (const { create } of engine.wordIndexes) await sql.raw(create).execute(db);
    },
  },
  {
    name: '2 dashboards with versions',
    keepsSegments: true,
    async up(_engine, db) {
      // New databases have these columns from the first migration.
      await addColumns(db, 'dashboards', { shared: 0, cycle_period: 30_000, version: 1 });
      await addColumns(db, 'dashboard_items', { revision: 0 });
    },
  },
  {
    name: '4 mirror',
    keepsSegments: true,
    up: (engine, db) => createTable(engine, db, 'mirror', tables.mirror),
  },
  {
    name: '6 totals of histories and worklogs',
    async up(_engine, db) {
      await addColumns(db, 'issues', { history_total: null, worklog_total: null });
      await guessTotals(db);
    },
  },
  {
    name: '7 security levels of issues',
    async up(engine, db) {
      await addColumns(db, 'issues', { security_id: null }, 'text');
      await fillSecurityLevels(engine, db);
    },
  },
  {
    name: '8 shares of dashboards',
    keepsSegments: true,
    up: (_engine, db) => addColumns(db, 'dashboards', { shares: null }, 'text'),
  },
  {
    name: '9 visibility of comments and worklogs',
    async up(_engine, db) {
      await addColumns(db, 'worklogs', { visibility: null }, 'text');
      await addColumns(db, 'texts', { visibility: null }, 'text');
      await fillVisibilities(db);
    },
  },
  { name: '10 restricted issues', up: (_engine, db) => fillRestrictions(db) },
  {
    name: '12 spans and changes by issue',
    up: (engine, db) => rebuildTable(engine, db, 'spans'),
  },
  {
    name: '14 segments by issue numbers',
    async up(engine, db) {
      await sql`drop table if exists segments`.execute(db);
      await createTable(engine, db, 'segments', tables.segments);
      await createTable(engine, db, 'segment_changes', tables.segment_changes);
      await createTable(engine, db, 'issue_changes', tables.issue_changes);
      await fillSegmentChanges(db);
      await sql`drop index if exists issues_project_id`.execute(db);
    },
  },
  { name: '15 epics of Epic Links in segments', up: (_engine, db) => outdateAll(db) },
  {
    name: '16 histories by issue',
    async up(engine, db) {
      // New databases have the table from the first migration.
      if (!(await columnsOf(db, 'histories')).includes('document')) return;
      await createTable(engine, db, 'changelogs', tables.changelogs);
      await fillChangelogs(engine, db);
      await rebuildTable(engine, db, 'histories');
    },
  },
  {
    name: '17 changed issues of segments',
    up: (engine, db) => createTable(engine, db, 'issue_changes', tables.issue_changes),
  },
  {
    name: '18 indexes of what may be hidden',
    keepsSegments: true,
    async up(engine, db) {
      const names = new Set(['issues_project_id_security_id', 'worklogs_visibility']);
      for (const { name, create } of secondaryIndexes(engine))
        if (names.has(name)) await sql.raw(create).execute(db);
    },
  },
  {
    name: '19 issues by creation and key',
    keepsSegments: true,
    async up(engine, db) {
      await sql`drop index if exists issues_created`.execute(db);
      for (const { name, create } of secondaryIndexes(engine))
        if (name.startsWith(BY_CREATION)) await sql.raw(create).execute(db);
    },
  },
  {
    name: '20 segments with what their readers must see',
    async up(engine, db) {
      if ((await columnsOf(db, 'segments')).includes('needs')) return;
      await sql`drop table segments`.execute(db);
      await createTable(engine, db, 'segments', tables.segments);
    },
  },
  { name: '21 statuses of links that readers must see', up: (_engine, db) => outdateAll(db) },
  {
    name: '22 issues by summary',
    async up(engine, db) {
      await sql`update issues set summary_fold = substr(summary_fold, 1, ${sql.lit(MAX_SUMMARY)})
        where length(summary_fold) > ${sql.lit(MAX_SUMMARY)}`.execute(db);
      for (const { name, create } of secondaryIndexes(engine))
        if (name === 'issues_summary_fold') await sql.raw(create).execute(db);
    },
  },
  {
    name: '24 issues by creation with ids',
    keepsSegments: true,
    async up(engine, db) {
      for (const { name, create } of secondaryIndexes(engine)) {
        if (!name.startsWith(BY_CREATION)) continue;
        await sql.raw(create).execute(db);
        if (name !== BY_CREATION)
          await sql`drop index if exists ${sql.table(BY_CREATION)}`.execute(db);
      }
    },
  },
  { name: '25 changes in spans', keepsSegments: true, up: mergeChanges },
  { name: '26 values of changes in one column of segments', up: async () => {} },
  { name: '27 stems of words, former keys', keepsSegments: true, up: reindexTexts },
  { name: '28 order of changes of one instant in segments', up: async () => {} },
  { name: '29 sprints of histories', keepsSegments: true, up: addFormerSprints },
  { name: '32 names of other issues in segments', up: async () => {} },
  {
    name: '33 segments without names of issues that are not stored',
    async up(engine, db) {
      if ((await columnsOf(db, 'segments')).includes('whole')) return;
      await sql`drop table segments`.execute(db);
      await createTable(engine, db, 'segments', tables.segments);
    },
  },
  { name: '34 rows of issues without projects', keepsSegments: true, up: dropProjects },
];

const BY_CREATION = 'issues_created_project_key_number';

/** In older versions all rows of issues on PostgreSQL had their projects, also in their keys. */
async function dropProjects(engine: Engine, db: Kysely<Database>): Promise<void> {
  if (!(await columnsOf(db, 'texts')).includes('project_id')) return;
  for (const table of issueTables) await rebuildTable(engine, db, table);
  await engine.analyze(db);
}

/** The table of an older version for CHANGED. */
export const OLD_CHANGES = tablesOf({
  changes: {
    integer: 'issue_id position at',
    text: 'field old_value new_value author?',
    key: 'issue_id position',
  },
}).changes;

/** Moves the rows of `OLD_CHANGES` to `spans`: the nth change of a field that is not a set began its span n + 1. */
export async function mergeChanges(engine: Engine, db: Kysely<Database>): Promise<void> {
  if ((await columnsOf(db, 'changes')).length === 0) return;
  const nth = 'row_number() over (partition by issue_id, field order by position)';
  await rebuildTable(
    engine,
    db,
    'spans',
    spans => `(
      select issue_id, position, start, finish, field, value, old_value, author
      from (select issue_id, position, start, finish, field, value, author, ${nth} - 1 as nth
        from ${spans}) as spans
      left join (select issue_id, field, old_value, ${nth} as nth
        from changes where field <> 'fixVersion') as changes using (issue_id, field, nth)
      union all
      select issue_id, last + nth, at, at, 'fixVersion#change', new_value, old_value, author
      from (select issue_id, at, new_value, old_value, author, ${nth} as nth
        from changes where field = 'fixVersion') as changes
      join (select issue_id, max(position) as last
        from ${spans} group by issue_id) as spans using (issue_id))`,
  );
  await sql`drop table changes`.execute(db);
  await engine.analyze(db);
}

/**
 * Totals for issues that an older version stored. Assumes that a project without any history, and time spent without a
 * worklog, were imported without those lists.
 */
export async function guessTotals(db: Kysely<Database>): Promise<void> {
  await sql`update issues set history_total = history_count
    where project_id in (select project_id from issues where history_count > 0)
      or exists (select 1 from mirror where state is not null)`.execute(db);
  await sql`update issues set worklog_total = worklog_count
    where worklog_count > 0 or coalesce(time_spent, 0) = 0`.execute(db);
}

/** Security levels of issues that an older version stored. */
export async function fillSecurityLevels(engine: Engine, db: Kysely<Database>): Promise<void> {
  const level =
    engine.name === 'sqlite'
      ? sql`json_extract(document, '$.security.id')`
      : sql`document::json -> 'security' ->> 'id'`;
  await sql`update issues set security_id =
    (select ${level} from issue_documents where issue_id = issues.id)
    where id in (select issue_id from issue_values where field = 'security')`.execute(db);
}

/** Issues of team-managed projects that an older version stored and that roles alone may see. */
export async function fillRestrictions(db: Kysely<Database>): Promise<void> {
  await sql`update issues set security_id = ${RESTRICTED} where security_id is null and id in
    (select issue_id from issue_documents where document like '%"issuerestrictions":{"%')`.execute(
    db,
  );
}

/** Restrictions of worklogs, and of the texts of comments and worklogs, that an older version stored. */
export async function fillVisibilities(db: Kysely<Database>): Promise<void> {
  const inIssues = sql`join issues on issues.id = issue_id where document like '%"visibility"%'`;
  const { rows } = await sql<{ id: number; project: string; worklog: number; document: string }>`
    select issues.id as id, issues.project_id as project, worklogs.id as worklog, document
    from worklogs ${inIssues}
    union all select issues.id, issues.project_id, null, document from issue_documents ${inIssues}`.execute(
    db,
  );
  for (const { id, project, worklog, document } of rows) {
    const json = JSON.parse(document);
    const parts = worklog === null ? asObjects(asObject(json.comment)?.comments) : [json];
    for (const [at, part] of parts.entries()) {
      const visibility = restrictionOf(part, project);
      const text =
        worklog === null
          ? { field: 'comment', part: asNumber(part.id) ?? at }
          : { field: 'worklogComment', part: worklog };
      await update({ db }, 'texts', { issue_id: id, ...text }, { visibility });
      if (worklog !== null)
        await update({ db }, 'worklogs', { issue_id: id, id: worklog }, { visibility });
    }
  }
}

/** Issues whose histories are read at once. */
const ISSUES_PER_PAGE = 500;

/** Entries that an older version stored as a row each. */
async function fillChangelogs(engine: Engine, db: Kysely<Database>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows: ids } = await sql<{ issue_id: number }>`
      select distinct issue_id from histories where issue_id > ${after}
      order by issue_id limit ${ISSUES_PER_PAGE}`.execute(db);
    const last = ids.at(-1)?.issue_id;
    if (last === undefined) return;
    const { rows } = await sql<OldHistory>`
      select issue_id, id, author, document from histories
      where issue_id > ${after} and issue_id <= ${last}
      order by issue_id, created, id`.execute(db);
    await appendEntries({ engine, db }, changelogsOf(rows));
    after = last;
  }
}

/** Adds missing columns with default values. */
async function addColumns(
  db: Kysely<Database>,
  table: TableName,
  columns: Record<string, number | null>,
  type = 'bigint',
): Promise<void> {
  const known = await columnsOf(db, table);
  for (const [column, value] of Object.entries(columns)) {
    if (known.includes(column)) continue;
    const filled = value === null ? '' : ` not null default ${value}`;
    await sql.raw(`alter table ${table} add column ${column} ${type}${filled}`).execute(db);
  }
}

/** PostgreSQL fails when two processes create a table at once, even with `if not exists`: hence the lock. */
async function createMigrationsTable(engine: Engine): Promise<void> {
  const create = sql`create table if not exists migrations (name varchar(200) not null primary key)`;
  if (engine.name === 'sqlite') {
    await create.execute(engine.db);
    return;
  }
  await engine.db.transaction().execute(async trx => {
    await engine.lockWrites(trx);
    await create.execute(trx);
  });
}

const numberOf = (name: string): number => Number.parseInt(name, 10);

/** Runs the migrations whose names are not recorded yet, one transaction each: the replica's, then `others`. */
export async function migrate(engine: Engine, others: readonly Migration[]): Promise<void> {
  const { db } = engine;
  await createMigrationsTable(engine);
  const { rows: done } = await sql<{ name: string }>`select name from migrations`.execute(db);
  const known = new Set(done.map(({ name }) => name));
  const all = [...migrations, ...others];
  const newest = Math.max(...all.map(({ name }) => numberOf(name)));
  // An older version would read and write what it does not understand.
  if (done.some(({ name }) => numberOf(name) > newest))
    throw Object.assign(new Error('The data are of a newer version.'), { code: 'NEWER_DATA' });
  for (const migration of all) {
    // Without a lock: other processes may be writing.
    if (known.has(migration.name)) continue;
    // Sorts take memory in proportion to the store by default.
    await engine.tuned('bulk', () =>
      db.transaction().execute(async trx => {
        await engine.lockWrites(trx);
        const done = await sql`select name from migrations where name = ${migration.name}`.execute(
          trx,
        );
        if (done.rows.length > 0) return;
        await migration.up(engine, trx);
        if (!migration.keepsSegments) await outdateAll(trx);
        await sql`insert into migrations (name) values (${migration.name})`.execute(trx);
      }),
    );
  }
  await repairIndexes(engine);
}
