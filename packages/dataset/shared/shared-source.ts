/**
 * The datasets of a session, each by its query and requirement. A report that needs no more than a dataset has costs no
 * request; one that needs more reloads the query for both requirements, so that going back is free.
 */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import { HOUR, type Instant } from '@tallyboard/core/time/units.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import type { Freshness } from '../freshness.ts';
import { hasSameForest, joinRequirements } from '../requirement-cover.ts';
import type { LoadWatch, RunningLoad, Source } from '../source.ts';
import {
  createEntries,
  type DatasetEntry,
  type DatasetId,
  type Entries,
  findCovering,
} from './entries.ts';
import { throttleParts, throttleProgress } from './throttle.ts';

interface Query {
  readonly jql: string;
  readonly requirement: Requirement;
}

/** How a caller follows and cancels a load. */
export interface EntryWatch extends Pick<LoadWatch, 'signal' | 'onProgress'> {
  /** Receives growing parts; a cancelled caller gets the last one. */
  readonly onPart?: ((part: DatasetEntry) => void) | undefined;
}

export interface SharedSettings {
  readonly isYoung: Freshness['isYoung'];
  readonly now: () => Instant;
  /** How long a dataset that one client loaded is served to the others; absent for a session of one client. */
  readonly sharedMs?: number | undefined;
}

/** A load with its subscribers; aborted when the last of them cancels. */
interface PendingLoad {
  readonly begunAt: Instant;
  readonly jql: string;
  readonly requirement: Requirement;
  readonly controller: AbortController;
  readonly subscribers: Set<EntryWatch>;
  /** The issues that came so far; null for none. */
  readonly readPart: () => DatasetEntry | null;
  readonly result: Promise<DatasetEntry>;
}

type PendingRead = Pick<PendingLoad, 'jql' | 'requirement'> & {
  readonly result: Promise<DatasetEntry | null>;
};

/** How long a dataset serves further reports of a page. */
const CURRENT_MS = HOUR;
/** Gadgets of a page refresh together: what one of them has just begun to load is new to all. */
const TOGETHER_MS = 1_000;
/** A dataset that lacks no more than worklogs that are read after the issues. */
const findJson = (all: readonly DatasetEntry[], needed: Requirement) =>
  findCovering(
    all.filter(({ dataset }) => !dataset.columns),
    { ...needed, worklogsSince: null },
  );

export class SharedSource {
  readonly #source: Source;
  readonly #settings: SharedSettings;
  readonly #entries = createEntries();
  /** Everybody who holds datasets: what all clients share, and each client. */
  readonly #owners = new Set<Entries>([this.#entries]);
  readonly #parts = createEntries();
  readonly #loads = new Set<PendingLoad>();
  readonly #reads = new Set<PendingRead>();
  #lastId = 0;

  constructor(source: Source, settings: SharedSettings) {
    this.#source = source;
    this.#settings = settings;
  }

  /** The datasets that one client uses: other clients do not evict them. */
  createOwner(): Entries {
    const owner = createEntries();
    this.#owners.add(owner);
    return owner;
  }

  releaseOwner(owner: Entries): void {
    this.#owners.delete(owner);
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
    const { isYoung, sharedMs = CURRENT_MS } = this.#settings;
    return isYoung(fetchedAt, sharedMs);
  }

  /** A recent dataset, loaded if need be; null when the caller cancelled. */
  async obtain({ jql, requirement }: Query, watch: EntryWatch): Promise<DatasetEntry | null> {
    if (watch.signal?.aborted) return null;
    const loaded = this.#entries.ofJql(jql).filter(({ earlier }) => !earlier);
    const recent = loaded.filter(({ dataset }) => this.#isRecent(dataset));
    const ready = findCovering(recent, requirement) ?? findJson(recent, requirement);
    if (ready) return this.#entries.touch(ready);
    const { isYoung, now } = this.#settings;
    const pending = [...this.#loads].filter(
      load =>
        load.jql === jql &&
        isYoung(Math.min(now(), load.begunAt + TOGETHER_MS), Number.POSITIVE_INFINITY),
    );
    const wider = loaded
      .filter(entry => hasSameForest(entry.requirement, requirement))
      .reduce((all, entry) => joinRequirements(all, entry.requirement), requirement);
    return this.#join(findCovering(pending, requirement) ?? this.#load(jql, wider), watch);
  }

  /** An older dataset, from memory or from the cache; null when there is none or a recent one is in memory. */
  async earlier({ jql, requirement }: Query): Promise<DatasetEntry | null> {
    const ready = findCovering(this.#entries.ofJql(jql), requirement);
    if (ready) {
      const isNewest = !ready.earlier && this.#isRecent(ready.dataset);
      return isNewest ? null : { ...this.#entries.touch(ready), earlier: true };
    }
    const pending = [...this.#reads].filter(read => read.jql === jql);
    return (findCovering(pending, requirement) ?? this.#read(jql, requirement)).result;
  }

  /** No Refresh has come since, and it is not of hours ago: a page that slept would show two days as one. */
  isCurrent({ dataset }: DatasetEntry): boolean {
    return this.#settings.isYoung(dataset.fetchedAt, CURRENT_MS);
  }

  /** Undefined when evicted. */
  find(id: DatasetId): DatasetEntry | undefined {
    return this.#entries.find(id) ?? this.#parts.find(id);
  }

  /** Datasets with one of the issues are not served any more to any client, but stay readable. */
  outdate(issueIds: ReadonlySet<string>): void {
    for (const owner of this.#owners) owner.outdate(issueIds);
  }

  /** Adds a changed copy of a dataset; a preview, and a part, are never served to a load. */
  derive(base: DatasetEntry, dataset: Dataset, isPreview: boolean): DatasetEntry {
    const earlier = isPreview || base.part === true;
    return this.#entries.put({ ...base, id: this.nextId(), dataset, earlier });
  }

  #load(jql: string, requirement: Requirement): PendingLoad {
    const begunAt = this.#settings.now();
    const controller = new AbortController();
    const subscribers = new Set<EntryWatch>();
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
    const watch = { signal: controller.signal, onProgress, onRunning, known };
    const result = this.#source
      .open(jql, requirement, watch)
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

  async #join(load: PendingLoad, watch: EntryWatch): Promise<DatasetEntry | null> {
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
    const earlier = this.#source.earlier?.(jql, requirement) ?? Promise.resolve(null);
    const result = earlier
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
