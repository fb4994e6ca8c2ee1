import { asObject, asText } from '../../data/shapes.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { invalidPayload, JiraError, NO_SUCH_ISSUE, orNotFound } from '../errors.ts';
import { readWhole } from '../paging.ts';
import { readFields } from '../platform/field-values.ts';
import { findIssue } from '../platform/issue.ts';
import { editIssue } from '../platform/issue-edit.ts';
import { findEditableIssue } from '../platform/permissions.ts';
import { shapeIssues } from '../shape/issue.ts';
import { findBoard } from './board.ts';
import { agileIssueRequest, findSprint } from './board-issue.ts';

const MAX_ISSUES = 50;

/** An issue as boards show it; its estimate and rank, and moves between backlog, sprint and board. */
export function agileIssue(api: Api): void {
  api.agile.get('/issue/:idOrKey', async call => {
    const [shaped] = await shapeIssues(call, [await findIssue(call)], agileIssueRequest(call));
    return shaped;
  });

  api.changes.agile.put('/issue/rank', call => move(call, { mustRank: true }));
  api.changes.agile.post('/backlog/issue', call => move(call, { sprintId: null }));
  api.changes.agile.post('/backlog/:boardId/issue', call => {
    findBoard(call);
    return move(call, { sprintId: null });
  });
  api.changes.agile.post('/sprint/:sprintId/issue', call => {
    const { id: sprintId, document } = findSprint(call);
    if (String(document.state).toLowerCase() === 'closed')
      throw new JiraError(400, 'Issues cannot be moved to a sprint that is closed.');
    return move(call, { sprintId });
  });
  api.changes.agile.post('/board/:boardId/issue', call => {
    findBoard(call);
    return move(call, {});
  });

  api.agile.get('/issue/:idOrKey/estimation', readEstimate);
  api.changes.agile.put('/issue/:idOrKey/estimation', async call => {
    const { document, project } = await findEditableIssue(call, 'EDIT_ISSUES');
    const fieldId = estimationField(call);
    const value = asText(readBody(call).value);
    const fields =
      fieldId === TIME_FIELD
        ? { timetracking: { originalEstimate: value ?? '0' } }
        : { [fieldId]: value };
    await editIssue(call, document, await readFields(call, project, { fields }, {}));
    return readEstimate(call);
  });
}

const TIME_FIELD = 'timeoriginalestimate';

function estimationField(call: Call): string {
  const boardId = readWhole(call.query, 'boardId');
  if (boardId === undefined) throw new JiraError(400, 'The boardId parameter is required.');
  const message = 'The board does not exist or you do not have permission to view it.';
  const { configuration } = orNotFound(call.find('board', String(boardId)), message).document;
  const field = asText(asObject(asObject(asObject(configuration)?.estimation)?.field)?.fieldId);
  if (field === null) throw new JiraError(400, 'The board does not estimate issues by a field.');
  return field;
}

/** Times are in minutes. */
async function readEstimate(call: Call) {
  const document = await findIssue(call);
  const fieldId = estimationField(call);
  const value = document.fields[fieldId] ?? null;
  return { fieldId, value: value === null || fieldId !== TIME_FIELD ? value : Number(value) / 60 };
}

interface Move {
  /** Null moves to the backlog, undefined only ranks. */
  sprintId?: string | null;
  mustRank?: true;
}

/** Moves and ranks issues. Replies with 204, or 207 with a status per issue if some failed. */
async function move(call: Call, { sprintId, mustRank }: Move) {
  const body = readBody(call);
  if (!Array.isArray(body.issues)) throw invalidPayload();
  if (body.issues.length > MAX_ISSUES)
    throw new JiraError(400, `At most ${MAX_ISSUES} issues can be moved at once.`);
  const asked = body.issues.map(String);
  const neighbours = [body.rankBeforeIssue, body.rankAfterIssue];
  const [beforeId, afterId] = await Promise.all(neighbours.map(name => findNeighbour(call, name)));
  const ids = await call.store.issues.ids(asked);
  const issueIds = ids.filter(id => id !== null);
  for (const id of issueIds) await findEditableIssue(call, 'SCHEDULE_ISSUES', id);
  if (mustRank && !beforeId && !afterId)
    throw new JiraError(400, 'Either rankBeforeIssue or rankAfterIssue must be given.');

  const change = { issueIds, author: call.caller.user, at: call.now() };
  if (sprintId !== undefined && issueIds.length > 0)
    await call.store.planning.moveToSprint({ ...change, sprintId });
  if (issueIds.length > 0 && (beforeId || afterId))
    await call.store.planning.rank({
      ...change,
      beforeId,
      afterId: beforeId ? undefined : afterId,
    });

  if (issueIds.length === ids.length) return undefined;
  const entries = asked.map((issueKey, i) =>
    ids[i]
      ? { issueId: Number(ids[i]), issueKey, status: 200 }
      : { issueKey, status: 404, errors: [NO_SUCH_ISSUE] },
  );
  return call.reply.code(207).send({ entries });
}

async function findNeighbour(call: Call, name: unknown): Promise<string | undefined> {
  if (name === undefined || name === null || name === '') return undefined;
  const [id] = await call.store.issues.ids([String(name)]);
  if (!id) throw new JiraError(400, `The issue '${String(name)}' to rank by does not exist.`);
  return id;
}
