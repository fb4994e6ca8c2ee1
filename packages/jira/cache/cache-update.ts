/**
 * Brings the cached issues of a query up to date (delta sync). Each update reads the list of ids, which finds added and
 * removed issues, and the changed ones: on Cloud those updated since the last list, on Data Center and where there are few
 * by the times of update in the list. Only changed and missing issues are fetched.
 */
import { isAbort } from '../errors.ts';
import { readQuery } from '../load/cloud-issues.ts';
import { complete, readAllHistories, readIssues } from '../load/details.ts';
import type { LoadSession, ReadPlan } from '../load/session.ts';
import { type CachedIssue, commonNeeds, holdsAll, isOutdated, needsOf } from './cached-issue.ts';
import { createConcurrentHistoryLoad } from './concurrent-history-load.ts';
import { type CachedRead, type CacheUse, newRevision, type QueryRecord } from './issue-cache.ts';
import { findUpdated, type IssueList, isFew, listIssues } from './issue-list.ts';
import { findMissing, type Missing, widenPlan } from './missing.ts';
import { createRecorder } from './recorder.ts';
import { serveCached } from './serve-cached.ts';

/** Names of people, versions and epics change without the issue's `updated`. */
const MAX_AGE_MS = 24 * 3_600_000;

type Issues = ReadonlyMap<string, CachedIssue>;

/** Updated issues with their times, where known; null when the host does not say. */
type UpdatedIssues = ReadonlyMap<string, unknown> | null;

interface Read {
  readonly fetched: readonly CachedIssue[];
  readonly held: Issues;
}

/**
 * Updates the cached issues of a query from its record, null for a new query; `isNew` says that the record's list is
 * recent, so that only its issues lack something. Calls `onRead` with the issues before a long write to the cache.
 * Returns a function that adds the cached issues that were not fetched to the load.
 */
