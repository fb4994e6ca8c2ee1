/** Calls of forms, popovers and rejected queries, in a chunk of their own. */
import { statusSpans } from '@tallyboard/core/history/spans.ts';
import { issueAt } from '@tallyboard/core/measure/rows.ts';
import { copyIssue } from '@tallyboard/core/model/copy-issue.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { readAssignees } from '@tallyboard/dataset/json/assignees.ts';
import { loadEpics } from '@tallyboard/dataset/json/epic-choices.ts';
import { fetchSprints, fetchSprintsIn } from '@tallyboard/dataset/json/sprints-in.ts';
import { fetchBoardQuery } from '@tallyboard/dataset/load/boards.ts';
import { fetchIdsIn } from '@tallyboard/dataset/load/ids-in.ts';
import { BURST_MS, METADATA_MS } from '@tallyboard/jira/client.ts';
import { fetchBoardConfiguration, fetchBoardSprints } from '@tallyboard/jira/endpoints/board.ts';
import { fetchIssueHistories } from '@tallyboard/jira/endpoints/issue.ts';
import { checkJql, fetchJqlWords, fetchSuggestions } from '@tallyboard/jira/endpoints/jql.ts';
import { fetchIssueCount } from '@tallyboard/jira/endpoints/search.ts';
import { describeJqlErrors } from '@tallyboard/jira/jql/error-place.ts';
import { nameChanges, normalizeHistories } from '@tallyboard/jira/normalize/changes.ts';
import { Pool } from '@tallyboard/jira/normalize/pool.ts';
import { readWireHistories } from '@tallyboard/jira/wire/read-issue.ts';
import type { EngineMethod, Method } from '../calls.ts';
import { editing } from '../planning/editing.ts';
import type { EngineSession } from '../session/start-session.ts';
import { anonymous } from './anonymous.ts';
import { fetchChoices } from './choices.ts';
import { noteRead } from './note-read.ts';
import { pastDataset } from './past-dataset.ts';
import type { Query } from './query.ts';
import { serverReport } from './server-report.ts';

export { explainRefusal } from '@tallyboard/jira/endpoints/jql.ts';
export { withWorklogs } from './with-worklogs.ts';

export const queries: { readonly [M in Exclude<Method, EngineMethod>]: Query<M> } = {
  pastDataset,
  explain: async (...args) => (await import('./explain.ts')).explain(...args),
  figureEntries: async (...args) => (await import('./explain.ts')).figureEntries(...args),
  reconcile: async (...args) => (await import('./explain.ts')).reconcile(...args),
  jiraList: async (...args) => (await import('./explain.ts')).jiraList(...args),
  serverReport,
  noteRead,
  async assignees({ client, metadata, get }, { dataset, rows }, signal) {
    const from = get(dataset);
    const wanted = Array.from(rows).flatMap(row => {
      const issue = issueAt(from, row);
      return issue ? [[row, issue] as const] : [];
    });
    const assignees = await readAssignees(
      client,
      metadata,
      wanted.map(([, issue]) => issue),
      signal ?? new AbortController().signal,
    );
    return wanted.flatMap(([row, { id }]) => {
      const assignee = assignees.get(id);
      return assignee === undefined
        ? []
        : [
            {
              row,
              assignee: assignee?.name ?? null,
              assigneeAvatarUrl: assignee?.avatarUrl ?? null,
            },
          ];
    });
  },
  statuses: async ({ metadata }) => [...metadata.statuses.values()],
  anonymous,
  async statusHistory(session, { dataset, issueId, asOf }, signal) {
    const issue = session.get(dataset).issues.find(({ id }) => id === issueId);
    if (!issue) return [];
    const pool = new Pool(session.metadata.statuses);
    const changes = await statusChanges(session, issue, pool, signal);
    return statusSpans(copyIssue(issue, { changes }), asOf, pool.statuses).map(
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
  count: ({ client }, { jql, rough }, signal) =>
    fetchIssueCount(rough ? client.reusing(METADATA_MS) : client, jql, signal),
  choices: ({ client, metadata }, args, signal) => fetchChoices(client, metadata, args, signal),
  async epics({ client, metadata }, { project }) {
    const { epics, total: epicTotal } = await loadEpics(
      client.reusing(METADATA_MS),
      metadata,
      project,
    );
    return { epics, epicTotal };
  },
  boardFilterId: async ({ client }, { boardId }) =>
    (await fetchBoardConfiguration(client.reusing(METADATA_MS), boardId)).filterId,
  boardFilter: ({ client }, { boardId }) => fetchBoardQuery(client, boardId),
  boardColumns: async ({ client }, { boardId }) =>
    (await fetchBoardConfiguration(client.reusing(METADATA_MS), boardId)).columns.map(
      ({ name }) => name,
    ),
  async boardSprints({ client, site }, { boardId }) {
    // Jira answers 400, which browsers log.
    if (site.boards.some(({ id, type }) => id === boardId && type === 'kanban'))
      throw new Error('A kanban board has no sprints.');
    return fetchBoardSprints(client.reusing(BURST_MS), boardId);
  },
  sprintsOf: ({ client }, { ids }, signal) => fetchSprints(client, ids, signal),
  sprintsIn: ({ client, metadata }, { jql }, signal) =>
    fetchSprintsIn(client, metadata, jql, signal),
  everInSprints: async ({ replica }, { ids }) =>
    replica ? `issue in everInSprint(${ids.join(', ')})` : null,
  fields: async ({ metadata }) => metadata.fields,
  idsIn: ({ client }, { jql }, signal) => fetchIdsIn(client, jql, signal),
  ...editing,
};

const STATUS = ['status'] as const;

/** Fetched unless the dataset has all of them: most reports load none, and the popover needs those of one issue. */
async function statusChanges(
  { client, metadata }: EngineSession,
  { id, changes, historyComplete }: Issue,
  pool: Pool,
  signal: AbortSignal | undefined,
): Promise<Issue['changes']> {
  if (historyComplete && changes.some(change => change.field === 'status')) return changes;
  const { items } = await fetchIssueHistories(client, id, signal);
  const wanted = { history: STATUS, customFields: [] };
  const { histories } = await readWireHistories(items);
  return normalizeHistories(
    histories,
    nameChanges(wanted, metadata.fields, metadata.special),
    pool,
  );
}
