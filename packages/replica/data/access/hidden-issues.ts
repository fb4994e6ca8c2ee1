import { idNumbers } from '@tallyboard/database/engine.ts';
import { type RawBuilder, sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import { FORMER_KEY } from '../issues/derive-issue.ts';
import { fieldTypeOf } from '../issues/field-type.ts';
import { hasTextsOfKeys } from './named-issues.ts';

type Context = Pick<StoreContext, 'engine' | 'db' | 'visible'> &
  Partial<Pick<StoreContext, 'watchers'>>;

/** Visible issues that had these keys before they were moved; `keys` in upper case. */
export async function issuesFormerly(
  { engine, db, visible }: Context,
  keys: readonly string[],
): Promise<{ key: string; id: number }[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string; id: number }>`
    select v.value as key, issues.id as id
    from issue_values v join issues on issues.id = v.issue_id
    where v.field = ${FORMER_KEY} and ${engine.idIn('v.value', keys)}
      and ${visible() ?? sql`1 = 1`}`.execute(db);
  return rows;
}

/**
 * Tells which of these issues are hidden from the reader, by keys in upper case or ids. Issues that are not stored are hidden:
 * whether the reader may see them is unknown.
 */
export async function hiddenIssues(
  context: Context,
  names: Iterable<string>,
): Promise<(name: string) => boolean> {
  const { engine, db, visible, watchers = [] } = context;
  const condition = visible();
  const asked = new Set(names);
  if (!condition || asked.size === 0) return () => false;
  const keys = [...asked].filter(name => name.includes('-'));
  const ids = idNumbers([...asked]);
  const isNamed = sql`(${engine.idIn('issues.key', keys)} or ${engine.idIn('issues.id', ids)})`;
  const isAsked = ids.length > 0 ? isNamed : engine.idIn('issues.key', keys);
  const { rows } = await sql<{ id: number; key: string }>`
    select id, key from issues where ${isAsked} and ${condition}`.execute(db);
  const shown = new Set(rows.flatMap(({ id, key }) => [String(id), key]));
  const others = keys.filter(key => !shown.has(key));
  for (const { key } of await issuesFormerly(context, others)) shown.add(key);
  for (const { onLookup } of watchers) for (const name of asked) onLookup(name, !shown.has(name));
  return name => !shown.has(name);
}

type ValueContext = Pick<StoreContext, 'engine' | 'site' | 'visible'>;

/**
 * Whether the value of a row of `issue_values` of these fields names no hidden issue, as far as SQL can tell: it is a visible key, or
 * has nothing like a key. Null for fields without keys.
 */
export function isShownValue(
  { engine, site, visible }: ValueContext,
  rows: string,
  fields: readonly string[],
): RawBuilder<boolean> | null {
  const condition = visible('named');
  // The ids of options are stored under 'FIELD#id'.
  const hasKeys = fields.some(field => hasTextsOfKeys(site, field.replace(/#.*/, '')));
  if (!condition || !hasKeys) return null;
  const value = sql.ref(`${rows}.value`);
  const isLike = (patterns: readonly string[]) =>
    sql.join(
      patterns.map(pattern => sql`${value} glob ${pattern}`),
      sql` or `,
    );
  const hasKey =
    engine.name === 'sqlite'
      ? sql`(${isLike(['*[a-z_]-[0-9]*', '*[a-z_][0-9]-[0-9]*', '*[a-z_][0-9][0-9]-[0-9]*'])})`
      : sql`${value} ~ '[a-z_][0-9]{0,2}-[0-9]'`;
  return sql<boolean>`case when ${hasKey} then exists (select 1 from issues named
    where named.key = upper(${value}) and ${condition}) else true end`;
}

/** Whether a row of `texts` names no hidden issue, as `isShownValue`; null if there are no fields with keys. */
export function isShownText(context: ValueContext): RawBuilder<boolean> | null {
  const fields = context.site
    .all('field')
    .filter(
      ({ id, document }) => fieldTypeOf(document) === 'text' && hasTextsOfKeys(context.site, id),
    )
    .map(({ id }) => id);
  const isShown = fields.length > 0 && isShownValue(context, 'v', fields);
  if (!isShown) return null;
  return sql<boolean>`(not ${context.engine.idIn(sql.ref('texts.field'), fields)}
    or not exists (select 1 from issue_values v
      where v.issue_id = texts.issue_id and v.field = texts.field and not (${isShown})))`;
}
