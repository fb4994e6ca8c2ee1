import type { JiraClient } from '../client.ts';
import { fetchAllPages } from '../paginate.ts';
import { path } from '../transport.ts';
import { WireBoard, WireBoardConfiguration } from '../wire/board.ts';
import { parseWire } from '../wire/parse.ts';
import { WireSprint } from '../wire/sprint.ts';

const BOARD_PAGE = 50;

export interface BoardChoice {
  readonly projectKeyOrId?: string;
  /** 'scrum,kanban' and so on; every type by default. */
  readonly type?: string;
}

/** Boards that the viewer may see, of one project or of the whole site. */
export async function fetchBoards(
  client: JiraClient,
  choice: BoardChoice = {},
  signal?: AbortSignal,
): Promise<readonly WireBoard[]> {
  // Data Center knows the project of a board by another parameter than the newer `projectLocation`.
  const project =
    client.flavour === 'cloud'
      ? { projectLocation: choice.projectKeyOrId }
      : { projectKeyOrId: choice.projectKeyOrId };
  const { items } = await fetchAllPages({
    fetchPage: (startAt, maxResults) =>
      client.send(
        {
          method: 'GET',
          path: '/rest/agile/1.0/board',
          query: { startAt, maxResults, type: choice.type, ...project },
        },
        { signal },
      ),
    list: 'values',
    parseItem: (value, where) => parseWire(WireBoard, value, where),
    idOf: board => board.id,
    where: 'board',
    pageSize: BOARD_PAGE,
  });
  return items;
}

export async function fetchBoard(
  client: JiraClient,
  id: number,
  signal?: AbortSignal,
): Promise<WireBoard> {
  const reply = await client.send(
    { method: 'GET', path: path`/rest/agile/1.0/board/${id}` },
    { signal },
  );
  return parseWire(WireBoard, reply, 'board');
}

export async function fetchBoardConfiguration(
  client: JiraClient,
  id: number,
  signal?: AbortSignal,
): Promise<WireBoardConfiguration> {
  const reply = await client.send(
    { method: 'GET', path: path`/rest/agile/1.0/board/${id}/configuration` },
    { signal },
  );
  return parseWire(WireBoardConfiguration, reply, 'board/configuration');
}

/** The sprints of a board in its order. A board without sprints is answered with 400. */
export async function fetchBoardSprints(
  client: JiraClient,
  boardId: number,
  state?: string,
  signal?: AbortSignal,
): Promise<readonly WireSprint[]> {
  const { items } = await fetchAllPages({
    fetchPage: (startAt, maxResults) =>
      client.send(
        {
          method: 'GET',
          path: path`/rest/agile/1.0/board/${boardId}/sprint`,
          query: { startAt, maxResults, state },
        },
        { signal },
      ),
    list: 'values',
    parseItem: (value, where) => parseWire(WireSprint, value, where),
    idOf: sprint => sprint.id,
    where: 'board/sprint',
    pageSize: BOARD_PAGE,
  });
  return items;
}

/** One sprint; 404 when it is gone or hidden. */
export async function fetchSprint(
  client: JiraClient,
  id: number,
  signal?: AbortSignal,
): Promise<WireSprint> {
  const reply = await client.send(
    { method: 'GET', path: path`/rest/agile/1.0/sprint/${id}` },
    { signal },
  );
  return parseWire(WireSprint, reply, 'sprint');
}
