/**
 * Reads the issues of a query through the cache. Single flight: of concurrent loads of one query, one asks the host and
 * the others are served from the cache.
 */

import { readIssues } from '../load/details.ts';
import type { LoadSession, ReadPlan } from '../load/session.ts';
import { CacheUpdate } from './cache-update.ts';
import {
  commonNeeds,
  holdsAll,
  holdsNeeds,
  isOutdated,
  namesAtOf,
  needsOf,
} from './cached-issue.ts';
import type { CachedRead, CacheUse, IssueCache, QueryRecord } from './issue-cache.ts';
import { serveCached } from './serve-cached.ts';

/** Returns the ids of the query in its order, with the issues in the plan's collector. */
export async function readCachedIssues(
  session: LoadSession,
  plan: ReadPlan,
  use: CacheUse,
): Promise<CachedRead> {
  const { cache } = use;
  const requestedAt = cache.now();
  const needs = needsOf(plan);
  const find = async () => {
    const record = await cache.query(session.jql);
    const isNew =
      record !== null && (record.syncedAt >= requestedAt || cache.isRecent(record.syncedAt));
    return { record, isNew, done: isNew && holdsNeeds(record.holds, needs) };
  };
  const first = await find();
  const serve = (record: QueryRecord) =>
    record.revision === use.known?.revision
      ? { ids: record.ids, at: record.syncedAt, revision: record.revision, isKnown: true }
      : serveRecord(session, plan, cache, record);
  if (first.record && first.done) return serve(first.record);
  const name = `${cache.own}query|${session.jql}`;
  const early = Promise.withResolvers<CachedRead>();
  const update = async () => {
    const again = await find();
    const { record } = again;
    if (record && again.done) return () => serve(record);
    const read = await new CacheUpdate(session, plan, use, record, again.isNew).run(early.resolve);
    return () => read;
  };
  const whole = cache.mutex.run(name, update, session.signal).then(result => result());
  // The rest of the update writes the cache; when that fails, later loads read again.
  whole.catch(() => {});
  return Promise.race([early.promise, whole]);
}

/** The cached issues of a query, without asking the host; null when some of them are missing or incomplete. */
export async function readCompleteCached(
  session: LoadSession,
  plan: ReadPlan,
  cache: IssueCache,
): Promise<CachedRead | null> {
  const record = await cache.query(session.jql);
  const needs = needsOf(plan);
  if (!record || record.unsure.length > 0 || !holdsNeeds(record.holds, needs)) return null;
  const issues = [...(await cache.entries(record.ids)).issues.values()];
  // Another query may have reread a changed issue with fewer fields.
  const isComplete = holdsNeeds(commonNeeds(issues, needs), needs);
  if (issues.length < record.ids.length || !isComplete || issues.some(isOutdated)) return null;
  serveCached(session, plan, issues);
  const { ids, syncedAt, revision } = record;
  return { ids, at: syncedAt, revision, isKnown: false, namesAt: namesAtOf(issues, record) };
}

/** Serves what another load has read; issues that the cache lacks are read. */
async function serveRecord(
  session: LoadSession,
  plan: ReadPlan,
  cache: IssueCache,
  record: QueryRecord,
): Promise<CachedRead> {
  const { ids, unsure, syncedAt, revision } = record;
  session.progress.expect('issues', ids.length);
  session.progress.counted();
  const { issues } = await cache.entries(ids);
  const doubted = new Set(unsure);
  const needs = needsOf(plan);
  const served = [...issues.values()].filter(
    issue => !doubted.has(issue.id) && !isOutdated(issue) && holdsAll(issue, needs),
  );
  const there = new Set(served.map(({ id }) => id));
  const rest = ids.filter(id => !there.has(id));
  const names = new Map([...issues].map(([id, { key }]) => [id, key]));
  await readIssues(session, plan, rest, names);
  serveCached(session, plan, served);
  return { ids, at: syncedAt, revision, isKnown: false, namesAt: namesAtOf(served, record) };
}
