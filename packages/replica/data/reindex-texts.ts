/** Brings stores of an older version to the index of words, and the former keys and sprints of issues, of this one. */

import { type Kysely, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { type HistoryEntry, readChangelogs } from './issues/changelogs.ts';
import { FORMER_KEY, FORMER_SPRINT, formerKeys, formerSprints } from './issues/derive-issue.ts';
import { find } from './query.ts';
import type { Database, Row } from './schema.ts';
import { asNumber, asObject, asObjects, type JsonObject, plainText } from './shapes.ts';

const ISSUES_PER_PAGE = 500;

export async function reindexTexts(engine: Engine, db: Kysely<Database>): Promise<void> {
  if (engine.name === 'sqlite') {
    await sql`drop table if exists text_vocabulary`.execute(db);
    await sql`drop table if exists text_words`.execute(db);
    for (const statement of engine.wordSearchSetup) await sql.raw(statement).execute(db);
  }
  await eachPage(db, async (issues, isOnPage) => {
    await reindexPage(engine, db, isOnPage);
    const keys = new Map(issues.map(({ id, key }) => [id, key]));
    await addFormer(engine, db, isOnPage, 'Key', FORMER_KEY, (entries, id) =>
      formerKeys(entries, keys.get(id) ?? ''),
    );
  });
}

/** Histories of the store name sprints by the ids of the store. */
export async function addFormerSprints(engine: Engine, db: Kysely<Database>): Promise<void> {
  await eachPage(db, (_, isOnPage) =>
    addFormer(engine, db, isOnPage, 'Sprint', FORMER_SPRINT, entries =>
      formerSprints(
        entries,
        id => id,
        () => [],
      ),
    ),
  );
}

async function eachPage(
  db: Kysely<Database>,
  run: (issues: readonly { id: number; key: string }[], isOnPage: Page) => Promise<void>,
): Promise<void> {
  for (let after = 0; ; ) {
    const issues = await db
      .selectFrom('issues')
      .select(['id', 'key'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ISSUES_PER_PAGE)
      .execute();
    const last = issues.at(-1);
    if (!last) return;
    await run(issues, sql<boolean>`issue_id > ${after} and issue_id <= ${last.id}`);
    after = last.id;
  }
}

type Page = ReturnType<typeof sql<boolean>>;

async function reindexPage(engine: Engine, db: Kysely<Database>, isOnPage: Page): Promise<void> {
  const fields = new Map(
    (await find({ db }, 'issue_documents', isOnPage)).map(({ issue_id, document }) => [
      issue_id,
      JSON.parse(document) as JsonObject,
    ]),
  );
  const comments = new Map(
    (await find({ db }, 'worklogs', isOnPage)).map(({ issue_id, id, document }) => [
      `${issue_id} ${id}`,
      plainText((JSON.parse(document) as JsonObject).comment),
    ]),
  );
  const rows = await find({ db }, 'texts', isOnPage);
  await engine.deleteTexts(db, isOnPage);
  const words = (row: Row<'texts'>) =>
    row.field === 'worklogComment'
      ? (comments.get(`${row.issue_id} ${row.part}`) ?? '')
      : textOf(row, fields.get(row.issue_id) ?? {});
  const renewed = rows.map(row => Object.assign(row, { words: words(row) }));
  await engine.insertMany(db, 'texts', renewed);
}

function textOf({ field, part }: Row<'texts'>, fields: JsonObject): string {
  if (field === 'comment') {
    const all = asObjects(asObject(fields.comment)?.comments);
    return plainText(all.find(({ id }, at) => (asNumber(id) ?? at) === part)?.body);
  }
  const value = fields[field];
  return (Array.isArray(value) ? value : [value]).map(plainText).join('\n');
}

/** Adds values of changes of a field, where an issue has none. */
async function addFormer(
  engine: Engine,
  db: Kysely<Database>,
  isOnPage: Page,
  changed: string,
  field: string,
  valuesOf: (entries: readonly HistoryEntry[], id: number) => readonly string[],
): Promise<void> {
  const changelogs = await readChangelogs(
    { db },
    sql`${isOnPage} and document like ${`%"${changed}"%`}`,
  );
  if (changelogs.size === 0) return;
  const rows: Row<'issue_values'>[] = [];
  for (const [issue_id, entries] of changelogs) {
    const known = await find({ db }, 'issue_values', { issue_id });
    if (known.some(each => each.field === field)) continue;
    valuesOf(entries, issue_id).forEach((value, at) => {
      rows.push({ issue_id, field, position: known.length + at, value, number: null });
    });
  }
  await engine.insertMany(db, 'issue_values', rows);
}
