import type { JiraClient } from '../client.ts';
import { readList, readOne } from '../read.ts';
import { path } from '../transport.ts';
import { WireBoard, WireBoardConfiguration, WireSprint } from '../wire/board.ts';

const PAGE_SIZE = 50;

export interface BoardChoice {
  readonly projectKeyOrId?: string;
  /** 'scrum,kanban' and so on; every type by default. */
  readonly type?: string;
}

/** Boards that the viewer may see, of one project or of the whole site. */
export function fetchBoards(
  client: JiraClient,
  { projectKeyOrId, type }: BoardChoice = {},
  signal?: AbortSignal,
): Promise<readonly WireBoard[]> {
  // Data Center has no `projectLocation`.
  const project =
    client.flavour === 'cloud' ? { projectLocation: projectKeyOrId } : { projectKeyOrId };
  const request = {
    path: '/rest/agile/1.0/board',
    query: { type, ...project },
    pageSize: PAGE_SIZE,
  };
  return readList(client, WireBoard, request, signal);
}

export function fetchBoard(client: JiraClient, id: number, signal?: AbortSignal) {
  return readOne(client, WireBoard, path`/rest/agile/1.0/board/${id}`, { signal });
}

export function fetchBoardConfiguration(client: JiraClient, id: number, signal?: AbortSignal) {
  const address = path`/rest/agile/1.0/board/${id}/configuration`;
  return readOne(client, WireBoardConfiguration, address, { signal });
}

/** The sprints of a board in its order. Jira answers 400 for a board without sprints. */
export function fetchBoardSprints(
  client: JiraClient,
  boardId: number,
  state?: string,
  signal?: AbortSignal,
): Promise<readonly WireSprint[]> {
  const address = path`/rest/agile/1.0/board/${boardId}/sprint`;
  const request = { path: address, query: { state }, pageSize: PAGE_SIZE };
  return readList(client, WireSprint, request, signal);
}

/** One sprint; 404 for a deleted or hidden one. */
export function fetchSprint(client: JiraClient, id: number, signal?: AbortSignal) {
  return readOne(client, WireSprint, path`/rest/agile/1.0/sprint/${id}`, { signal });
}
