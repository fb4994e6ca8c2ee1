import { type Api, type Call, readBody } from '../api.ts';
import { JiraError } from '../errors.ts';
import { requireDemo } from '../platform/editable.ts';
import { shapeSprint } from '../shape/sprint.ts';
import { findSprint } from './board-issue.ts';

const changeable = ['name', 'state', 'startDate', 'endDate', 'completeDate', 'goal'];

export function sprint(api: Api): void {
  api.agile.get('/sprint/:sprintId', async call => {
    const { id, document } = await findSprint(call);
    return shapeSprint(id, document, call.base);
  });

  api.changes.agile.post('/sprint', async call => {
    const body = readBody(call);
    const board = await call.store.catalogue.get('board', String(body.originBoardId ?? ''));
    if (!board) throw new JiraError(400, [], { originBoardId: 'The board does not exist.' });
    requireDemo(board);
    if (board.document.type === 'kanban') {
      throw new JiraError(400, 'The board does not support sprints');
    }
    const name = readName(body.name);
    const optional = ['startDate', 'endDate', 'goal'].filter(key => typeof body[key] === 'string');
    const { id, document } = await call.store.sprints.create({
      name,
      originBoardId: Number(board.id),
      ...Object.fromEntries(optional.map(key => [key, String(body[key])])),
    });
    call.reply.code(201);
    return shapeSprint(id, document, call.base);
  });

  // PUT replaces, POST updates.
  api.changes.agile.put('/sprint/:sprintId', call => update(call, true));
  api.changes.agile.post('/sprint/:sprintId', call => update(call, false));

  api.changes.agile.delete('/sprint/:sprintId', async call => {
    const { id } = await findEditableSprint(call);
    await call.store.sprints.delete(id, call.caller.user, call.now());
    return call.reply.code(204).send();
  });
}

/** Throws 403 unless its board is the demo's. */
async function findEditableSprint(call: Call) {
  const found = await findSprint(call);
  const board = await call.store.catalogue.get('board', String(found.document.originBoardId));
  requireDemo(board ?? found);
  return found;
}

async function update(call: Call, whole: boolean) {
  const { id, document } = await findEditableSprint(call);
  const body = readBody(call);
  const changes: Record<string, unknown> = {};
  for (const name of changeable) {
    if (name in body) changes[name] = body[name];
    else if (whole && !['name', 'state', 'completeDate'].includes(name)) changes[name] = null;
  }
  if ('name' in changes || whole) changes.name = readName(changes.name);
  checkState(document, changes);
  const updated = await call.store.sprints.update(id, changes, call.now());
  return shapeSprint(id, updated.document, call.base);
}

function readName(name: unknown): string {
  if (typeof name === 'string' && name.trim() !== '' && name.length <= 255) return name;
  throw new JiraError(400, [], { name: 'The sprint name must be 1 to 255 characters long.' });
}

/** future, then active (with both dates), then closed. */
function checkState(document: Record<string, unknown>, changes: Record<string, unknown>): void {
  const from = String(document.state).toLowerCase();
  const to = changes.state === undefined ? from : String(changes.state).toLowerCase();
  if (to === from) return;
  const allowed = (from === 'future' && to === 'active') || (from === 'active' && to === 'closed');
  if (!allowed) {
    throw new JiraError(400, `A sprint cannot go from '${from}' to '${to}'.`);
  }
  const after = { ...document, ...changes };
  if (to === 'active' && !(after.startDate && after.endDate)) {
    throw new JiraError(400, 'A sprint needs a start date and an end date to be started.');
  }
}
