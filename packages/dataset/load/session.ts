import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { BULK_CHANGELOG_FIELDS } from '@tallyboard/jira/endpoints/changelog.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import { fieldsOf } from '@tallyboard/jira/fields.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { historyFieldIds } from '@tallyboard/jira/normalize/changes.ts';
import { planNormalizing } from '@tallyboard/jira/normalize/issue.ts';
import { Pool } from '@tallyboard/jira/normalize/pool.ts';
import { Collector } from './collector.ts';
import { type CoverageCounter, whyFailed } from './coverage.ts';
import type { Metadata } from './metadata.ts';
import type { ProgressMeter } from './progress.ts';

/** The ids of issues and of histories that one fetch brings. */
export interface Share {
  readonly issues: readonly string[];
  readonly histories: readonly string[];
}

/** What the parts of one load share. */
export interface LoadSession {
  readonly client: JiraClient;
  readonly jql: string;
  readonly requirement: Requirement;
  readonly signal: AbortSignal;
  readonly progress: ProgressMeter;
  readonly coverage: CoverageCounter;
  readonly warnings: Set<string>;
  /** Cloud: the part of a page of ids that this load reads; all of it when absent. */
  readonly claim?: (page: Share) => Share;
  /** The ids of the query, where a call that found no columns brought them. */
  readonly listed: { ids: readonly string[] | null };
  /** Failures of calls; the first is thrown when nothing could be read. */
  readonly failures: unknown[];
}

/** What is read of each issue; known once the site's fields are. */
export interface ReadPlan {
  readonly metadata: Metadata;
  readonly pool: Pool;
  readonly collector: Collector;
  readonly fields: readonly string[];
  readonly expand: readonly string[];
  /**
   * Cloud: histories come by changelog/bulkfetch of these fields alone, 1,000 issues a call. Null when they come with
   * the issues: on Data Center, where they are whole, and for changes that no field id picks out.
   */
  readonly historyFields: readonly string[] | null;
  /** Histories are read, in either way. */
  readonly wantsHistories: boolean;
}

export function planReading(
  session: LoadSession,
  metadata: Metadata,
  pool = new Pool(metadata.statuses),
): ReadPlan {
  const { client, requirement, coverage } = session;
  const { fields, special } = metadata;
  const historyFields = separateHistories(requirement, metadata, client.flavour);
  const inlineHistories = requirement.history.length > 0 && historyFields === null;
  const plan = planNormalizing(requirement, fields, special, pool);
  for (const repair of metadata.lost ?? []) coverage.lost(repair, null);
  return {
    metadata,
    pool,
    collector: new Collector(plan, coverage, {
      inlineHistories,
      absentIsUnreceived: inlineHistories && client.flavour === 'data-center',
    }),
    fields: fieldsOf(requirement, special, client.flavour),
    expand: inlineHistories ? ['changelog'] : [],
    historyFields,
    wantsHistories: requirement.history.length > 0,
  };
}

export function separateHistories(
  { history, customFields }: Requirement,
  { fields, special }: Metadata,
  flavour: Flavour,
): readonly string[] | null {
  if (flavour === 'data-center' || history.length === 0) return null;
  const ids = historyFieldIds(history, customFields, fields, special);
  return ids !== null && ids.length > 0 && ids.length <= BULK_CHANGELOG_FIELDS ? ids : null;
}

/** Reads all in batches of a size, concurrently. */
export async function inBatches<T>(
  all: readonly T[],
  size: number,
  read: (batch: readonly T[]) => Promise<void>,
): Promise<void> {
  const starts = Array.from({ length: Math.ceil(all.length / size) }, (_, index) => index * size);
  await Promise.all(starts.map(at => read(all.slice(at, at + size))));
}

/** Runs one part of a load: after a failure, other than a cancellation, the load goes on without it. */
export async function readPart(
  { failures }: Pick<LoadSession, 'failures'>,
  read: () => Promise<void>,
  onFailure: (why: string) => void,
): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (isAbort(error)) throw error;
    failures.push(error);
    onFailure(whyFailed(error));
  }
}
