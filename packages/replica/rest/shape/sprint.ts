export function shapeSprint(
  id: string,
  document: Record<string, unknown>,
  base: string,
): Record<string, unknown> {
  const sprint: Record<string, unknown> = {
    id: Number(id),
    self: `${base}/rest/agile/1.0/sprint/${id}`,
    state: String(document.state ?? 'future').toLowerCase(),
    name: document.name,
  };
  for (const name of ['startDate', 'endDate', 'completeDate', 'createdDate', 'goal']) {
    if (document[name] !== undefined && document[name] !== null) sprint[name] = document[name];
  }
  const board = document.originBoardId ?? document.boardId;
  if (board !== undefined && board !== null) sprint.originBoardId = Number(board);
  return sprint;
}

/** Data Center's form in issues: the text of a Java object. */
export function sprintText(sprint: Record<string, unknown>): string {
  const part = (name: string, value: unknown) =>
    `${name}=${value === undefined || value === null || value === '' ? '<null>' : String(value)}`;
  const id = String(sprint.id);
  const parts = [
    part('id', id),
    part('rapidViewId', sprint.boardId ?? sprint.originBoardId),
    part('state', String(sprint.state ?? 'future').toUpperCase()),
    part('name', sprint.name),
    part('startDate', sprint.startDate),
    part('endDate', sprint.endDate),
    part('completeDate', sprint.completeDate),
    part('activatedDate', sprint.startDate),
    part('sequence', id),
    `goal=${typeof sprint.goal === 'string' ? sprint.goal : ''}`,
    'autoStartStop=false',
  ];
  const hash = (Number(id) * 2654435761) % 0xffffffff;
  return `com.atlassian.greenhopper.service.sprint.Sprint@${hash.toString(16)}[${parts.join(',')}]`;
}
