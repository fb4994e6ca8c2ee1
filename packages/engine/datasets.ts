/**
 * The datasets that the engine holds, each by its query and by what was asked for. A report that needs no more than is
 * held costs no request; one that needs more reloads the query for both, so that going back is free again.
 */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Joining } from '@tallyboard/jira/cache/contract.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import type { DatasetId, LoadArgs, Watch } from './calls.ts';
import { EngineError } from './failure.ts';
import { covers, joinRequirements } from './requirement-cover.ts';

export interface Held {
  readonly id: DatasetId;
  readonly requirement: Requirement;
  readonly dataset: Dataset;
  /** Read from what an earlier visit left: shown until the newest is there, and never given for it. */
  readonly earlier?: boolean;
}

export interface DatasetSource {
  fetch(
    jql: string,
    requirement: Requirement,
    watch: Watch,
    more: {
      readonly fresh: boolean;
      /** What is held of these already: it does when nothing changed. */
      readonly known: Dataset | undefined;
      readonly joining: Joining;
    },
  ): Promise<Dataset>;
  /** What an earlier visit left; null when nothing. */
  readEarlier(jql: string, requirement: Requirement): Promise<Dataset | null>;
  /** Whether one that is held does for who asks for the newest. */
  isNew(dataset: Dataset): boolean;
}

/** A load under way, followed by one or more callers; it is given up when the last of them gives up. */
interface Flight {
  readonly jql: string;
  /** Asks for histories besides; false when they are not going to come with it. */
  readonly join: (requirement: Requirement) => boolean;
  readonly requirement: Requirement;
  readonly controller: AbortController;
  readonly followers: Set<Watch>;
  readonly result: Promise<Held>;
}

/** How often those who wait are told how far a load is. */
const PROGRESS_MS = 500;

/** What an earlier visit left, on its way out of the cache. */
interface Reading {
  readonly jql: string;
  readonly requirement: Requirement;
  readonly result: Promise<Held | null>;
}

/** Issues held before the least recently used dataset goes: some hundred MB with their histories. */
const MOST_ISSUES = 250_000;
const MOST_DATASETS = 12;

export interface Datasets {
  /** The held dataset of these, loaded if need be; null when the caller cancelled. */
  obtain(args: LoadArgs, watch: Watch): Promise<Held | null>;
  /** What was there of these before: loaded a while ago, or left by an earlier visit. Null when nothing. */
  earlier(args: LoadArgs): Promise<Held | null>;
  /** The held dataset; undefined when it is not held any more. */
  find(id: DatasetId): Dataset | undefined;
}

