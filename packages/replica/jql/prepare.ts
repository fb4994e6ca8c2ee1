import { type Kysely, sql } from 'kysely';
import { ofVisibleIssues } from '../data/access/reader.ts';
import type { Database } from '../data/schema.ts';
import { fold } from '../data/words.ts';
import { fieldsNamed } from './compile.ts';
import { allOf, anyOf, type Condition, isOneOf, type JqlContext, seen } from './context.ts';
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
  const isNamed = anyOf([
    isOneOf(context, sql.ref('key'), keys),
    isOneOf(context, sql.ref('id'), ids),
  ]);
  const found = await db
    .selectFrom('issues')
    .select(['id', 'key', 'project_key', 'number', 'rank'])
    .where(seen(context, isNamed))
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
    .where(inVisibleHistory(context))
    .execute();
  for (const { field, value, name_fold } of rows) {
    const key = `${field}\n${name_fold}`;
    context.historyValues.set(key, [...(context.historyValues.get(key) ?? []), value]);
  }
}

/** Of the earlier names, those of values that a visible issue had. */
function inVisibleHistory(context: JqlContext): Condition {
  if (!context.visible()) return allOf([]);
  return sql<boolean>`exists (select 1 from spans where spans.field = history_names.field
    and spans.value = history_names.value and ${ofVisibleIssues(context, 'spans.issue_id')})`;
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
    .where(ofVisibleIssues(context, 'issue_id'))
    .execute();
  for (const { field, value } of rows) context.options.add(`${field}\n${value}`);
}
