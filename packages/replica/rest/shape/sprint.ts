import type { JsonObject } from '../../data/shapes.ts';

const MEMBERS = ['startDate', 'endDate', 'completeDate', 'createdDate', 'goal'];

const isEmpty = (value: unknown) => value === undefined || value === null;

export function shapeSprint(id: string, document: JsonObject, base: string): JsonObject {
  const { originBoardId, boardId, name, state } = document;
  const board = originBoardId ?? boardId;
  const given = MEMBERS.filter(member => !isEmpty(document[member]));
  return {
    id: Number(id),
    self: `${base}/rest/agile/1.0/sprint/${id}`,
    state: String(state ?? 'future').toLowerCase(),
    name,
    ...Object.fromEntries(given.map(member => [member, document[member]])),
    originBoardId: isEmpty(board) ? undefined : Number(board),
  };
}

/** Data Center's form in issues: the text of a Java object. */
export function sprintText(sprint: JsonObject): string {
  const id = String(sprint.id);
  const members = {
    id,
    rapidViewId: sprint.boardId ?? sprint.originBoardId,
    state: String(sprint.state ?? 'future').toUpperCase(),
    name: sprint.name,
    startDate: sprint.startDate,
    endDate: sprint.endDate,
    completeDate: sprint.completeDate,
    activatedDate: sprint.startDate,
    sequence: id,
  };
  const parts = Object.entries(members).map(
    ([name, value]) => `${name}=${isEmpty(value) || value === '' ? '<null>' : String(value)}`,
  );
  const goal = typeof sprint.goal === 'string' ? sprint.goal : '';
  const hash = (Number(id) * 2654435761) % 0xffffffff;
  return `com.atlassian.greenhopper.service.sprint.Sprint@${hash.toString(16)}[${parts.join(',')},goal=${goal},autoStartStop=false]`;
}
