import { type RawBuilder, sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import { idNumbers } from '../engine.ts';
import { FORMER_KEY } from '../issues/derive-issue.ts';
import { selectOfAllProjects } from '../shards.ts';
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
    ${selectOfAllProjects} v.value as key, issues.id as id
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

/** Whether the value of a row of `issue_values` of these fields is not the key of a hidden issue; null for fields without keys. */
export function isShownValue(
  { engine, site, visible }: Pick<StoreContext, 'engine' | 'site' | 'visible'>,
  rows: string,
  fields: readonly string[],
): RawBuilder<boolean> | null {
  const condition = visible('named');
  // The ids of options are stored under 'FIELD#id'.
  const hasKeys = fields.some(field => hasTextsOfKeys(site, field.replace(/#.*/, '')));
  if (!condition || !hasKeys) return null;
  const value = sql.ref(`${rows}.value`);
  const isKey =
    engine.name === 'sqlite'
      ? sql`${value} glob '[a-z]*-[0-9]*' and ${value} not glob '*[^a-z0-9_-]*' and ${value} not glob '*-*-*'`
      : sql`${value} ~ '^[a-z][a-z0-9_]*-[0-9]+$'`;
  return sql<boolean>`case when ${isKey} then exists (${selectOfAllProjects} 1 from issues named
    where named.key = upper(${value}) and ${condition}) else true end`;
}
