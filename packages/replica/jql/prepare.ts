import { type Kysely, sql } from 'kysely';
import type { Database } from '../data/schema.ts';
import { fold } from '../data/words.ts';
import { fieldsNamed } from './compile.ts';
import { anyOf, isOneOf, type JqlContext } from './context.ts';
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
  if (keys.length + ids.length === 0) return;
  const found = await db
    .selectFrom('issues')
    .select(['id', 'key', 'project_key', 'number', 'rank'])
    .where(anyOf([isOneOf(context, sql.ref('key'), keys), isOneOf(context, sql.ref('id'), ids)]))
    .execute();
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
  const ids = new Set<string>();
  const values = new Set<string>();
  for (const terminal of terminals) {
    const fields = fieldsNamed(context, terminal.field);
    const checked = fields.flatMap(({ custom }) =>
      custom && checkedTypes.has(custom.type) ? custom.ids : [],
    );
    if (checked.length === 0) continue;
    for (const id of checked) ids.add(id).add(`${id}#id`);
    for (const text of textsOf(terminal.operand)) values.add(fold(text));
  }
  if (values.size === 0) return;
  const rows = await db
    .selectFrom('issue_values')
    .select(['field', 'value'])
    .distinct()
    .where(context.engine.idIn(sql.ref('field'), [...ids]))
    .where(context.engine.idIn(sql.ref('value'), [...values]))
    .execute();
  for (const { field, value } of rows) context.options.add(`${field}\n${value}`);
}
