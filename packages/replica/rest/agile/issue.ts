import { type Api, type Call, readBody } from '../api.ts';
import { invalidPayload, JiraError, NO_SUCH_ISSUE } from '../errors.ts';
import { findIssue } from '../platform/issue.ts';
import { shapeIssues } from '../shape/issue.ts';
import { findBoard } from './board.ts';
import { agileIssueRequest, findSprint } from './board-issue.ts';

const MAX_ISSUES = 50;

/** An issue as boards show it; its rank, and moves between backlog, sprint and board. */
export function agileIssue(api: Api): void {
  api.agile.get('/issue/:idOrKey', async call => {
    const document = await findIssue(call);
    const [shaped] = await shapeIssues(call, [document], await agileIssueRequest(call));
    return shaped;
  });

  api.agile.put('/issue/rank', async call => {
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
  api.agile.post('/backlog/issue', toBacklog);
  api.agile.post('/backlog/:boardId/issue', toBacklog);

  api.agile.post('/sprint/:sprintId/issue', async call => {
    const { id, document } = await findSprint(call);
    if (String(document.state).toLowerCase() === 'closed') {
      throw new JiraError(400, 'Issues cannot be moved to a sprint that is closed.');
    }
    return move(call, id);
  });

  api.agile.post('/board/:boardId/issue', async call => {
    await findBoard(call);
    const request = await readMove(call);
    await rank(call, request);
    return answer(call, request);
  });
}

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
  return { asked, ids: await call.store.issues.ids(asked), beforeId, afterId };
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
