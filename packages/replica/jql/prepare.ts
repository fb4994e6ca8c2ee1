import { type Kysely, sql } from 'kysely';
import type { Database } from '../data/schema.ts';
import { fold } from '../data/words.ts';
import { fieldsNamed } from './compile.ts';
import type { JqlContext } from './context.ts';
import { isHistoryOperator } from './fields/history.ts';
import { type Terminal, textsOf } from './tree.ts';

/** Looks up the issues, former names and options of a query. */
export async function prepare(
  db: Kysely<Database>,
  context: JqlContext,
  terminals: readonly Terminal[],
): Promise<void> {
  const texts = terminals.flatMap(terminal => [
    ...textsOf(terminal.operand),
    ...terminal.predicates.flatMap(predicate => textsOf(predicate.operand)),
  ]);
  await findIssues(db, context, texts);
  await findHistoryNames(db, context, terminals);
  await findOptions(db, context, terminals);
}

async function findIssues(
  db: Kysely<Database>,
  context: JqlContext,
  texts: readonly string[],
): Promise<void> {
  const keys = [...new Set(texts.map(text => text.toUpperCase()))].filter(text =>
    /^[A-Z][A-Z0-9_]*-\d+$/.test(text),
  );
  const ids = [...new Set(texts)].filter(text => /^\d{1,15}$/.test(text)).map(Number);
  const columns = ['id', 'key', 'project_key', 'number', 'rank'] as const;
  const { engine } = context;
  const found = [];
  if (keys.length > 0) {
    found.push(
      ...(await db
        .selectFrom('issues')
        .select(columns)
        .where(engine.idIn(sql.ref('key'), keys))
        .execute()),
    );
  }
  if (ids.length > 0) {
    found.push(
      ...(await db
        .selectFrom('issues')
        .select(columns)
        .where(engine.idIn(sql.ref('id'), ids))
        .execute()),
    );
  }
  for (const { id, key, project_key, number, rank } of found) {
    const issue = { id, key, projectKey: project_key, number, rank };
    context.issues.set(key, issue);
    context.issues.set(String(id), issue);
  }
}

async function findHistoryNames(
  db: Kysely<Database>,
  context: JqlContext,
  terminals: readonly Terminal[],
): Promise<void> {
  const names = terminals
    .filter(terminal => isHistoryOperator(terminal.operator))
    .flatMap(terminal => [
      ...textsOf(terminal.operand),
      ...terminal.predicates.flatMap(predicate => textsOf(predicate.operand)),
    ])
    .map(fold);
  if (names.length === 0) return;
  const rows = await db
    .selectFrom('history_names')
    .selectAll()
    .where(context.engine.idIn(sql.ref('name_fold'), names))
    .execute();
  for (const { field, value, name_fold } of rows) {
    const key = `${field}\n${name_fold}`;
    context.historyValues.set(key, [...(context.historyValues.get(key) ?? []), value]);
  }
}

const checkedTypes = new Set(['option', 'cascading', 'team', 'requestType', 'any']);

async function findOptions(
  db: Kysely<Database>,
  context: JqlContext,
  terminals: readonly Terminal[],
): Promise<void> {
  for (const terminal of terminals) {
    const ids = fieldsNamed(context, terminal.field).flatMap(field =>
      field.custom && checkedTypes.has(field.custom.type) ? field.custom.ids : [],
    );
    const values = textsOf(terminal.operand).map(fold);
    if (ids.length === 0 || values.length === 0) continue;
    const rows = await db
      .selectFrom('issue_values')
      .select(['field', 'value'])
      .distinct()
      .where('field', 'in', [...ids, ...ids.map(id => `${id}#id`)])
      .where(context.engine.idIn(sql.ref('value'), values))
      .execute();
    for (const { field, value } of rows) context.options.add(`${field}\n${value}`);
  }
}
