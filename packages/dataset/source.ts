/**
 * Where issues come from. A session composes its sources once: `SharedSource` over `first(columns, cached(json))`.
 *
 * - `json`: any Jira. `cached`: issues of earlier visits, of which only changed ones are read as JSON.
 * - `stream`: a host that has columns. Its cache keeps streams, by ETag: no cache serves both forms.
 * - `SharedSource`: datasets in memory, single flight and growing parts for all frames of a session.
 */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import type { Metadata } from './load/metadata.ts';

export interface Source {
  /**
   * The issues of a query with what the requirement needs of them. What could not be read is counted in the dataset's
   * coverage with the reason; the failure itself (HttpError, NetworkError, WireError) is thrown only when nothing could be
   * read at all. Cancelling (the signal) rejects with the signal's reason.
   */
  open(jql: string, requirement: Requirement, watch?: LoadWatch): Promise<Dataset>;
  /** What an earlier visit left, without asking the host for issues; null when incomplete. */
  earlier?(jql: string, requirement: Requirement): Promise<Dataset | null>;
}

/** A source that has not all queries. */
export interface OptionalSource {
  open(jql: string, requirement: Requirement, watch?: LoadWatch): Promise<Dataset | NotHere>;
  earlier?: Source['earlier'];
}

/** The columns of a site's host. */
export type ColumnsOf = (site: SourceSite) => OptionalSource;

/** The issues must be read elsewhere. */
export interface NotHere {
  /** Ids of the query's issues, in its order; null when unknown. */
  readonly ids: readonly string[] | null;
}

export interface LoadWatch {
  readonly signal?: AbortSignal | undefined;
  /** 0 to 100, never going back within one source. */
  readonly onProgress?: ((percent: number) => void) | undefined;
  /** Receives the load once it has all but issues, so that those that came can be read while it runs. */
  readonly onRunning?: ((load: RunningLoad) => void) | undefined;
  /** The caller's dataset of the query and requirement; returned again when nothing changed. */
  readonly known?: Dataset | undefined;
  /** Ids of the query's issues, in its order, where they are known. */
  readonly ids?: readonly string[] | null;
}

/** A load under way. */
export interface RunningLoad {
  /** About how many issues `read` returns. */
  readonly count: () => number;
  /** The issues that came whole so far, in no order; what this costs the load is a copy of each. */
  readonly read: () => Dataset;
}

/** A Jira as sources read it. */
export interface SourceSite {
  readonly client: JiraClient;
  readonly metadata: (signal: AbortSignal) => Promise<Metadata>;
  /** Stamps the dataset's `fetchedAt`. */
  readonly now: () => number;
}

/** The issues of the preferred source, where it has them. */
export const first = (preferred: OptionalSource, source: Source): Source => ({
  async open(jql, requirement, watch) {
    const found = await preferred.open(jql, requirement, watch);
    return 'issues' in found ? found : source.open(jql, requirement, { ...watch, ids: found.ids });
  },
  earlier: async (jql, requirement) =>
    (await preferred.earlier?.(jql, requirement)) ??
    (await source.earlier?.(jql, requirement)) ??
    null,
});

/** The caller's dataset where it can stand for a new one: boards have no revision, and metadata may have changed. */
export const reusable = (
  { known }: LoadWatch,
  { boards }: Requirement,
  { fields }: Metadata,
): Dataset | undefined => (boards.length === 0 && known?.fields === fields ? known : undefined);
