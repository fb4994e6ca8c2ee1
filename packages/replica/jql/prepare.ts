import { find } from '@tallyboard/database/query.ts';
import { fold } from '@tallyboard/database/text/words.ts';
import { sql } from 'kysely';
import { isShownValue, issuesFormerly } from '../data/access/hidden-issues.ts';
import { ofVisibleIssues } from '../data/access/reader.ts';
import { fieldsNamed } from './compile.ts';
import { allOf, anyOf, type Condition, type JqlContext } from './context.ts';
import { isHistoryOperator } from './fields/history.ts';
import { type Terminal, textsOf } from './tree.ts';

/** Looks up the issues, former names and options of a query. */
export async function prepare(context: JqlContext, terminals: readonly Terminal[]): Promise<void> {
  const isHistory = (terminal: Terminal) => isHistoryOperator(terminal.operator);
  await findIssues(context, terminals.flatMap(allTexts));
  await findHistoryNames(context, terminals.filter(isHistory).flatMap(allTexts).map(fold));
  await findOptions(context, terminals);
}

const allTexts = ({ operand, predicates }: Terminal): string[] => [
  ...textsOf(operand),
  ...predicates.flatMap(predicate => textsOf(predicate.operand)),
];

async function findIssues(context: JqlContext, texts: readonly string[]): Promise<void> {
  const keys = [...new Set(texts.map(text => text.toUpperCase()))].filter(text =>
    /^[A-Z][A-Z0-9_]*-\d+$/.test(text),
  );
  const ids = [...new Set(texts)].filter(text => /^\d{1,15}$/.test(text)).map(Number);
  if (keys.length + ids.length === 0) return;
  const isNamed = anyOf([context.isOneOf('key', keys), context.isOneOf('id', ids)]);
  for (const issue of await find(context.store, 'issues', context.seen(isNamed))) {
    context.issues.set(issue.key, issue);
    context.issues.set(String(issue.id), issue);
  }
  const unknown = keys.filter(key => !context.issues.has(key));
  const former = await issuesFormerly(context.store, unknown);
  if (former.length === 0) return;
  const isMoved = context.isOneOf(
    'id',
    former.map(({ id }) => id),
  );
  const moved = new Map(
    (await find(context.store, 'issues', isMoved)).map(issue => [issue.id, issue] as const),
  );
  for (const { key, id } of former) {
    const issue = moved.get(id);
    if (issue) context.issues.set(key, issue);
  }
}

async function findHistoryNames(context: JqlContext, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const isNamed = context.store.engine.idIn('name_fold', names);
  const isKnown = allOf([isNamed, inVisibleHistory(context)]);
  for (const { field, value, name_fold } of await find(context.store, 'history_names', isKnown)) {
    const key = `${field}\n${name_fold}`;
    context.historyValues.set(key, [...(context.historyValues.get(key) ?? []), value]);
  }
}

/** Condition for earlier names: those of values that a visible issue had. */
function inVisibleHistory({ store }: JqlContext): Condition {
  if (!store.visible()) return allOf([]);
  return sql<boolean>`exists (select 1 from spans where spans.field = history_names.field
    and spans.value = history_names.value and ${ofVisibleIssues(store, 'spans')})`;
}

const checkedTypes = new Set(['option', 'cascading', 'team', 'requestType', 'any']);

async function findOptions(context: JqlContext, terminals: readonly Terminal[]): Promise<void> {
  const { db, engine } = context.store;
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
    .where(engine.idIn('field', [...ids]))
    .where(engine.idIn('value', [...values]))
    .where(ofVisibleIssues(context.store, 'issue_values'))
    .where(isShownValue(context.store, 'issue_values', [...ids]) ?? allOf([]))
    .execute();
  for (const { field, value } of rows) context.options.add(`${field}\n${value}`);
}