export async function updateCache(
  session: LoadSession,
  plan: ReadPlan,
  use: CacheUse,
  record: QueryRecord | null,
  isNew: boolean,
  onRead: (read: CachedRead) => void,
): Promise<() => CachedRead> {
  const { client, failures, jql, progress, signal } = session;
  const { cache } = use;
  const begun = cache.now();
  const needs = needsOf(plan);
  const fetching = `${cache.own}fetch`;

  if (record === null && (await cache.isEmpty())) {
    const task = async () => ((await cache.isEmpty()) ? readAll() : null);
    const serve = await cache.mutex.run(fetching, task, signal);
    if (serve) return serve;
  }
  const asksUpdates = client.flavour === 'cloud' && record !== null && !isNew;
  const listsUpdates = asksUpdates && isFew(record.ids);
  const [list, updated] = await Promise.all([
    readList(),
    asksUpdates && !listsUpdates ? updatedSince(record.syncedAt) : new Map<string, unknown>(),
  ]);
  const { issues: held, sizes } = await cache.entries(list.ids);
  const current = await findCurrent(list, held, updated);
  const missing = findMissing(session, plan, { ids: list.ids, current, held, now: begun });
  const read =
    missing.issues.length + missing.histories.length === 0
      ? { fetched: [], held: current, sizes: [] }
      : await cache.mutex.run(fetching, () => fetchMissing(missing, current, list, held), signal);
  for (const [chunk, size] of read.sizes) sizes.set(chunk, size);
  // The overlap also finds issues that have not changed.
  return save(list, read, missing.isSame(read.fetched), sizes);

  /** The cache is empty: reads issues concurrently with the list, as without a cache. */
  async function readAll() {
    const wide = widenPlan(plan, use, record);
    const recorder = createRecorder(plan.fields);
    wide.collector.listener = recorder.listener;
    const histories = createConcurrentHistoryLoad(session, wide);
    // On Data Center they come with the issues or not at all.
    if (client.flavour === 'cloud' && !wide.wantsHistories) use.onJoinable?.(histories.add);
    const read = async () => {
      const ids = await readQuery({ ...session, onIds: histories.setIds }, Promise.resolve(wide));
      await complete(session, wide);
      return { ids, whole: await histories.finish() };
    };
    const { ids, whole } = await read().catch(keepOnAbort(recorder, wide));
    wide.collector.listener = null;
    const fetched = recorder.result(whole, begun);
    const joined = histories.merge(session.coverage);
    const [next, serve] = conclude(ids, { fetched, held: new Map() }, false);
    const result = { ...serve(), ...joined };
    onRead(result);
    const sizes = await cache.keep(fetched, { isAwaited: false });
    if (failures.length === 0) await cache.saveQuery(jql, next, sizes);
    return () => result;
  }

  /** Keeps the issues that came before a load was cancelled, so that the next one reads the rest alone. */
  function keepOnAbort(
    { result }: ReturnType<typeof createRecorder>,
    wide: ReadPlan,
    held?: Issues,
  ) {
    return async (error: unknown): Promise<never> => {
      if (isAbort(error)) await cache.keep(result(wide, begun, held));
      throw error;
    };
  }

  async function readList(): Promise<IssueList> {
    if (!record || !isNew) return listIssues(session, listsUpdates);
    progress.expect('issues', record.ids.length);
    progress.counted();
    return { ids: record.ids, whole: true, rows: null };
  }

  /** The cached issues that are still current. */
  async function findCurrent({ rows }: IssueList, held: Issues, updated: UpdatedIssues) {
    const young = [...held].filter(
      ([, issue]) => begun - issue.at < MAX_AGE_MS && !isOutdated(issue),
    );
    if (rows) {
      return new Map(young.filter(([id, issue]) => rows.get(id)?.updated === issue.fields.updated));
    }
    const since = record?.syncedAt ?? young.reduce((min, [, { at }]) => Math.min(min, at), begun);
    // A new query may find issues that other queries cached: the oldest of them counts. Issues that this engine read
    // moments ago need no call.
    const isRecent = !use.fresh && cache.isRecent(since, begun);
    const isKnown = record !== null || young.length === 0 || isRecent;
    const changed = isKnown ? updated : await updatedSince(since);
    if (changed === null) return new Map<string, CachedIssue>();
    const known = new Set(record?.ids);
    for (const id of record?.unsure ?? []) known.delete(id);
    return new Map(
      young.filter(([id, { at, fields }]) => {
        // The overlap also finds issues that have not changed since they were read.
        const isSame = !changed.has(id) || changed.get(id) === fields.updated;
        return isSame && (known.has(id) || at >= since);
      }),
    );
  }

  /** Cloud. Null when the call failed: then no cached issue can be trusted. */
  async function updatedSince(since: number): Promise<UpdatedIssues> {
    try {
      return await findUpdated(session, since, begun);
    } catch (error) {
      if (isAbort(error)) throw error;
      return null;
    }
  }

  async function fetchMissing(missing: Missing, current: Issues, { rows }: IssueList, all: Issues) {
    const wide = widenPlan(plan, use, record, current.values());
    // On Cloud histories are read by calls of their own: some issues lack nothing else.
    const fetchPlan = client.flavour === 'cloud' ? { ...wide, expand: [] } : wide;
    const held = new Map(current);
    // Another query may have read some of them while this one waited.
    const { issues } = await cache.entries([...missing.issues, ...missing.histories]);
    const isStillMissing = (id: string) => {
      const issue = issues.get(id);
      if (!issue || issue.at < begun || isOutdated(issue) || !holdsAll(issue, needs)) return true;
      held.set(id, issue);
      return false;
    };
    const issueIds = missing.issues.filter(isStillMissing);
    const withoutHistory = missing.histories.filter(isStillMissing);
    const names = new Map([...(rows ?? all)].map(([id, { key }]) => [id, key]));
    const recorder = createRecorder(plan.fields);
    fetchPlan.collector.listener = recorder.listener;
    const read = async () => {
      await Promise.all([
        readIssues(session, fetchPlan, issueIds, names),
        readAllHistories(session, fetchPlan, withoutHistory),
      ]);
      await complete(session, fetchPlan);
    };
    await read().catch(keepOnAbort(recorder, fetchPlan, held));
    fetchPlan.collector.listener = null;
    for (const id of issueIds) held.delete(id);
    const fetched = recorder.result(fetchPlan, begun, held);
    // Written before the next load may fetch, so that it finds these issues.
    return { fetched, held, sizes: await cache.keep(fetched) };
  }

  /** The new record of the query, and the function that serves it. */
  function conclude(ids: readonly string[], { fetched, held }: Read, isSame: boolean) {
    const all = new Map([...held, ...fetched.map(issue => [issue.id, issue] as const)]);
    const there = ids.map(id => all.get(id)).filter(issue => issue !== undefined);
    const sure = there.filter(issue => holdsAll(issue, needs));
    const known = new Set(sure.map(({ id }) => id));
    const keepsRevision =
      isSame &&
      record !== null &&
      record.unsure.length === 0 &&
      sameList(record.ids, ids) &&
      // Another query may have read a changed issue since.
      there.every(({ at }) => at <= record.syncedAt);
    const at = record && isNew ? record.syncedAt : begun;
    const revision = keepsRevision ? record.revision : newRevision(begun);
    const unsure = ids.filter(id => !known.has(id));
    const next = { ids, unsure, syncedAt: at, holds: commonNeeds(sure, needs), revision };
    /** Adds the cached issues that were not fetched; histories fetched alone are in the collector already. */
    const serve = (): CachedRead => {
      const isKnown = revision === use.known?.revision;
      if (!isKnown) {
        const came = new Set(fetched.map(({ id }) => id));
        const rest = [...held.values()].filter(({ id }) => !plan.collector.has(id));
        const served = rest.map(issue =>
          came.has(issue.id) ? { ...issue, histories: null } : issue,
        );
        serveCached(session, plan, served);
      }
      return { ids, at, revision, isKnown };
    };
    return [next, serve] as const;
  }

  async function save(
    { ids, whole }: IssueList,
    read: Read,
    isSame: boolean,
    sizes: ReadonlyMap<number, number>,
  ) {
    const [next, serve] = conclude(ids, read, isSame);
    // A truncated list would make the rest of the issues look deleted.
    if (whole) await cache.saveQuery(jql, next, sizes);
    return serve;
  }
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
