/** Brings stores of an older version to the index of words, and the former keys of moved issues, of this one. */

import { type Kysely, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { readChangelogs } from './issues/changelogs.ts';
import { FORMER_KEY, formerKeys } from './issues/derive-issue.ts';
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
    const isOnPage = sql<boolean>`issue_id > ${after} and issue_id <= ${last.id}`;
    await reindexPage(engine, db, isOnPage);
    await addFormerKeys(engine, db, issues, isOnPage);
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

async function addFormerKeys(
  engine: Engine,
  db: Kysely<Database>,
  issues: readonly { id: number; key: string }[],
  isOnPage: Page,
): Promise<void> {
  const changelogs = await readChangelogs({ db }, sql`${isOnPage} and document like '%"Key"%'`);
  if (changelogs.size === 0) return;
  const keys = new Map(issues.map(({ id, key }) => [id, key]));
  const rows: Row<'issue_values'>[] = [];
  for (const [issue_id, entries] of changelogs) {
    const known = await find({ db }, 'issue_values', { issue_id });
    if (known.some(({ field }) => field === FORMER_KEY)) continue;
    const { project_id } = await db
      .selectFrom('issues')
      .select('project_id')
      .where('id', '=', issue_id)
      .executeTakeFirstOrThrow();
    formerKeys(entries, keys.get(issue_id) ?? '').forEach((value, at) => {
      rows.push({
        issue_id,
        project_id,
        field: FORMER_KEY,
        position: known.length + at,
        value,
        number: null,
      });
    });
  }
  await engine.insertMany(db, 'issue_values', rows);
}
