/**
 * Brings the cached issues of a query up to date (delta sync). Each update reads the list of ids, which finds added and
 * removed issues, and the changed ones: on Cloud those updated since the last list, on Data Center and where there are few
 * by the times of update in the list. Only changed and missing issues are fetched.
 */
import { isAbort } from '@tallyboard/jira/errors.ts';
import { readQuery } from '../load/cloud-issues.ts';
import { complete } from '../load/details.ts';
import type { LoadSession, ReadPlan } from '../load/session.ts';
import {
  type CachedIssue,
  commonNeeds,
  holdsAll,
  isOutdated,
  type Needs,
  namesAtOf,
  needsOf,
  oldestOf,
} from './cached-issue.ts';
import {
  type CachedRead,
  type CacheUse,
  type IssueCache,
  newRevision,
  type QueryRecord,
} from './issue-cache.ts';
import { findUpdated, type IssueList, isFew, listIssues } from './issue-list.ts';
import { findMissing, type Missing, widenPlan } from './missing.ts';
import { serveCached, serveHistories } from './serve-cached.ts';
import { type Read, readShare, startSharedFetch } from './shared-fetch.ts';

/** Names of people, versions and epics change without the issue's `updated`. */
const MAX_AGE_MS = 24 * 3_600_000;

type Issues = ReadonlyMap<string, CachedIssue>;

const NONE: ReadonlySet<string> = new Set();

/** Updated issues with their times, where known; null when the host does not say. */
type UpdatedIssues = ReadonlyMap<string, unknown> | null;

/** Not part of the first load: for a Refresh. */
const nameProbes = () => import('./name-probes.ts');

interface Update {
  readonly ids: readonly string[];
  /** False when the list may be truncated. */
  readonly whole: boolean;
  readonly read: Read;
  /** Whether the fetched issues are the same as the cached ones. */
  readonly isSame: boolean;
  /** Every name in the issues was read by this update. */
  readonly namesAll: boolean;
  readonly sizes: ReadonlyMap<number, number>;
}

/** One update of the cached issues of a query. */
export class CacheUpdate {
  readonly session: LoadSession;
  readonly plan: ReadPlan;
  readonly use: CacheUse;
  readonly record: QueryRecord | null;
  readonly isNew: boolean;
  readonly cache: IssueCache;
  readonly begun: number;
  readonly needs: Needs;
  #endFetch = () => {};

  /** @param isNew the list of the record is recent: only its issues lack something. */
  constructor(
    session: LoadSession,
    plan: ReadPlan,
    use: CacheUse,
    record: QueryRecord | null,
    isNew: boolean,
  ) {
    this.session = session;
    this.plan = plan;
    this.use = use;
    this.record = record;
    this.isNew = isNew;
    this.cache = use.cache;
    this.begun = use.cache.now();
    this.needs = needsOf(plan);
  }

  /** Calls `onRead` with the issues before a long write to the cache. */
  async run(onRead: (read: CachedRead) => void): Promise<CachedRead> {
    const { cache, record } = this;
    const isFirst = record === null && (await cache.isEmpty()) && cache.fetches.isIdle();
    try {
      const update = await (isFirst ? this.#readAll() : this.#readChanges());
      const { whole, read, sizes } = update;
      const [next, serve] = this.#conclude(update);
      const result = serve();
      onRead(result);
      const written = await cache.keep(read.fetched, { isAwaited: false });
      // A truncated list would make the rest of the issues look deleted.
      if (whole) await cache.saveQuery(this.session.jql, next, new Map([...sizes, ...written]));
      this.#endFetch();
      await cache.evict();
      return result;
    } finally {
      this.#endFetch();
    }
  }

  /** The cache is empty: reads issues concurrently with the list, as without a cache. */
  async #readAll(): Promise<Update> {
    const { session, plan, use, record } = this;
    const { client, failures } = this.session;
    const wide = widenPlan(plan, use, record);
    const shared = this.#startFetch(wide, client.flavour === 'data-center');
    const { claim } = shared;
    const isSeparate = wide.wantsHistories && wide.expand.length === 0;
    const readQueried = async () => {
      const ids = await readQuery({ ...session, claim }, Promise.resolve(wide));
      await complete(session, wide);
      return { readPlan: wide, wanted: { issues: ids, histories: isSeparate ? ids : [] } };
    };
    const { wanted, ...read } = await shared.run(readQueried, new Map(), new Map());
    const whole = failures.length === 0;
    return {
      ids: wanted.issues,
      whole,
      read,
      isSame: false,
      namesAll: true,
      sizes: new Map(),
    };
  }

