/**
 * Brings the cached issues of a query up to date (delta sync). Each update reads the list of ids, which finds added and
 * removed issues, and the changed ones: on Cloud those updated since the last list, on Data Center by the times of
 * update in the list. Only changed and missing issues are fetched.
 */
import { isAbort } from '../errors.ts';
import { issueReader } from '../load/issue-reader.ts';
import { complete, readAllHistories, readIssues } from '../load/read-issues.ts';
import type { LoadSession, ReadPlan } from '../load/session.ts';
import { type CachedIssue, commonNeeds, holdsAll, needsOf } from './cached-issue.ts';
import { ConcurrentHistoryLoad } from './concurrent-history-load.ts';
import type { CachedRead, CacheUse } from './contract.ts';
import type { IssueCache, QueryRecord } from './issue-cache.ts';
import { findUpdated, type IssueList, listIssues } from './issue-list.ts';
import { findMissing, type Missing, widenPlan } from './missing.ts';
import { Recorder } from './recorder.ts';
import { serveHeld } from './serve-cached.ts';

/** Names of people, versions and epics change without the issue's `updated`. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Updated issues with their times, where known; null when the host does not say. */
type Updated = ReadonlyMap<string, unknown> | null;
const NOTHING: Updated = new Map();

export class CacheUpdate {
  readonly #session: LoadSession;
  readonly #plan: ReadPlan;
  readonly #use: CacheUse;
  readonly #record: QueryRecord | null;
  readonly #isNew: boolean;
  readonly #begun: number;

  constructor(
    session: LoadSession,
    plan: ReadPlan,
    use: CacheUse,
    record: QueryRecord | null,
    /** The list of the record is recent: only its issues lack something. */
    isNew: boolean,
  ) {
    this.#session = session;
    this.#plan = plan;
    this.#use = use;
    this.#record = record;
    this.#isNew = isNew;
    this.#begun = use.cache.now();
  }

