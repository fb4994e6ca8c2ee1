import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import { covers } from '../requirement-cover.ts';

export type DatasetId = number;

export interface DatasetEntry {
  readonly id: DatasetId;
  readonly requirement: Requirement;
  readonly dataset: Dataset;
  /** Left by an earlier visit: shown until the newest is loaded, and never served in its place. */
  readonly earlier?: boolean;
  /** The issues of a load that has not ended: never served in place of all. */
  readonly part?: true;
}

/** Some hundred MB with their histories; the least recently used datasets are evicted first. */
const MAX_ISSUES = 250_000;
const MAX_DATASETS = 12;
/** How long a replaced dataset can still be read: pages show its figures until those of the newer one are computed. */
const REPLACED_MS = 30_000;

export type Entries = ReturnType<typeof createEntries>;

/** The least recently used first. */
export function createEntries() {
  const entries = new Map<DatasetId, DatasetEntry>();
  const replaced = new Map<DatasetId, DatasetEntry>();

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

  function replace(id: DatasetId): void {
    const entry = entries.get(id);
    if (entry === undefined) return;
    entries.delete(id);
    replaced.set(id, entry);
    const timer: { unref?(): void } | number = setTimeout(() => replaced.delete(id), REPLACED_MS);
    // Node would wait for it.
    if (typeof timer === 'object') timer.unref?.();
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
    /** Adds an entry, in place of those that it covers, which stay readable for a while. */
    add(entry: DatasetEntry): DatasetEntry {
      for (const { id, requirement } of ofJql(entry.dataset.jql)) {
        if (covers(entry.requirement, requirement)) replace(id);
      }
      return put(entry);
    },
    put,
    find(id: DatasetId): DatasetEntry | undefined {
      const entry = entries.get(id);
      return entry ? touch(entry) : replaced.get(id);
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

export const findCovering = <T extends { requirement: Requirement }>(
  all: Iterable<T>,
  needed: Requirement,
) => [...all].find(({ requirement }) => covers(requirement, needed));