  async #readChanges(): Promise<Update> {
    const { session, plan, record, isNew, cache, begun } = this;
    const { client } = this.session;
    const asksUpdates = client.flavour === 'cloud' && record !== null && !isNew;
    const listsUpdates = asksUpdates && isFew(record.ids);
    const ended = cache.fetches.ended();
    const [list, updated] = await Promise.all([
      this.#readList(listsUpdates),
      asksUpdates && !listsUpdates
        ? this.#updatedSince(record.syncedAt)
        : new Map<string, unknown>(),
    ]);
    const { issues: held, sizes } = await cache.entries(list.ids);
    const current = await this.#findCurrent(list, held, updated);
    const withWorklogs = plan.fields.includes('worklog');
    const asksWorklogs = withWorklogs && !isNew && current.size > 0;
    const logged = asksWorklogs ? await this.#findLogged(current) : NONE;
    for (const id of logged) current.delete(id);
    const isRefresh = cache.isOfThePast(record?.syncedAt ?? Number.NEGATIVE_INFINITY);
    const isOfThePast = (at: number) => cache.isOfThePast(at);
    // The rest of a load that was stopped, or that failed in part, is no Refresh of what came.
    const names =
      isRefresh && record !== null
        ? (await nameProbes()).findNameProbes(current.values(), { isOfThePast, withWorklogs })
        : null;
    const state = { ids: list.ids, current, held, now: begun, isRefresh, names };
    const missing = findMissing(session, plan, state);
    const isAll = missing.issues.length + missing.histories.length === 0;
    const read = isAll
      ? { fetched: [], held: current, withOtherHistories: [] }
      : await this.#fetchMissing(missing, current, list, held, ended);
    return {
      ...list,
      read,
      isSame: logged.size === 0 && missing.isSame(read.fetched),
      namesAll: missing.namesAll,
      sizes,
    };
  }

  async #readList(listsUpdates: boolean): Promise<IssueList> {
    const { session, record, isNew } = this;
    const { progress } = this.session;
    if (!record || !isNew) return listIssues(session, listsUpdates);
    progress.expect('issues', record.ids.length);
    progress.counted();
    return { ids: record.ids, whole: true, rows: null };
  }

  /** The cached issues that are still current. */
  async #findCurrent({ rows }: IssueList, held: Issues, updated: UpdatedIssues) {
    const { record, cache, begun } = this;
    const young = [...held].filter(
      ([, issue]) => begun - issue.at < MAX_AGE_MS && !isOutdated(issue),
    );
    if (rows) {
      return new Map(young.filter(([id, issue]) => rows.get(id)?.updated === issue.fields.updated));
    }
    const since = record?.syncedAt ?? young.reduce((min, [, { at }]) => Math.min(min, at), begun);
    // A new query may find issues that other queries cached: the oldest of them counts. Issues that this engine read
    // moments ago need no call.
    const isRecent = cache.isRecent(since);
    const isKnown = record !== null || young.length === 0 || isRecent;
    const changed = isKnown ? updated : await this.#updatedSince(since);
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

  /** The current issues whose worklogs have changed since they were read. */
  async #findLogged(current: Issues): Promise<ReadonlySet<string>> {
    const { session, record } = this;
    const { client } = this.session;
    const { worklogsAt } = record ?? {};
    const asked = new Set(worklogsAt === undefined ? [] : record?.ids);
    const others = [...current.values()].filter(({ id }) => !asked.has(id));
    const since = Math.min(oldestOf(others), worklogsAt ?? Number.POSITIVE_INFINITY);
    // Few loads need it.
    const { findWorklogChanges } = await import('./worklog-changes.ts');
    return findWorklogChanges(client, current, since, session.signal);
  }

  /** Cloud. Null when the call failed: then no cached issue can be trusted. */
  async #updatedSince(since: number): Promise<UpdatedIssues> {
    const { session, begun } = this;
    try {
      return await findUpdated(session, since, begun);
    } catch (error) {
      if (isAbort(error)) throw error;
      return null;
    }
  }

  #startFetch(fetchPlan: ReadPlan, isWhole: boolean) {
    const { session, plan, use, begun } = this;
    const shared = startSharedFetch(session, plan, fetchPlan, use, { begun, isWhole });
    this.#endFetch = shared.end;
    return shared;
  }

  async #fetchMissing(
    missing: Missing,
    known: Issues,
    { rows }: IssueList,
    all: Issues,
    ended: number,
  ): Promise<Read> {
    const { session, plan, use, record, cache, begun, needs } = this;
    const { client } = this.session;
    const wide = widenPlan(plan, use, record, known.values());
    // On Cloud histories are read by calls of their own: some issues lack nothing else.
    const fetchPlan = client.flavour === 'cloud' ? { ...wide, expand: [] } : wide;
    const current = new Map(known);
    if (cache.fetches.ended() > ended) {
      // Another load has ended since these were looked for.
      const missingIds = [...missing.issues, ...missing.histories];
      for (const [id, issue] of (await cache.entries(missingIds)).issues) {
        const isNew = issue.at >= begun || cache.isRecent(issue.at);
        if (isNew && !isOutdated(issue) && holdsAll(issue, needs)) current.set(id, issue);
      }
    }
    const isMissing = (id: string) => {
      const issue = current.get(id);
      return !issue || issue === known.get(id);
    };
    const issues = missing.issues.filter(isMissing);
    const without = missing.histories.filter(isMissing);
    const wantsHistories = client.flavour === 'cloud' && needs.histories !== null;
    const wanted = { issues, histories: wantsHistories ? [...issues, ...without] : [] };
    const names = new Map([...(rows ?? all)].map(([id, { key }]) => [id, key]));
    const shared = this.#startFetch(fetchPlan, false);
    const read = async () => {
      await readShare(session, fetchPlan, shared.claim(wanted), names);
      return { readPlan: fetchPlan, wanted };
    };
    return shared.run(read, current, names);
  }

  /** The new record of the query, and the function that serves it. */
  #conclude({ ids, read, isSame, namesAll }: Update) {
    const { session, plan, use, record, isNew, begun, needs } = this;
    const { fetched, held, withOtherHistories } = read;
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
    const worklogsAt = needs.fields.includes('worklog') ? at : record?.worklogsAt;
    const unsure = ids.filter(id => !known.has(id));
    const next = {
      ids,
      unsure,
      syncedAt: at,
      holds: commonNeeds(sure, needs),
      revision,
      worklogsAt,
      namesAt: namesAll ? begun : record?.namesAt,
    };
    /** Adds the cached issues that were not fetched; histories fetched alone are in the collector already. */
    const serve = (): CachedRead => {
      const isKnown = revision === use.known?.revision;
      if (!isKnown) {
        const came = new Set(fetched.map(({ id }) => id));
        const rest = [...all.values()].filter(({ id }) => !plan.collector.has(id));
        const served = rest.map(issue =>
          came.has(issue.id) ? { ...issue, histories: null } : issue,
        );
        serveCached(session, plan, served);
        serveHistories(session, plan, withOtherHistories);
      }
      return { ids, at, revision, isKnown, namesAt: namesAtOf(there, next) };
    };
    return [next, serve] as const;
  }
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
