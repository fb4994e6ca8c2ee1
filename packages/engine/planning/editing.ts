/** Calls of the actions in the drawer of issues. */
import { type EditPermission, TIME_ESTIMATE } from '@tallyboard/core/model/edit.ts';
import type { IssueKey } from '@tallyboard/core/model/ids.ts';
import { outdate } from '@tallyboard/dataset/cached/outdate.ts';
import { reloadIssues } from '@tallyboard/dataset/cached/reload-issues.ts';
import { fetchBoardConfiguration, fetchBoards } from '@tallyboard/jira/endpoints/board.ts';
import { fetchWorkIssues } from '@tallyboard/jira/endpoints/log-work.ts';
import { fetchAssignable } from '@tallyboard/jira/endpoints/planning.ts';
import { fetchVersions } from '@tallyboard/jira/endpoints/project.ts';
import { fetchFirstIssues } from '@tallyboard/jira/endpoints/search.ts';
import { fetchPermissions } from '@tallyboard/jira/endpoints/site.ts';
import { rawIssueId } from '@tallyboard/jira/wire/issue.ts';
import { writeEdit } from '@tallyboard/jira/write/write-edit.ts';
import { GONE, loadedOf } from '../datasets.ts';
import { EngineError } from '../failure.ts';
import type { Query } from '../queries/query.ts';
import { applyEdits } from './apply-edits.ts';

const PERMISSIONS: readonly EditPermission[] = [
  'ASSIGN_ISSUES',
  'EDIT_ISSUES',
  'SCHEDULE_ISSUES',
  'RESOLVE_ISSUES',
];

type Editing =
  | 'editPermissions'
  | 'sprintBoards'
  | 'boardEstimation'
  | 'assignable'
  | 'openVersions'
  | 'mayLogWork'
  | 'workIssues'
  | 'rankOrder'
  | 'previewEdits'
  | 'writeEdit'
  | 'reloadIssues';

export const editing: { readonly [M in Editing]: Query<M> } = {
  editPermissions: ({ client }, { project }, signal) =>
    fetchPermissions(client, PERMISSIONS, project, signal),
  async sprintBoards({ client }, { project }, signal) {
    const boards = await fetchBoards(client, project, signal);
    return boards.filter(({ type }) => type !== 'kanban');
  },
  async boardEstimation({ client, metadata }, { boardId }, signal) {
    const configuration = await fetchBoardConfiguration(client, boardId, signal);
    const { estimationField: fieldId } = configuration;
    if (fieldId === null) return null;
    const field = metadata.fields.find(({ id }) => id === fieldId);
    const name = field?.name ?? (fieldId === TIME_ESTIMATE ? 'Original estimate' : 'Estimate');
    return { boardId: configuration.boardId, fieldId, name };
  },
  assignable: ({ client }, args, signal) => fetchAssignable(client, args, signal),
  async openVersions({ client }, { project }, signal) {
    const versions = await fetchVersions(client, project, signal);
    return versions.filter(({ released, archived }) => !released && !archived);
  },
  async mayLogWork({ client }, { project }, signal) {
    const asked = ['WORK_ON_ISSUES'];
    return (await fetchPermissions(client, asked, project ?? undefined, signal)).length > 0;
  },
  workIssues: ({ client }, { key }, signal) => fetchWorkIssues(client, key, signal),
  async rankOrder({ client }, { issues }, signal) {
    const keys = new Map<string, IssueKey>(issues.map(({ id, key }) => [id, key]));
    const jql = `issuekey in (${[...keys.values()].join(', ')}) ORDER BY Rank ASC`;
    const query = { jql, fields: ['id'], max: keys.size };
    const { items } = await fetchFirstIssues(client, query, signal);
    return items.flatMap(item => keys.get(rawIssueId(item) ?? '') ?? []);
  },
  async previewEdits({ datasets, metadata, now }, { dataset: id, edits }) {
    const base = datasets.entry(id);
    const author = metadata.currentUser;
    return loadedOf(datasets.preview(base, applyEdits(base.dataset, edits, { at: now(), author })));
  },
  async writeEdit({ client, metadata, cache }, { edit }, signal) {
    const ids = edit.issues.map(({ id }) => id);
    // The page may close before the reply.
    if (cache) await outdate(cache.cache, ids);
    try {
      return await writeEdit(client, metadata.special, edit, signal);
    } finally {
      if (cache) await outdate(cache.cache, ids);
    }
  },
  async reloadIssues({ client, datasets, metadata, now, cache }, { dataset: id, issues }, signal) {
    const { dataset, requirement } = datasets.entry(id);
    const known = new Set(dataset.issues.map(issue => issue.id));
    if (!issues.every(issue => known.has(issue.id))) throw new EngineError(GONE);
    const fresh = await reloadIssues(client, dataset, { requirement, metadata }, issues, {
      now,
      cache,
      signal: signal ?? new AbortController().signal,
    });
    const changed = new Set<string>(issues.map(issue => issue.id));
    return loadedOf(datasets.replace(datasets.entry(id), fresh, changed));
  },
};
