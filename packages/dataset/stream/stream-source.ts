/** The issues of a host that has them as columns. */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import { readParentEpics } from '../load/epics.ts';
import { datasetOf } from '../load/finish.ts';
import type { Metadata } from '../load/metadata.ts';
import { inSession } from '../load/open-session.ts';
import type { LoadSession } from '../load/session.ts';
import { type ColumnsOf, type OptionalSource, reusable, type SourceSite } from '../source.ts';
import { type ColumnsRead, type FetchColumns, readColumns } from './read-columns.ts';

/**
 * Null where the issues must be read as JSON; 'unchanged' when `known`, a dataset of the query and requirement, has them as
 * the host has them now.
 */
export type ReadColumns = (
  session: LoadSession,
  metadata: Metadata,
  known?: Dataset,
) => Promise<ColumnsRead | 'unchanged' | null>;

export const stream = (
  { client, metadata, now }: SourceSite,
  read: ReadColumns,
): OptionalSource => ({
  open: (jql, asked, watch = {}) =>
    inSession(
      { client, jql, requirement: withAllSince(asked), watch },
      async (session, boardData) => {
        const { requirement, coverage, listed, progress } = session;
        const forest = requirement.forest && (await import('../load/forest-query.ts'));
        if (forest?.readsEarlierParents(requirement)) return listed;
        const found = await metadata(session.signal);
        // The same issues may be others of the query and beside it.
        const known = forest ? undefined : reusable(watch, requirement, found);
        const fetchedAt = now();
        const columns = await read(forest?.ofForest(session) ?? session, found, known);
        if (columns === null) return listed;
        progress.finish();
        if (columns === 'unchanged') return known ? { ...known, fetchedAt } : listed;
        const { plan, revision, at = fetchedAt } = columns;
        const split = forest
          ? await forest.splitForest(session, columns.issues)
          : { issues: columns.issues };
        const { issues, above = [] } = split;
        coverage.fetched('issues', -above.length, -above.length);
        await readParentEpics(session, plan, columns.issues);
        const dataset = datasetOf(session, plan, await boardData, issues, coverage.result(), at);
        return {
          ...dataset,
          ...split,
          columns: true,
          ...(revision !== undefined && { revision }),
        };
      },
    ),
});

/** Columns that each load fetches. */
export const fetchedColumns =
  (fetch: FetchColumns): ColumnsOf =>
  site =>
    stream(site, (session, metadata) => readColumns(session, metadata, fetch));

/** Worklogs since an instant come with columns: all of them, counted as by JSON, which reads those of some issues alone. */
const withAllSince = (requirement: Requirement): Requirement => {
  const { worklogs, worklogsSince } = requirement;
  if (worklogsSince === null) return requirement;
  return {
    ...requirement,
    worklogs: 'all',
    worklogsSince: worklogs === 'none' ? worklogsSince : null,
  };
};
