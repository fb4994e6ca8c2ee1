/**
 * The datasets that the engine holds, each by its query and by what was asked for. A report that needs no more than is
 * held costs no request; one that needs more reloads the query for both, so that going back is free again.
 */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import type { DatasetId, LoadArgs, Watch } from './protocol.ts';
import { EngineError } from './protocol.ts';
import { covers, joinRequirements } from './requirement-cover.ts';

export interface Held {
  readonly id: DatasetId;
  readonly requirement: Requirement;
  readonly dataset: Dataset;
  /** Read from what an earlier visit left: shown until the newest is there, and never given for it. */
  readonly earlier?: boolean;
}

export type Fetch = (
  jql: string,
  requirement: Requirement,
  watch: Watch,
  more: {
    readonly fresh: boolean;
    /** What is held of these already: it does when nothing changed. */
    readonly known: Dataset | undefined;
  },
) => Promise<Dataset>;

/** A load under way, followed by one or more callers; it is given up when the last of them gives up. */
interface Flight {
  readonly jql: string;
  readonly requirement: Requirement;
  readonly controller: AbortController;
  readonly followers: Set<Watch>;
  readonly result: Promise<Held>;
}

/** Issues held before the least recently used dataset goes: some hundred MB with their histories. */
const MOST_ISSUES = 250_000;
const MOST_DATASETS = 12;

export interface Datasets {
  /** The held dataset of these, loaded if need be; null when the caller cancelled. */
  obtain(args: LoadArgs, watch: Watch): Promise<Held | null>;
  /** Holds what an earlier visit left of these. */
  keepEarlier(args: LoadArgs, dataset: Dataset): Held;
  /** Throws an `EngineError` of kind 'gone' when it is not held any more. */
  get(id: DatasetId): Dataset;
  /** Lets all of them go, so that what is asked next is loaded anew. */
  clear(): void;
}

export function createDatasets(fetch: Fetch): Datasets {
  /** Least recently used first. */
  const held = new Map<DatasetId, Held>();
  const flights = new Set<Flight>();
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
    evict();
    return one;
  }

  function evict() {
    let issues = 0;
    for (const one of held.values()) issues += one.dataset.issues.length;
    for (const one of [...held.values()].slice(0, -1)) {
      if (issues <= MOST_ISSUES && held.size <= MOST_DATASETS) return;
      held.delete(one.id);
      issues -= one.dataset.issues.length;
    }
  }

  const ofJql = (jql: string) => [...held.values()].filter(one => one.dataset.jql === jql);

  function depart(jql: string, requirement: Requirement, fresh: boolean): Flight {
    const controller = new AbortController();
    const followers = new Set<Watch>();
    let furthest = 0;
    const onProgress = (percent: number) => {
      furthest = Math.max(furthest, percent);
      for (const each of followers) each.onProgress?.(furthest);
    };
    const known = ofQuery(ofJql(jql), requirement)?.dataset;
    const watch = { signal: controller.signal, onProgress };
    const result = fetch(jql, requirement, watch, { fresh, known })
      .then(dataset => {
        controller.signal.throwIfAborted();
        return keep(dataset, requirement, jql);
      })
      .finally(() => flights.delete(flight));
    const flight: Flight = { jql, requirement, controller, followers, result };
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

  const ofQuery = <T extends { requirement: Requirement }>(all: Iterable<T>, needed: Requirement) =>
    [...all].find(one => covers(one.requirement, needed));

  return {
    async obtain({ jql, requirement, fresh }, watch) {
      if (watch.signal?.aborted) return null;
      const same = ofJql(jql).filter(one => !one.earlier);
      const ready = fresh ? undefined : ofQuery(same, requirement);
      if (ready) return use(ready);
      const flying = [...flights].filter(one => one.jql === jql);
      const wider = same.reduce((all, one) => joinRequirements(all, one.requirement), requirement);
      return follow(ofQuery(flying, requirement) ?? depart(jql, wider, fresh), watch);
    },
    keepEarlier: ({ jql, requirement }, dataset) => keep(dataset, requirement, jql, true),
    get(id) {
      const one = held.get(id);
      if (!one) throw new EngineError(GONE);
      return use(one).dataset;
    },
    clear: () => held.clear(),
  };
}

const GONE = {
  kind: 'gone',
  status: 0,
  title: 'These issues are no longer held',
  messages: ['Load again to see them.'],
} as const;
