import type { Entity } from '../../data/entity.ts';
import type { JsonObject } from '../../data/shapes.ts';
import { type Api, type Call, readBody } from '../api.ts';
import { JiraError } from '../errors.ts';
import { requireDemo } from '../platform/permissions.ts';
import { shapeSprint } from '../shape/sprint.ts';
import { findSprint } from './board-issue.ts';

const CHANGEABLE = ['name', 'state', 'startDate', 'endDate', 'completeDate', 'goal'];
/** Cleared by a PUT that omits them. */
const CLEARABLE = ['startDate', 'endDate', 'goal'];

export function sprint(api: Api): void {
  api.agile.get('/sprint/:sprintId', call => shape(call, findSprint(call)));

  api.changes.agile.post('/sprint', async call => {
    const body = readBody(call);
    const board = call.find('board', String(body.originBoardId ?? ''));
    if (!board) throw new JiraError(400, [], { originBoardId: 'The board does not exist.' });
    requireDemo(board);
    const given = CLEARABLE.filter(key => typeof body[key] === 'string');
    const created = await call.store.sprints.create({
      name: readName(body.name),
      originBoardId: Number(board.id),
      ...Object.fromEntries(given.map(key => [key, String(body[key])])),
    });
    call.reply.code(201);
    return shape(call, created);
  });

  // PUT replaces, POST updates.
  api.changes.agile.put('/sprint/:sprintId', call => update(call, true));
  api.changes.agile.post('/sprint/:sprintId', call => update(call, false));

  api.changes.agile.delete('/sprint/:sprintId', async call => {
    await call.store.sprints.delete(findEditableSprint(call).id, call.caller.user, call.now());
  });
}

const shape = ({ base }: Call, { id, document }: Pick<Entity, 'id' | 'document'>) =>
  shapeSprint(id, document, base);

/** Throws 403 unless its board is the demo's. */
function findEditableSprint(call: Call): Entity {
  const found = findSprint(call);
  requireDemo(call.find('board', String(found.document.originBoardId)) ?? found);
  return found;
}

async function update(call: Call, whole: boolean) {
  const { id } = findEditableSprint(call);
  const body = readBody(call);
  const changes: JsonObject = {};
  for (const name of CHANGEABLE) {
    if (name in body) changes[name] = body[name];
    else if (whole && CLEARABLE.includes(name)) changes[name] = null;
  }
  if ('name' in changes || whole) changes.name = readName(changes.name);
  return shape(call, await call.store.sprints.update(id, changes, call.now()));
}

function readName(name: unknown): string {
  if (typeof name === 'string' && name.trim() !== '' && name.length <= 255) return name;
  throw new JiraError(400, [], { name: 'The sprint name must be 1 to 255 characters long.' });
}
