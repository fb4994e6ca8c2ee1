import type { Board, BoardConfiguration } from '@tallyboard/core/model/board.ts';
import type { BoardId, SprintId } from '@tallyboard/core/model/ids.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import { BURST_MS, type JiraClient, METADATA_MS } from '@tallyboard/jira/client.ts';
import {
  fetchBoard,
  fetchBoardConfiguration,
  readBoardSprints,
} from '@tallyboard/jira/endpoints/board.ts';
import { fetchFilter } from '@tallyboard/jira/endpoints/filter.ts';
import { isAbort, statusOf } from '@tallyboard/jira/errors.ts';
import { stripOrderBy } from '@tallyboard/jira/jql/compose.ts';
import { whyFailed } from './coverage.ts';

export interface BoardData {
  readonly boards: ReadonlyMap<BoardId, Board>;
  readonly configurations: ReadonlyMap<BoardId, BoardConfiguration>;
  /** Absent for a board without sprints, and where they could not be read. */
  readonly boardSprints: ReadonlyMap<BoardId, readonly SprintId[]>;
  readonly sprints: readonly Sprint[];
  readonly warnings: readonly string[];
  /** Those of the warnings for which figures of sprints are not complete. */
  readonly unread: readonly string[];
}

const SPRINTS = 'The sprints';

/**
 * Loads boards with their configurations and, for reports on sprints, their sprints. What cannot be read is left out with a
 * warning.
 */
export async function loadBoardData(
  client: JiraClient,
  { boards: boardIds, history }: Pick<Requirement, 'boards' | 'history'>,
  signal: AbortSignal,
): Promise<BoardData> {
  const [rarely, often] = [client.reusing(METADATA_MS), client.reusing(BURST_MS)];
  const boards = new Map<BoardId, Board>();
  const configurations = new Map<BoardId, BoardConfiguration>();
  const boardSprints = new Map<BoardId, readonly SprintId[]>();
  const sprints = new Map<SprintId, Sprint>();
  const warnings: string[] = [];
  const unread: string[] = [];

  async function part(what: string, id: BoardId, read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (isAbort(error)) throw error;
      const text = `${what} of board ${id} could not be read: ${whyFailed(error)}`;
      warnings.push(text);
      if (what === SPRINTS) unread.push(text);
    }
  }

  async function readSprints(id: BoardId): Promise<void> {
    // Browsers log Jira's 400 for a kanban board.
    const board = await fetchBoard(rarely, id, signal).catch(() => null);
    if (board?.type === 'kanban') return;
    try {
      const { records: list, lost } = await readBoardSprints(often, id, signal);
      const texts = lost.map(({ field, what, done }) => `${field} ${what}, ${done}.`);
      warnings.push(...texts);
      unread.push(...texts);
      for (const sprint of list) sprints.set(sprint.id, sprint);
      boardSprints.set(
        id,
        list.map(sprint => sprint.id),
      );
    } catch (error) {
      // 'The board does not support sprints': a kanban board, nothing to warn of.
      if (statusOf(error) !== 400) throw error;
    }
  }

  await Promise.all(
    boardIds.flatMap(id => [
      part('The name', id, async () => {
        boards.set(id, await fetchBoard(rarely, id, signal));
      }),
      ...(history.includes('sprint') ? [part(SPRINTS, id, () => readSprints(id))] : []),
      part('The configuration', id, async () => {
        configurations.set(id, await fetchBoardConfiguration(rarely, id, signal));
      }),
    ]),
  );
  return { boards, configurations, boardSprints, sprints: [...sprints.values()], warnings, unread };
}

/** A changed filter changes figures: it is known soon. */
const FILTER_MS = 60_000;

/**
 * The query of a board's filter, or a reference to the filter where the viewer may not read its query. Without its
 * order, so that it can be narrowed.
 */
export async function fetchBoardQuery(
  client: JiraClient,
  boardId: number,
  signal?: AbortSignal,
): Promise<string> {
  const rarely = client.reusing(METADATA_MS);
  const { filterId } = await fetchBoardConfiguration(rarely, boardId, signal);
  if (filterId === null) return '';
  const { jql } = await fetchFilter(client.reusing(FILTER_MS), filterId, signal);
  return jql === '' ? `filter = ${filterId}` : stripOrderBy(jql);
}
