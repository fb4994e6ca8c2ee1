import { sql } from 'kysely';
import { isUnrestricted } from '../../data/access/reader.ts';
import { FORMER_SPRINT } from '../../data/issues/derive-issue.ts';
import { parseDate } from '../dates.ts';
import { resolve } from '../resolve.ts';
import type { FunctionRun } from './function.ts';

export const linkedIssues: FunctionRun = (context, [key = '', ...types], field) => {
  const issue = context.issues.get(key.toUpperCase());
  if (!issue)
    return context.wrongValue(`An issue with key '${key}' does not exist for field '${field}'.`);
  const ofType = types.length > 0 ? sql`and ${context.isOneOf('l.description', types)}` : sql``;
  return {
    type: 'issues',
    condition: sql<boolean>`issues.key in (select l.other_key from issue_links l where l.issue_id = ${issue.id} ${ofType})`,
  };
};

export const mine =
  (field: 'watcher' | 'voter'): FunctionRun =>
  context => ({
    type: 'issues',
    condition: context.hasRow(
      'issue_values',
      'v',
      sql`v.field = ${field} and v.value = ${context.userId ?? ''}`,
    ),
  });

export const viewed: FunctionRun = context => ({
  type: 'issues',
  condition: sql<boolean>`issues.id in (select h.id from issues h where ${context.seen(sql`h.viewed is not null`, 'h')} order by h.viewed desc limit 50)`,
});

/**
 * Not of Jira: issues that are or ever were in one of these sprints, by id, and those whose parent was: sub-tasks come and
 * go with it.
 */
export const everInSprint: FunctionRun = (context, ids) => {
  const isInside = sql`${context.isOneOf('v.field', ['sprint', FORMER_SPRINT])} and ${context.isOneOf('v.value', ids)}`;
  const own = context.hasRow('issue_values', 'v', isInside);
  return {
    type: 'issues',
    condition: sql<boolean>`(${own} or exists (select 1 from issues p
      join issue_values v on v.issue_id = p.id where p.key = issues.parent_key and ${isInside}))`,
  };
};

/** By author of creation, changes or worklogs, in whole days. */
export const updatedBy: FunctionRun = (context, [user = '', from, to], field) => {
  const users = resolve(context, 'user', user, field);
  const bounds: [number, number] = [0, Number.MAX_SAFE_INTEGER];
  for (const [at, text] of [from, to].entries()) {
    if (text === undefined) continue;
    const date = parseDate(text, true, context.clock);
    if (!date)
      return context.wrongQuery(`Date value '${text}' for function 'updatedBy' is invalid.`);
    bounds[at] = at === 0 ? date.start : date.end;
  }
  const by = (author: string) => context.isOneOf(author, users);
  const when = (time: string) =>
    sql<boolean>`${sql.ref(time)} >= ${bounds[0]} and ${sql.ref(time)} < ${bounds[1]}`;
  const { store } = context;
  const isEntry = sql`${by('h.author')} and ${when('h.created')}`;
  const isWork = sql`${isUnrestricted(store, 'w')} and ${by('w.author')} and ${when('w.updated')}`;
  return {
    type: 'issues',
    condition: sql<boolean>`(${context.hasRow('histories', 'h', isEntry)}
      or ${context.hasRow('worklogs', 'w', isWork)}
      or (${by('issues.creator')} and ${when('issues.created')}))`,
  };
};
