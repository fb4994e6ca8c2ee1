import { wholeHistories } from '@tallyboard/jira/wire/read-issue.ts';
import { RECEIVED } from '@tallyboard/jira/wire/received.ts';
import type { LoadSession, ReadPlan } from '../load/session.ts';
import { type CachedIssue, holdsHistories } from './cached-issue.ts';

/** Adds cached issues to a load, each with the fields and histories of the plan. */
export function serveCached(
  session: LoadSession,
  plan: ReadPlan,
  held: readonly CachedIssue[],
): void {
  const { coverage, progress } = session;
  const { collector, fields, expand } = plan;
  const inline = expand.includes('changelog');
  // The newest first: their sprints and people win over older ones.
  const newestFirst = [...held].sort((a, b) => b.at - a.at);
  const raws = newestFirst.map(issue => ({
    id: issue.id,
    key: issue.key,
    fields: pickFields(issue.fields, fields),
    properties: { [RECEIVED]: issue.received },
    ...(inline && issue.histories?.scope === 'all' && { changelog: whole(issue.histories.list) }),
  }));
  const came = collector.add(raws, 'cache').length;
  coverage.fetched('issues', came, held.length);
  if (plan.historyFields) serveHistories(session, plan, newestFirst);
  progress.done('issues', held.length);
}

/** Adds the histories of cached issues as if they had come by calls of their own. */
export function serveHistories(
  { coverage }: Pick<LoadSession, 'coverage'>,
  { collector, historyFields }: ReadPlan,
  held: readonly CachedIssue[],
): void {
  const wanted = historyFields && new Set(historyFields);
  let count = 0;
  for (const { id, histories } of held) {
    // Histories of fewer fields than needed are incomplete.
    if (histories === null || !holdsHistories(histories.scope, historyFields ?? 'all')) continue;
    const all = histories.list;
    const needed = wanted
      ? all.filter(({ items }) => items.some(item => wanted.has(item.fieldId ?? '')))
      : all;
    count += collector.addHistories(id, wholeHistories(needed), 'cache').fresh;
    collector.wholeHistories.add(id);
  }
  coverage.fetched('histories', count, count);
}

export function pickFields(
  fields: CachedIssue['fields'],
  names: readonly string[],
): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    const value = fields[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

const whole = <T>(histories: readonly T[]) => ({ total: histories.length, histories });
