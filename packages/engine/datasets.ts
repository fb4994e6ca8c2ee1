/** The datasets that a frame uses, and what its reports are told of them. */
import type { Coverage, Dataset } from '@tallyboard/core/model/dataset.ts';
import { mayHaveWorklogs, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { requiredCoverage } from '@tallyboard/dataset/load/coverage.ts';
import {
  type DatasetEntry,
  type DatasetId,
  findCovering,
} from '@tallyboard/dataset/shared/entries.ts';
import type { EntryWatch, SharedSource } from '@tallyboard/dataset/shared/shared-source.ts';
import type { LoadArgs, LoadedDataset } from './calls.ts';
import { EngineError } from './failure.ts';

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

/** A range of worklogs in columns also covers `worklogsSince`, counted the way the JSON source counts. */
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

/** The shown one, that of a comparison, and the one before. */
const MAX_PASTS = 3;

export type OwnDatasets = ReturnType<typeof createOwnDatasets>;

/**
 * The datasets that one frame uses: other frames of the session do not evict them.
 * @param columns whether loads may bring columns.
 */
export function createOwnDatasets(shared: SharedSource, columns = false) {
  const own = shared.createOwner();
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
    async obtain(args: LoadArgs, watch: EntryWatch) {
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
      shared.outdate(changed);
      return own.put(shared.derive(base, dataset, false));
    },
    release: () => shared.releaseOwner(own),
  };
}

export const GONE = {
  kind: 'gone',
  status: 0,
  title: 'These issues are no longer in memory',
  messages: ['Load again to see them.'],
} as const;
