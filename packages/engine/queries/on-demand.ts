/** Calls of forms, popovers and rejected queries, in a chunk of their own. */
import { statusSpans } from '@tallyboard/core/history/spans.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchBoardConfiguration, fetchBoardSprints } from '@tallyboard/jira/endpoints/board.ts';
import { fetchIssueHistories } from '@tallyboard/jira/endpoints/issue.ts';
import { checkJql, fetchJqlWords, fetchSuggestions } from '@tallyboard/jira/endpoints/jql.ts';
import { fetchIssueCount } from '@tallyboard/jira/endpoints/search.ts';
import { describeJqlErrors } from '@tallyboard/jira/jql/error-place.ts';
import { fetchBoardQuery } from '@tallyboard/jira/load/boards.ts';
import { loadEpics } from '@tallyboard/jira/load/epic-choices.ts';
import { fetchSprints, fetchSprintsIn } from '@tallyboard/jira/load/sprints-in.ts';
import { nameChanges, normalizeHistories } from '@tallyboard/jira/normalize/changes.ts';
import { Pool } from '@tallyboard/jira/normalize/pool.ts';
import type { Args, DatasetId, EngineMethod, Method, Value } from '../calls.ts';
import type { EngineSession } from '../session/start-session.ts';
import { fetchChoices } from './choices.ts';
import { namesOf } from './names.ts';

export { explainRefusal } from '@tallyboard/jira/endpoints/jql.ts';

export interface QuerySession extends EngineSession {
  readonly now: () => Instant;
  readonly get: (id: DatasetId) => Dataset;
}

type Query<M extends Method> = (
  session: QuerySession,
  args: Args<M>,
  signal: AbortSignal | undefined,
) => Promise<Value<M>>;

export const queries: { readonly [M in Exclude<Method, EngineMethod>]: Query<M> } = {
  names: async ({ get }, { dataset }) => namesOf(get(dataset)),
  async statusHistory(session, { dataset, issueId, asOf }, signal) {
    const issue = session.get(dataset).issues.find(({ id }) => id === issueId);
    if (!issue) return [];
    const pool = new Pool(session.metadata.statuses);
    const changes = await statusChanges(session, issue, pool, signal);
    return statusSpans({ ...issue, changes }, asOf, pool.statuses).map(
      ({ status, from, to, by }) => ({
        statusName: status.name,
        category: status.category,
        from,
        to,
        by: by?.name ?? null,
      }),
    );
  },
  async checkJql({ client }, { jql }, signal) {
    if (jql.trim() === '') return { errors: [], at: null };
    return describeJqlErrors((await checkJql(client, jql, signal)).errors, jql);
  },
  jqlWords: ({ client }, _, signal) => fetchJqlWords(client, signal),
  jqlValues: ({ client }, { field, text }, signal) => fetchSuggestions(client, field, text, signal),
  count: ({ client }, { jql }, signal) => fetchIssueCount(client, jql, signal),
  choices: ({ client, metadata }, args, signal) => fetchChoices(client, metadata, args, signal),
  async epics({ client, metadata }, { project }, signal) {
    const { epics, total: epicTotal } = await loadEpics(client, metadata, project, signal);
    return { epics, epicTotal };
  },
  boardFilterId: async ({ client }, { boardId }, signal) =>
    (await fetchBoardConfiguration(client, boardId, signal)).filterId,
  boardFilter: async ({ client, now }, { boardId }) => boardFilter(client, boardId, now()),
  boardSprints: ({ client }, { boardId }, signal) =>
    fetchBoardSprints(client, boardId, undefined, signal),
  sprintsOf: ({ client }, { ids }, signal) => fetchSprints(client, ids, signal),
  sprintsIn: ({ client, metadata }, { jql }, signal) =>
    fetchSprintsIn(client, metadata, jql, signal),
};

/** Fetched unless the dataset has all of them: most reports load none, and the popover needs those of one issue. */
async function statusChanges(
  { client, metadata }: EngineSession,
  { id, changes, historyComplete }: Issue,
  pool: Pool,
  signal: AbortSignal | undefined,
): Promise<Issue['changes']> {
  if (historyComplete && changes.some(change => change.field === 'status')) return changes;
  const { items } = await fetchIssueHistories(client, id, signal);
  const wanted = { history: ['status'], customFields: [] } as const;
  return normalizeHistories(items, nameChanges(wanted, metadata.fields, metadata.special), pool);
}

const MAX_AGE_MS = 5 * 60_000;

const filters = new WeakMap<JiraClient, Map<number, { at: number; jql: Promise<string> }>>();

/**
 * The query of a board's filter, memoized for five minutes: several reports of a page ask for the same board. Concurrent
 * callers share a failure; the next caller asks again.
 */
function boardFilter(client: JiraClient, boardId: number, now: number): Promise<string> {
  const known = filters.get(client) ?? new Map<number, { at: number; jql: Promise<string> }>();
  filters.set(client, known);
  const entry = known.get(boardId);
  if (entry && now - entry.at < MAX_AGE_MS) return entry.jql;
  const jql = fetchBoardQuery(client, boardId);
  known.set(boardId, { at: now, jql });
  jql.catch(() => known.delete(boardId));
  return jql;
}
