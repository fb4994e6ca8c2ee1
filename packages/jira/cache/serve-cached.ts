import type { LoadSession, ReadPlan } from '../load/session.ts';
import { RECEIVED } from '../wire/received.ts';
import { type CachedIssue, holdsHistories } from './cached-issue.ts';

/** Adds cached issues to a load, each with the fields and histories of the plan. */
export function serveCached(
  { coverage, progress }: LoadSession,
  plan: ReadPlan,
  held: readonly CachedIssue[],
): void {
  const { collector, fields, expand, historyFields } = plan;
  const inline = expand.includes('changelog');
  const wanted = historyFields && new Set(historyFields);
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
  if (historyFields && wanted) {
    let count = 0;
    for (const { id, histories } of newestFirst) {
      // Histories of fewer fields than needed are incomplete.
      if (histories === null || !holdsHistories(histories.scope, historyFields)) continue;
      const all = histories.list;
      const needed = all.filter(({ items }) => items.some(item => wanted.has(item.fieldId ?? '')));
      count += collector.addHistories(id, needed, 'cache');
      collector.wholeHistories.add(id);
    }
    coverage.fetched('histories', count, count);
  }
  progress.done('issues', held.length);
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
