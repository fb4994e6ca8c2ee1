import type { JiraClient } from '../client.ts';
import { fetchAllPages, type Paged } from '../paginate.ts';
import { path } from '../transport.ts';
import { WireBoard, WireBoardConfiguration } from '../wire/board.ts';
import { parseWireIssue } from '../wire/check-issue.ts';
import type { WireIssue } from '../wire/issue.ts';
import { parseWire } from '../wire/parse.ts';
import { WireSprint } from '../wire/sprint.ts';
import type { IssueShape } from './search.ts';

const BOARD_PAGE = 50;
/** Lists of issues are asked for in pages of this; hosts cut them to their own size. */
const ISSUE_PAGE = 1_000;

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

export interface IssueListQuery extends IssueShape {
  readonly jql?: string;
}

/** Issues on a board, by rank. */
export function fetchBoardIssues(
  client: JiraClient,
  boardId: number,
  query: IssueListQuery,
  signal?: AbortSignal,
): Promise<Paged<WireIssue>> {
  return fetchIssueList(client, path`/rest/agile/1.0/board/${boardId}/issue`, query, signal);
}

/** Issues of a board that are in no active or future sprint. */
export function fetchBacklogIssues(
  client: JiraClient,
  boardId: number,
  query: IssueListQuery,
  signal?: AbortSignal,
): Promise<Paged<WireIssue>> {
  return fetchIssueList(client, path`/rest/agile/1.0/board/${boardId}/backlog`, query, signal);
}

/** Issues whose Sprint field names the sprint; not those taken out while it ran. */
export function fetchSprintIssues(
  client: JiraClient,
  sprintId: number,
  query: IssueListQuery,
  signal?: AbortSignal,
): Promise<Paged<WireIssue>> {
  return fetchIssueList(client, path`/rest/agile/1.0/sprint/${sprintId}/issue`, query, signal);
}

function fetchIssueList(
  client: JiraClient,
  listPath: string,
  query: IssueListQuery,
  signal: AbortSignal | undefined,
): Promise<Paged<WireIssue>> {
  return fetchAllPages({
    fetchPage: (startAt, maxResults) =>
      client.send(
        {
          method: 'GET',
          path: listPath,
          query: {
            startAt,
            maxResults,
            jql: query.jql,
            fields: query.fields.join(),
            expand: query.expand?.join() || undefined,
          },
        },
        { signal },
      ),
    list: 'issues',
    parseItem: parseWireIssue,
    idOf: issue => issue.id,
    where: listPath.replace('/rest/agile/1.0/', ''),
    pageSize: ISSUE_PAGE,
  });
}