export function createDatasets({ fetch, readEarlier, isNew }: DatasetSource): Datasets {
  /** Least recently used first. */
  const held = new Map<DatasetId, Held>();
  const flights = new Set<Flight>();
  const readings = new Set<Reading>();
  let lastId = 0;

  function use(one: Held): Held {
    held.delete(one.id);
    held.set(one.id, one);
    return one;
  }

  function keep(dataset: Dataset, requirement: Requirement, jql: string, earlier = false): Held {
    for (const old of held.values()) {
      if (old.dataset.jql === jql && covers(requirement, old.requirement)) held.delete(old.id);
    }
    const one = use({ id: ++lastId, requirement, dataset: { ...dataset, jql }, earlier });
    evict(held);
    return one;
  }

  const ofJql = (jql: string) => [...held.values()].filter(one => one.dataset.jql === jql);

  function depart(jql: string, requirement: Requirement, fresh: boolean): Flight {
    const controller = new AbortController();
    const followers = new Set<Watch>();
    let furthest = 0;
    let told = Number.NEGATIVE_INFINITY;
    const onProgress = (percent: number) => {
      furthest = Math.max(furthest, percent);
      // Every step would be drawn by each of the frames that wait.
      const now = performance.now();
      if (now - told < PROGRESS_MS && furthest < 100) return;
      told = now;
      for (const each of followers) each.onProgress?.(furthest);
    };
    const known = ofQuery(ofJql(jql), requirement)?.dataset;
    const watch = { signal: controller.signal, onProgress };
    let hear: (requirement: Requirement) => boolean = () => false;
    const joining: Joining = {
      hear(listener) {
        hear = listener;
      },
    };
    const result = fetch(jql, requirement, watch, { fresh, known, joining })
      .then(dataset => {
        controller.signal.throwIfAborted();
        const { joinedHistory: history = [] } = dataset;
        return keep(dataset, joinRequirements(requirement, { ...NO_REQUIREMENT, history }), jql);
      })
      .finally(() => flights.delete(flight));
    const join = (other: Requirement) => hear(other);
    const flight: Flight = { jql, requirement, join, controller, followers, result };
    flights.add(flight);
    return flight;
  }

  async function follow(flight: Flight, watch: Watch): Promise<Held | null> {
    flight.followers.add(watch);
    let leave: (() => void) | undefined;
    const left = new Promise<null>(resolve => {
      leave = () => resolve(null);
      watch.signal?.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([flight.result, left]);
    } catch (error) {
      if (isAbort(error)) return null;
      throw error;
    } finally {
      if (leave) watch.signal?.removeEventListener('abort', leave);
      flight.followers.delete(watch);
      if (flight.followers.size === 0 && flights.has(flight)) {
        flights.delete(flight);
        flight.result.catch(() => {});
        flight.controller.abort(new DOMException('The load was cancelled', 'AbortError'));
      }
    }
  }

  const isReady = (one: Held) => isNew(one.dataset);

  const ofQuery = <T extends { requirement: Requirement }>(all: Iterable<T>, needed: Requirement) =>
    [...all].find(one => covers(one.requirement, needed));

  function read(jql: string, requirement: Requirement): Reading {
    const result = readEarlier(jql, requirement)
      .then(dataset => dataset && keep(dataset, requirement, jql, true))
      .finally(() => readings.delete(reading));
    const reading: Reading = { jql, requirement, result };
    readings.add(reading);
    return reading;
  }

  return {
    async obtain({ jql, requirement, fresh }, watch) {
      if (watch.signal?.aborted) return null;
      const same = ofJql(jql).filter(one => !one.earlier);
      const ready = fresh ? undefined : ofQuery(same.filter(isReady), requirement);
      if (ready) return use(ready);
      const flying = [...flights].filter(one => one.jql === jql);
      const { history } = requirement;
      const joined = flying.find(
        one =>
          !covers(one.requirement, requirement) &&
          covers({ ...one.requirement, history }, requirement) &&
          one.join(requirement),
      );
      if (joined) {
        const one = await follow(joined, watch);
        if (one === null || covers(one.requirement, requirement)) return one;
      }
      const wider = same.reduce((all, one) => joinRequirements(all, one.requirement), requirement);
      return follow(ofQuery(flying, requirement) ?? depart(jql, wider, fresh), watch);
    },
    async earlier({ jql, requirement }) {
      const ready = ofQuery(ofJql(jql), requirement);
      // The newest one is had as quickly.
      if (ready) return !ready.earlier && isReady(ready) ? null : { ...use(ready), earlier: true };
      const under = [...readings].filter(one => one.jql === jql);
      return (ofQuery(under, requirement) ?? read(jql, requirement)).result;
    },
    find(id) {
      const one = held.get(id);
      return one && use(one).dataset;
    },
  };
}

function evict(held: Map<DatasetId, Held>): void {
  let issues = 0;
  for (const one of held.values()) issues += one.dataset.issues.length;
  for (const one of [...held.values()].slice(0, -1)) {
    if (issues <= MOST_ISSUES && held.size <= MOST_DATASETS) return;
    held.delete(one.id);
    issues -= one.dataset.issues.length;
  }
}

export interface OwnDatasets extends Pick<Datasets, 'obtain' | 'earlier'> {
  /** Throws an `EngineError` of kind 'gone' when it is not held any more. */
  get(id: DatasetId): Dataset;
}

/** What one frame has of the datasets that several share: they stay for it, whatever the others load. */
export function holdOwn(shared: Datasets): OwnDatasets {
  /** Least recently used first. */
  const own = new Map<DatasetId, Held>();
  function hold(one: Held | null): Held | null {
    if (one === null) return null;
    for (const old of own.values()) {
      const isSame = old.dataset.jql === one.dataset.jql && old.id !== one.id;
      if (isSame && covers(one.requirement, old.requirement)) own.delete(old.id);
    }
    own.delete(one.id);
    own.set(one.id, one);
    evict(own);
    return one;
  }
  return {
    async obtain(args, watch) {
      const ready = [...own.values()].find(
        one =>
          !args.fresh &&
          !one.earlier &&
          one.dataset.jql === args.jql &&
          covers(one.requirement, args.requirement),
      );
      return hold(ready ?? (await shared.obtain(args, watch)));
    },
    earlier: async args => hold(await shared.earlier(args)),
    get(id) {
      const dataset = own.get(id)?.dataset ?? shared.find(id);
      if (!dataset) throw new EngineError(GONE);
      return dataset;
    },
  };
}

export const GONE = {
  kind: 'gone',
  status: 0,
  title: 'These issues are no longer held',
  messages: ['Load again to see them.'],
} as const;