  /** Calls `onRead` with the issues before a long write to the cache. */
  async run(onRead: (read: CachedRead) => void) {
    const { cache } = this.#use;
    const fetching = `${cache.own}fetch`;
    const { signal } = this.#session;
    if (this.#record === null && (await cache.isEmpty())) {
      const alone = async () => ((await cache.isEmpty()) ? this.#readAll(onRead) : null);
      const read = await cache.mutex.run(fetching, alone, signal);
      if (read) return read;
    }
    const [listed, updated] = await Promise.all([this.#list(), this.#updatedSinceList()]);
    const { issues, sizes } = await cache.entries(listed.ids);
    const current = await this.#currentOf(listed, issues, updated);
    const missing = findMissing(this.#session, this.#plan, {
      ids: listed.ids,
      current,
      held: issues,
      now: this.#begun,
    });
    const keys = [...(listed.rows ?? issues)].map(([id, { key }]) => [id, key] as const);
    const names = new Map(keys);
    const isEnough = missing.issues.length + missing.histories.length === 0;
    const read = isEnough
      ? { fetched: [], held: current, kept: new Map() }
      : await cache.mutex.run(fetching, () => this.#fetch(missing, current, names), signal);
    // The overlap also finds issues that have not changed.
    const isSame = missing.isSame(read.fetched);
    for (const [chunk, size] of read.kept) sizes.set(chunk, size);
    return this.#save(listed, this.#conclude(listed, read, isSame), sizes);
  }

  /** The cache is empty: reads issues concurrently with the list, as without a cache. */
  async #readAll(onRead: (read: CachedRead) => void) {
    const { client, failures } = this.#session;
    const plan = widenPlan(this.#plan, this.#use, this.#record);
    const recorder = new Recorder(this.#plan.fields);
    plan.collector.listener = recorder;
    const histories = new ConcurrentHistoryLoad(this.#session, plan);
    // On Data Center they come with the issues or not at all.
    if (client.flavour === 'cloud' && !plan.wantsHistories)
      this.#use.joining?.subscribe(other => histories.add(other));
    const onIds = (all: readonly string[]) => histories.setIds(all);
    const read = await issueReader(client);
    const ids = await read({ ...this.#session, onIds }, Promise.resolve(plan));
    await complete(this.#session, plan);
    const whole = await histories.finish();
    plan.collector.listener = null;
    const fetched = recorder.result(whole, this.#begun);
    const listed = { ids, whole: failures.length === 0, rows: null };
    const found = this.#conclude(listed, { fetched, held: new Map() }, false);
    const result = { ...found.serve(), ...histories.merge(this.#session.coverage) };
    onRead(result);
    await this.#save(listed, found, await this.#use.cache.keep(fetched, { isAwaited: false }));
    return { serve: () => result };
  }

  #list(): Promise<IssueList> {
    if (!this.#record || !this.#isNew) return listIssues(this.#session);
    const { progress } = this.#session;
    const { ids } = this.#record;
    progress.expect('issues', ids.length);
    progress.counted();
    return Promise.resolve({ ids, whole: true, rows: null });
  }

  /** Cloud: the issues updated since the previous list. */
  async #updatedSinceList(): Promise<Updated> {
    const record = this.#record;
    if (this.#session.client.flavour !== 'cloud' || record === null || this.#isNew) return NOTHING;
    return this.#updatedSince(record.syncedAt);
  }

  /** The cached issues that are still current. */
  async #currentOf(
    { rows }: IssueList,
    held: ReadonlyMap<string, CachedIssue>,
    updated: Updated,
  ): Promise<Map<string, CachedIssue>> {
    const young = [...held].filter(([, { at }]) => this.#begun - at < MAX_AGE_MS);
    if (rows) {
      return new Map(young.filter(([id, issue]) => rows.get(id)?.updated === issue.fields.updated));
    }
    const record = this.#record;
    const since =
      record?.syncedAt ?? young.reduce((min, [, { at }]) => Math.min(min, at), this.#begun);
    // A new query may find issues that other queries cached: the oldest of them counts.
    const isAsked = record !== null || young.length === 0 || this.#isOfThisOpening(since);
    const changed = isAsked ? updated : await this.#updatedSince(since);
    if (changed === null) return new Map();
    // The overlap also finds issues that have not changed since they were read.
    const isAsRead = (id: string, updated: unknown) =>
      !changed.has(id) || changed.get(id) === updated;
    const known = new Set(record?.ids);
    for (const id of record?.unsure ?? []) known.delete(id);
    return new Map(
      young.filter(
        ([id, { at, fields }]) => isAsRead(id, fields.updated) && (known.has(id) || at >= since),
      ),
    );
  }

  /** Read moments ago by this engine. */
  #isOfThisOpening(since: number): boolean {
    return !this.#use.fresh && this.#use.cache.isRecent(since, this.#begun);
  }

  /** Null when the call failed: then no cached issue can be trusted. */
  async #updatedSince(since: number): Promise<Updated> {
    try {
      return await findUpdated(this.#session, since, this.#begun);
    } catch (error) {
      if (isAbort(error)) throw error;
      return null;
    }
  }

  async #fetch(
    missing: Missing,
    current: Map<string, CachedIssue>,
    names: ReadonlyMap<string, string>,
  ) {
    const { cache } = this.#use;
    const session = this.#session;
    const wide = widenPlan(this.#plan, this.#use, this.#record, current.values());
    // On Cloud histories are read by calls of their own: some issues lack nothing else.
    const plan = session.client.flavour === 'cloud' ? { ...wide, expand: [] } : wide;
    const needs = needsOf(this.#plan);
    const held = new Map(current);
    // Another query may have read some of them while this one waited.
    const { issues } = await cache.entries([...missing.issues, ...missing.histories]);
    const isStill = (id: string) => {
      const issue = issues.get(id);
      if (!issue || issue.at < this.#begun || !holdsAll(issue, needs)) return true;
      held.set(id, issue);
      return false;
    };
    const issueIds = missing.issues.filter(isStill);
    const withoutHistory = missing.histories.filter(isStill);
    const recorder = new Recorder(this.#plan.fields);
    plan.collector.listener = recorder;
    await Promise.all([
      readIssues(session, plan, issueIds, names),
      readAllHistories(session, plan, withoutHistory),
    ]);
    await complete(session, plan);
    plan.collector.listener = null;
    for (const id of issueIds) held.delete(id);
    const fetched = recorder.result(plan, this.#begun, held);
    // Written before the next load may fetch, so that it finds these issues.
    const kept = await cache.keep(fetched);
    return { fetched, held, kept };
  }

  /** The new record of the query. */
  #conclude({ ids }: IssueList, { fetched, held }: Read, isSame: boolean): Found {
    const needs = needsOf(this.#plan);
    const all = new Map([...held, ...fetched.map(issue => [issue.id, issue] as const)]);
    const there = ids.map(id => all.get(id)).filter(issue => issue !== undefined);
    const sure = there.filter(issue => holdsAll(issue, needs));
    const known = new Set(sure.map(({ id }) => id));
    const old = this.#record;
    const keeps =
      isSame &&
      old !== null &&
      old.unsure.length === 0 &&
      sameList(old.ids, ids) &&
      // Another query may have read a changed issue since.
      there.every(({ at }) => at <= old.syncedAt);
    const record = {
      ids,
      unsure: ids.filter(id => !known.has(id)),
      syncedAt: old && this.#isNew ? old.syncedAt : this.#begun,
      holds: commonNeeds(sure, needs),
      revision: keeps ? old.revision : `${this.#begun} ${Math.random()}`,
    };
    const { syncedAt: at, revision } = record;
    const serve = (): CachedRead => {
      const isKnown = revision === this.#use.known?.revision;
      if (!isKnown) serveHeld(this.#session, this.#plan, held, fetched);
      return { ids, at, revision, isKnown };
    };
    return { record, serve };
  }

  async #save({ whole }: IssueList, { record, serve }: Found, sizes: ReadonlyMap<number, number>) {
    // A truncated list would make the rest of the issues look deleted.
    if (whole) await this.#use.cache.saveQuery(this.#session.jql, record, sizes);
    return { serve };
  }
}

interface Read {
  readonly fetched: readonly CachedIssue[];
  readonly held: ReadonlyMap<string, CachedIssue>;
}

interface Found {
  readonly record: Parameters<IssueCache['saveQuery']>[1];
  /** Adds the cached issues that were not fetched to the load. */
  readonly serve: () => CachedRead;
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
