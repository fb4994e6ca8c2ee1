import { asText } from '../../data/shapes.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { invalidPayload, JiraError, NO_SUCH_ISSUE, orNotFound } from '../errors.ts';
import { readWhole } from '../paging.ts';
import { findEditableIssue } from '../platform/editable.ts';
import { readFields } from '../platform/field-values.ts';
import { findIssue } from '../platform/issue.ts';
import { editIssue } from '../platform/issue-edit.ts';
import { shapeIssues } from '../shape/issue.ts';
import { findBoard } from './board.ts';
import { agileIssueRequest, findSprint } from './board-issue.ts';

const MAX_ISSUES = 50;

/** An issue as boards show it; its estimate and rank, and moves between backlog, sprint and board. */
export function agileIssue(api: Api): void {
  api.agile.get('/issue/:idOrKey', async call => {
    const document = await findIssue(call);
    const [shaped] = await shapeIssues(call, [document], await agileIssueRequest(call));
    return shaped;
  });

  api.changes.agile.put('/issue/rank', async call => {
    const request = await readMove(call);
    if (!request.beforeId && !request.afterId) {
      throw new JiraError(400, 'Either rankBeforeIssue or rankAfterIssue must be given.');
    }
    await rank(call, request);
    return answer(call, request);
  });

  const toBacklog = async (call: Call) => {
    if (call.params.boardId) await findBoard(call);
    return move(call, null);
  };
  api.changes.agile.post('/backlog/issue', toBacklog);
  api.changes.agile.post('/backlog/:boardId/issue', toBacklog);

  api.changes.agile.post('/sprint/:sprintId/issue', async call => {
    const { id, document } = await findSprint(call);
    if (String(document.state).toLowerCase() === 'closed') {
      throw new JiraError(400, 'Issues cannot be moved to a sprint that is closed.');
    }
    return move(call, id);
  });

  api.changes.agile.post('/board/:boardId/issue', async call => {
    await findBoard(call);
    const request = await readMove(call);
    await rank(call, request);
    return answer(call, request);
  });

  api.agile.get('/issue/:idOrKey/estimation', async call => {
    const [document, fieldId] = [await findIssue(call), await estimationField(call)];
    return { fieldId, value: writeValue(fieldId, document.fields[fieldId]) };
  });

  api.changes.agile.put('/issue/:idOrKey/estimation', async call => {
    const { document, project } = await findEditableIssue(call, 'EDIT_ISSUES');
    const fieldId = await estimationField(call);
    const value = asText(readBody(call).value);
    const isTime = fieldId === TIME_FIELD;
    const fields = isTime
      ? { timetracking: { originalEstimate: value ?? '0' } }
      : { [fieldId]: value };
    const values = await readFields(call, project, { fields }, {});
    await editIssue(call, document, values);
    const stored = (await findIssue(call)).fields[fieldId];
    return { fieldId, value: writeValue(fieldId, stored) };
  });
}

const TIME_FIELD = 'timeoriginalestimate';

async function estimationField(call: Call): Promise<string> {
  const boardId = readWhole(call.query, 'boardId');
  if (boardId === undefined) throw new JiraError(400, 'The boardId parameter is required.');
  const board = await call.store.catalogue.get('board', String(boardId));
  const message = 'The board does not exist or you do not have permission to view it.';
  const configuration = orNotFound(board, message).document.configuration as
    | { estimation?: { field?: { fieldId?: string } } }
    | undefined;
  const fieldId = configuration?.estimation?.field?.fieldId;
  if (!fieldId) throw new JiraError(400, 'The board does not estimate issues by a field.');
  return fieldId;
}

const writeValue = (fieldId: string, value: unknown): unknown =>
  value === undefined || value === null || fieldId !== TIME_FIELD
    ? (value ?? null)
    : Number(value) / 60;

interface Move {
  asked: string[];
  /** Null: does not exist. */
  ids: (string | null)[];
  beforeId?: string;
  afterId?: string;
}

async function readMove(call: Call): Promise<Move> {
  const body = readBody(call);
  if (!Array.isArray(body.issues)) throw invalidPayload();
  if (body.issues.length > MAX_ISSUES) {
    throw new JiraError(400, `At most ${MAX_ISSUES} issues can be moved at once.`);
  }
  const asked = body.issues.map(String);
  const neighbours = [body.rankBeforeIssue, body.rankAfterIssue];
  const [beforeId, afterId] = await Promise.all(neighbours.map(name => findNeighbour(call, name)));
  const ids = await call.store.issues.ids(asked);
  for (const id of ids) if (id) await findEditableIssue(call, 'SCHEDULE_ISSUES', id);
  return { asked, ids, beforeId, afterId };
}

async function findNeighbour(call: Call, name: unknown): Promise<string | undefined> {
  if (name === undefined || name === null || name === '') return undefined;
  const [id] = await call.store.issues.ids([String(name)]);
  if (!id) throw new JiraError(400, `The issue '${String(name)}' to rank by does not exist.`);
  return id;
}

async function move(call: Call, sprintId: string | null) {
  const request = await readMove(call);
  const issueIds = request.ids.filter(id => id !== null);
  if (issueIds.length > 0) {
    const [author, at] = [call.caller.user, call.now()];
    await call.store.planning.moveToSprint({ issueIds, sprintId, author, at });
  }
  await rank(call, request);
  return answer(call, request);
}

async function rank(call: Call, { ids, beforeId, afterId }: Move): Promise<void> {
  const issueIds = ids.filter(id => id !== null);
  if (issueIds.length === 0 || !(beforeId || afterId)) return;
  await call.store.planning.rank({
    issueIds,
    beforeId,
    afterId: beforeId ? undefined : afterId,
    author: call.caller.user,
    at: call.now(),
  });
}

/** 204, or 207 with a status per issue if some failed. */
function answer(call: Call, { asked, ids }: Move) {
  if (ids.every(id => id !== null)) return call.reply.code(204).send();
  const entries = asked.map((name, i) =>
    ids[i]
      ? { issueId: Number(ids[i]), issueKey: name, status: 200 }
      : { issueKey: name, status: 404, errors: [NO_SUCH_ISSUE] },
  );
  return call.reply.code(207).send({ entries });
}
