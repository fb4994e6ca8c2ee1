import type { BoardConfiguration, BoardType } from '@tallyboard/core/model/board.ts';
import type { BoardId, FieldId, FilterId, StatusId } from '@tallyboard/core/model/ids.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import * as v from 'valibot';
import { path } from '../address.ts';
import type { JiraClient } from '../client.ts';
import { SprintSchema } from '../normalize/sprint.ts';
import { type ReadRecords, readOne, readRecord, readRecordPages } from '../read.ts';
import { maybe, numberId, textId } from '../wire/parse.ts';

const PAGE_SIZE = 50;

/** One of an unknown type is taken for a simple one, since it may or may not have sprints. */
const BoardSchema = v.pipe(
  v.object({
    id: numberId<BoardId>(),
    name: v.string(),
    type: v.fallback(v.picklist<BoardType[]>(['scrum', 'kanban', 'simple']), 'simple'),
    // Missing where the viewer may not see the project, and without a project on a personal board.
    location: maybe(v.object({ projectKey: maybe(v.string()), projectName: maybe(v.string()) })),
  }),
  v.transform(({ location, ...board }) => ({
    ...board,
    projectKey: location?.projectKey ?? null,
    projectName: location?.projectName ?? null,
  })),
);

const BoardConfigurationSchema = v.pipe(
  v.object({
    id: numberId<BoardId>(),
    filter: maybe(v.object({ id: textId<FilterId>() })),
    columnConfig: maybe(
      v.object({
        columns: v.array(
          v.object({
            name: v.string(),
            statuses: v.nullish(v.array(v.object({ id: textId<StatusId>() })), []),
          }),
        ),
      }),
    ),
    estimation: maybe(v.object({ field: maybe(v.object({ fieldId: maybe(v.string()) })) })),
  }),
  v.transform(
    ({ id, filter, columnConfig, estimation }): BoardConfiguration => ({
      boardId: id,
      filterId: filter?.id ?? null,
      columns: (columnConfig?.columns ?? []).map(({ name, statuses }) => ({
        name,
        statusIds: statuses.map(status => status.id),
      })),
      estimationField: (estimation?.field?.fieldId ?? null) as FieldId | null,
    }),
  ),
);

/** Boards that the viewer may see, of one project or of the whole site. */
export async function fetchBoards(
  client: JiraClient,
  projectKey: string | null = null,
  signal?: AbortSignal,
) {
  // Data Center has no `projectLocation`.
  const name = client.flavour === 'cloud' ? 'projectLocation' : 'projectKeyOrId';
  const query = projectKey === null ? {} : { [name]: projectKey };
  const request = { path: '/rest/agile/1.0/board', query, pageSize: PAGE_SIZE };
  return (await readRecordPages(client, BoardSchema, request, 'board', signal)).records;
}

/** The only board of Jira Cloud over a filter; null if there is another number. Data Center cannot ask for it. */
export async function findBoardOfFilter(
  client: JiraClient,
  filterId: string,
  signal?: AbortSignal,
) {
  if (client.flavour !== 'cloud') return null;
  const schema = v.object({ values: v.array(BoardSchema) });
  const query = { filterId, maxResults: 2 };
  const { values } = await readOne(client, schema, '/rest/agile/1.0/board', { query, signal });
  return values.length === 1 ? (values[0] ?? null) : null;
}

export function fetchBoard(client: JiraClient, id: number, signal?: AbortSignal) {
  const address = path`/rest/agile/1.0/board/${id}`;
  return readRecord(client, BoardSchema, address, 'board', signal);
}

export function fetchBoardConfiguration(client: JiraClient, id: number, signal?: AbortSignal) {
  const address = path`/rest/agile/1.0/board/${id}/configuration`;
  return readRecord(client, BoardConfigurationSchema, address, 'boardConfiguration', signal);
}

/** The sprints of a board in its order. Jira answers 400 for a board without sprints. */
export function readBoardSprints(
  client: JiraClient,
  boardId: number,
  signal?: AbortSignal,
): Promise<ReadRecords<Sprint>> {
  const address = path`/rest/agile/1.0/board/${boardId}/sprint`;
  const request = { path: address, pageSize: PAGE_SIZE };
  return readRecordPages(client, SprintSchema, request, 'sprint', signal);
}

export const fetchBoardSprints = async (...asked: Parameters<typeof readBoardSprints>) =>
  (await readBoardSprints(...asked)).records;

/** One sprint; 404 for a deleted or hidden one. */
export function fetchSprint(client: JiraClient, id: number, signal?: AbortSignal) {
  const address = path`/rest/agile/1.0/sprint/${id}`;
  return readRecord(client, SprintSchema, address, 'sprint', signal);
}
