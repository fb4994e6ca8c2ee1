/**
 * The datasets of an engine, each by its query and requirement. A report that needs no more than a dataset has costs no
 * request; one that needs more reloads the query for both requirements, so that going back is free.
 */
import type { Coverage, Dataset } from '@tallyboard/core/model/dataset.ts';
import { mayHaveWorklogs, type Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { Freshness } from '@tallyboard/dataset/freshness.ts';
import { requiredCoverage } from '@tallyboard/dataset/json/coverage.ts';
import type { RunningLoad } from '@tallyboard/dataset/json/issue-loader.ts';
import { covers, joinRequirements } from '@tallyboard/dataset/requirement-cover.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import type { DatasetId, LoadArgs, LoadedDataset } from './calls.ts';
import { EngineError } from './failure.ts';

export interface DatasetEntry {
  readonly id: DatasetId;
  readonly requirement: Requirement;
  readonly dataset: Dataset;
  /** Left by an earlier visit: shown until the newest is loaded, and never served in its place. */
  readonly earlier?: boolean;
  /** The issues of a load that has not ended: never served in place of all. */
  readonly part?: true;
}

/** How a caller follows and cancels a load. */
export interface LoadWatch {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((percent: number) => void) | undefined;
  /** Receives growing parts; a cancelled caller gets the last one. */
  readonly onPart?: ((part: DatasetEntry) => void) | undefined;
}

/** @param needed what the caller asked for: the dataset may have more. */
export function loadedOf(
  { id, requirement, dataset, part }: DatasetEntry,
  needed: Requirement = requirement,
): LoadedDataset {
  const { issues, warnings, fetchedAt, namesAt, siteAt } = dataset;
  const unknownFields = requirement.customFields.filter(
    field => !dataset.fields.some(({ id: known }) => known === field),
  );
  const unknown = unknownFields.length > 0 && { unknownFields };
  const whole = dataset.columns ? coverageSince(dataset, requirement, needed) : dataset.coverage;
  const coverage = requiredCoverage(whole, needed);
  let since: number | null = null;
  for (const { created } of issues) if (since === null || created < since) since = created;
  const issueCount = issues.length;
  const keyLength = sampleKeyLength(issues);
  const boards = needed.boards.flatMap(board => dataset.boards.get(board) ?? []);
  return {
    id,
    issueCount,
    coverage,
    warnings,
    fetchedAt,
    since,
    keyLength,
    ...unknown,
    ...(boards.length > 0 && { boardNames: boards.map(({ name }) => name) }),
    ...(part && { part }),
    ...(namesAt !== undefined && { namesAt }),
    ...(siteAt !== undefined && { siteAt }),
  };
}

/** Keys of columns are composed when they are read: only some are. */
const KEY_SAMPLES = 200;

function sampleKeyLength(issues: Dataset['issues']): number {
  const step = Math.ceil(issues.length / KEY_SAMPLES);
  let longest = 0;
  for (let row = 0; row < issues.length; row += step)
    longest = Math.max(longest, issues[row]?.key.length ?? 0);
  return longest;
}

/** Columns with the worklogs of a range have those since an instant too, counted as by JSON, which reads them after the issues. */
function coverageSince(
  { issues, coverage }: Dataset,
  { worklogs: loaded }: Requirement,
  { worklogs, worklogsSince: since }: Requirement,
): Coverage {
  if (since === null || worklogs !== 'none' || typeof loaded !== 'object') return coverage;
  const read = issues.filter(issue => mayHaveWorklogs(issue, since));
  const count = read.reduce((sum, issue) => sum + issue.worklogs.length, 0);
  return { ...coverage, worklogs: { fetched: count, total: count } };
}

export interface DatasetSource {
  fetch(
    jql: string,
    requirement: Requirement,
    watch: LoadWatch,
    more: {
      /** A dataset of the same query and requirement: returned again when nothing changed. */
      readonly known: Dataset | undefined;
      readonly onRunning: (load: RunningLoad) => void;
    },
  ): Promise<Dataset>;
  /** What an earlier visit left in the cache; null when incomplete. */
  readCached(jql: string, requirement: Requirement): Promise<Dataset | null>;
  readonly isYoung: Freshness['isYoung'];
  readonly now: () => Instant;
  /** How long a dataset that one client loaded is served to the others; absent for a session of one client. */
  readonly sharedMs?: number;
}

/** A load with its subscribers; aborted when the last of them cancels. */
interface PendingLoad {
  readonly begunAt: Instant;
  readonly jql: string;
  readonly requirement: Requirement;
  readonly controller: AbortController;
  readonly subscribers: Set<LoadWatch>;
  /** The issues that came so far; null for none. */
  readonly readPart: () => DatasetEntry | null;
  readonly result: Promise<DatasetEntry>;
}

type PendingRead = Pick<PendingLoad, 'jql' | 'requirement'> & {
  readonly result: Promise<DatasetEntry | null>;
};

/** Progress is throttled: every frame draws each step. */
const PROGRESS_MS = 500;

/**
 * A part is read from this many issues on, and then whenever there are twice as many: all of them together cost about as
 * much to calculate as the whole.
 */
const FIRST_PART = 1_000;
const PART_MS = 1_000;

/** Some hundred MB with their histories; the least recently used datasets are evicted first. */
const MAX_ISSUES = 250_000;
const MAX_DATASETS = 12;
/** Gadgets of a page refresh together: what one of them has just begun to load is new to all. */
const TOGETHER_MS = 1_000;
/** The shown one, that of a comparison, and the one before. */
const MAX_PASTS = 3;

/** The least recently used first. */
function createEntries() {
  const entries = new Map<DatasetId, DatasetEntry>();

  function touch(entry: DatasetEntry): DatasetEntry {
    entries.delete(entry.id);
    entries.set(entry.id, entry);
    return entry;
  }

  function evict(): void {
    let issues = 0;
    for (const { dataset } of entries.values()) issues += dataset.issues.length;
    for (const { id, dataset } of [...entries.values()].slice(0, -1)) {
      if (issues <= MAX_ISSUES && entries.size <= MAX_DATASETS) return;
      entries.delete(id);
      issues -= dataset.issues.length;
    }
  }

  function put(entry: DatasetEntry): DatasetEntry {
    touch(entry);
    evict();
    return entry;
  }

  const ofJql = (jql: string) => [...entries.values()].filter(({ dataset }) => dataset.jql === jql);

  return {
    touch,
    ofJql,
    remove: (id: DatasetId) => entries.delete(id),
    drop(jql: string): void {
      for (const { id } of ofJql(jql)) entries.delete(id);
    },
    /** Adds an entry, in place of those that it covers. */
    add(entry: DatasetEntry): DatasetEntry {
      for (const { id, requirement } of ofJql(entry.dataset.jql)) {
        if (covers(entry.requirement, requirement)) entries.delete(id);
      }
      return put(entry);
    },
    put,
    find(id: DatasetId): DatasetEntry | undefined {
      const entry = entries.get(id);
      return entry && touch(entry);
    },
    /** Datasets with one of the issues are not served any more, but stay readable. */
    outdate(issueIds: ReadonlySet<string>): void {
      for (const [id, entry] of entries) {
        if (entry.dataset.issues.some(issue => issueIds.has(issue.id)))
          entries.set(id, { ...entry, earlier: true });
      }
    },
  };
}

const findCovering = <T extends { requirement: Requirement }>(
  all: Iterable<T>,
  needed: Requirement,
) => [...all].find(({ requirement }) => covers(requirement, needed));

/** A dataset that lacks no more than worklogs that are read after the issues. */
const findJson = (all: readonly DatasetEntry[], needed: Requirement) =>
  findCovering(
    all.filter(({ dataset }) => !dataset.columns),
    { ...needed, worklogsSince: null },
  );

/** The datasets of a session, which its frames share. */
export class Datasets {
  readonly #source: DatasetSource;
  readonly #entries = createEntries();
  readonly #parts = createEntries();
  readonly #loads = new Set<PendingLoad>();
  readonly #reads = new Set<PendingRead>();
  #lastId = 0;

  constructor(source: DatasetSource) {
    this.#source = source;
  }

  nextId(): DatasetId {
    this.#lastId += 1;
    return this.#lastId;
  }

  #add(dataset: Dataset, requirement: Requirement, jql: string, earlier = false): DatasetEntry {
    const own = loadedRequirement(requirement, dataset);
    const entry = { id: this.nextId(), requirement: own, dataset: { ...dataset, jql }, earlier };
    return this.#entries.add(entry);
  }

  #isRecent({ fetchedAt }: Dataset): boolean {
    const { isYoung, sharedMs = Number.POSITIVE_INFINITY } = this.#source;
    return isYoung(fetchedAt, sharedMs);
  }

  /** A recent dataset, loaded if need be; null when the caller cancelled. */
  async obtain({ jql, requirement }: LoadArgs, watch: LoadWatch): Promise<DatasetEntry | null> {
    if (watch.signal?.aborted) return null;
    const loaded = this.#entries.ofJql(jql).filter(({ earlier }) => !earlier);
    const recent = loaded.filter(({ dataset }) => this.#isRecent(dataset));
    const ready = findCovering(recent, requirement) ?? findJson(recent, requirement);
    if (ready) return this.#entries.touch(ready);
    const { isYoung, now } = this.#source;
    const pending = [...this.#loads].filter(
      load =>
        load.jql === jql &&
        isYoung(Math.min(now(), load.begunAt + TOGETHER_MS), Number.POSITIVE_INFINITY),
    );
    const wider = loaded.reduce(
      (all, entry) => joinRequirements(all, entry.requirement),
      requirement,
    );
    return this.#join(findCovering(pending, requirement) ?? this.#load(jql, wider), watch);
  }

  /** An older dataset, from memory or from the cache; null when there is none or a recent one is in memory. */
  async earlier({ jql, requirement }: LoadArgs): Promise<DatasetEntry | null> {
    const ready = findCovering(this.#entries.ofJql(jql), requirement);
    if (ready) {
      const isNewest = !ready.earlier && this.#isRecent(ready.dataset);
      return isNewest ? null : { ...this.#entries.touch(ready), earlier: true };
    }
    const pending = [...this.#reads].filter(read => read.jql === jql);
    return (findCovering(pending, requirement) ?? this.#read(jql, requirement)).result;
  }

  /** No Refresh has come since. */
  isCurrent({ dataset }: DatasetEntry): boolean {
    return this.#source.isYoung(dataset.fetchedAt, Number.POSITIVE_INFINITY);
  }

  /** Undefined when evicted. */
  find(id: DatasetId): DatasetEntry | undefined {
    return this.#entries.find(id) ?? this.#parts.find(id);
  }

  /** Datasets with one of the issues are not served any more, but stay readable. */
  outdate(issueIds: ReadonlySet<string>): void {
    this.#entries.outdate(issueIds);
  }

  /** Adds a changed copy of a dataset; a preview, and a part, are never served to a load. */
  derive(base: DatasetEntry, dataset: Dataset, isPreview: boolean): DatasetEntry {
    const earlier = isPreview || base.part === true;
    return this.#entries.put({ ...base, id: this.nextId(), dataset, earlier });
  }

  #load(jql: string, requirement: Requirement): PendingLoad {
    const { fetch, now } = this.#source;
    const begunAt = now();
    const controller = new AbortController();
    const subscribers = new Set<LoadWatch>();
    const report = throttleProgress(percent => {
      for (const { onProgress } of subscribers) onProgress?.(percent);
    });
    let running: RunningLoad | null = null;
    const readPart = () => {
      const dataset = running?.read();
      if (!dataset || dataset.issues.length === 0) return null;
      const entry = { id: this.nextId(), requirement, dataset: { ...dataset, jql } };
      return this.#parts.add({ ...entry, part: true });
    };
    const offers = throttleParts(
      () => running?.count() ?? 0,
      () => {
        const watching = [...subscribers].filter(({ onPart }) => onPart);
        const part = watching.length > 0 ? readPart() : null;
        if (part) for (const { onPart } of watching) onPart?.(part);
      },
    );
    const onProgress = (percent: number) => {
      report(percent);
      offers.check();
    };
    const known = findCovering(this.#entries.ofJql(jql), requirement)?.dataset;
    const onRunning = (load: RunningLoad) => {
      running = load;
    };
    const watch = { signal: controller.signal, onProgress };
    const result = fetch(jql, requirement, watch, { known, onRunning })
      .then(dataset => {
        controller.signal.throwIfAborted();
        this.#parts.drop(jql);
        return this.#add(dataset, requirement, jql);
      })
      .finally(() => {
        offers.close();
        this.#loads.delete(load);
      });
    const load = { begunAt, jql, requirement, controller, subscribers, readPart, result };
    this.#loads.add(load);
    return load;
  }

  async #join(load: PendingLoad, watch: LoadWatch): Promise<DatasetEntry | null> {
    load.subscribers.add(watch);
    const cancelled = Promise.withResolvers<DatasetEntry | null>();
    const cancel = () => cancelled.resolve(watch.onPart ? load.readPart() : null);
    watch.signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await Promise.race([load.result, cancelled.promise]);
    } catch (error) {
      if (isAbort(error)) return null;
      throw error;
    } finally {
      watch.signal?.removeEventListener('abort', cancel);
      load.subscribers.delete(watch);
      if (load.subscribers.size === 0 && this.#loads.delete(load)) {
        load.result.catch(() => {});
        load.controller.abort(new DOMException('The load was cancelled', 'AbortError'));
      }
    }
  }

  #read(jql: string, requirement: Requirement): PendingRead {
    const result = this.#source
      .readCached(jql, requirement)
      .then(dataset => dataset && this.#add(dataset, requirement, jql, true))
      .finally(() => this.#reads.delete(read));
    const read: PendingRead = { jql, requirement, result };
    this.#reads.add(read);
    return read;
  }
}

/** What a load brought. JSON has no worklogs since an instant: they are read after the issues. */
const loadedRequirement = (requirement: Requirement, { columns }: Dataset): Requirement =>
  columns ? requirement : { ...requirement, worklogsSince: null };

/** Calls `offer` when a part is due by the number of issues, at most once in a while. */
function throttleParts(count: () => number, offer: () => void) {
  let due = FIRST_PART;
  let offeredAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function check(): void {
    const issues = count();
    if (timer !== undefined || issues < due) return;
    const wait = offeredAt + PART_MS - performance.now();
    if (wait > 0) {
      timer = setTimeout(() => {
        timer = undefined;
        check();
      }, wait);
      return;
    }
    due = 2 * issues;
    offer();
    offeredAt = performance.now();
  }
  return { check, close: () => clearTimeout(timer) };
}

/** Passes on a percentage that never goes back, a few times in a second. */
function throttleProgress(report: (percent: number) => void): (percent: number) => void {
  let highest = 0;
  let reported = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (highest === reported) return;
    reported = highest;
    if (highest < 100) timer = setTimeout(flush, PROGRESS_MS);
    report(highest);
  }
  return percent => {
    highest = Math.max(highest, percent);
    if (timer === undefined || highest === 100) flush();
  };
}

export type OwnDatasets = ReturnType<typeof createOwnDatasets>;

/**
 * The datasets that one frame uses: other frames of the session do not evict them.
 * @param columns whether loads may bring columns.
 */
export function createOwnDatasets(shared: Datasets, columns = false) {
  const own = createEntries();
  /** Datasets as of past instants, which no load may be served; the newest last. */
  let pasts: readonly { readonly key: string; readonly entry: DatasetEntry }[] = [];
  const add = (entry: DatasetEntry | null) => entry && own.add(entry);
  /** Worklogs since an instant come with columns; those that are read after the issues are no part of what frames share. */
  const sharedArgs = (args: LoadArgs): LoadArgs =>
    columns ? args : { ...args, requirement: { ...args.requirement, worklogsSince: null } };

  /** Throws an `EngineError` of kind 'gone' when evicted. */
  function entry(id: DatasetId): DatasetEntry {
    const past = pasts.find(each => each.entry.id === id);
    const found = past?.entry ?? own.find(id) ?? shared.find(id);
    if (!found) throw new EngineError(GONE);
    return found;
  }
  return {
    async obtain(args: LoadArgs, watch: LoadWatch) {
      const loaded = own.ofJql(args.jql).filter(each => !each.earlier && shared.isCurrent(each));
      const ready = findCovering(loaded, args.requirement);
      if (ready) return own.touch(ready);
      const entry = await shared.obtain(sharedArgs(args), watch);
      return entry?.part ? entry : add(entry);
    },
    /** What an earlier visit left. */
    earlier: async (args: LoadArgs) => add(await shared.earlier(sharedArgs(args))),
    entry,
    get: (id: DatasetId): Dataset => entry(id).dataset,
    /** The copy of a base under a key, made when it is first asked. */
    past(base: DatasetEntry, key: string, make: (dataset: Dataset) => Dataset): DatasetEntry {
      const ownKey = `${base.id} ${key}`;
      const known = pasts.find(each => each.key === ownKey);
      const entry = known?.entry ?? { ...base, id: shared.nextId(), dataset: make(base.dataset) };
      pasts = [...pasts.filter(each => each !== known), { key: ownKey, entry }].slice(-MAX_PASTS);
      return entry;
    },
    /** A copy with more of its issues, in place of its base. Earlier copies stay: two may be shown side by side. */
    extend(base: DatasetEntry, requirement: Requirement, dataset: Dataset): DatasetEntry {
      own.remove(base.id);
      return own.put({ ...base, id: shared.nextId(), requirement, dataset });
    },
    /** A copy that shows what a reader is about to change. */
    preview: (base: DatasetEntry, dataset: Dataset) => own.put(shared.derive(base, dataset, true)),
    /** Takes the place of its base after issues were changed, and of all other datasets with them. */
    replace(base: DatasetEntry, dataset: Dataset, changed: ReadonlySet<string>) {
      for (const each of [own, shared]) each.outdate(changed);
      return own.put(shared.derive(base, dataset, false));
    },
  };
}

export const GONE = {
  kind: 'gone',
  status: 0,
  title: 'These issues are no longer in memory',
  messages: ['Load again to see them.'],
} as const;
