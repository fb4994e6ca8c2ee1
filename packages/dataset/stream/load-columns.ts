import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { loadBoardData } from '../json/boards.ts';
import {
  datasetOf,
  type LoadColumns,
  type LoadRequest,
  openSession,
} from '../json/issue-loader.ts';
import type { Metadata } from '../json/metadata.ts';
import type { LoadSession } from '../json/session.ts';
import type { ColumnsRead } from './read-columns.ts';

/**
 * Null where the issues must be read as JSON; 'unchanged' when `known`, a dataset of the query and requirement, has them as
 * the host has them now.
 */
export type ReadColumns = (
  session: LoadSession,
  metadata: Metadata,
  known?: Dataset,
) => Promise<ColumnsRead | 'unchanged' | null>;

/** Loads datasets from columns. */
export const loadColumns =
  (read: ReadColumns): LoadColumns =>
  async ({ session: asked, metadata, boardData, now, known: held }) => {
    const session = { ...asked, requirement: withAllSince(asked.requirement) };
    const { requirement, coverage, progress } = session;
    const known = requirement.boards.length === 0 ? held : undefined;
    const fetchedAt = now();
    const columns = await read(session, metadata, known);
    if (columns === null) return null;
    progress.finish();
    if (columns === 'unchanged') return known ? { ...known, fetchedAt } : null;
    const { plan, issues, revision, at = fetchedAt } = columns;
    const dataset = datasetOf(session, plan, await boardData(), issues, coverage.result(), at);
    return { ...dataset, columns: true, ...(revision !== undefined && { revision }) };
  };

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

/** The dataset of stored columns, without asking the host for issues; null without them. */
export async function loadStoredColumns(
  client: JiraClient,
  { metadata, ...request }: LoadRequest & { readonly metadata: Metadata },
  read: ReadColumns,
  now: () => number,
): Promise<Dataset | null> {
  const { signal } = new AbortController();
  const session = openSession(client, request, signal);
  const boardData = () => loadBoardData(client, request.requirement.boards, signal);
  return loadColumns(read)({ session, metadata, boardData, now });
}
