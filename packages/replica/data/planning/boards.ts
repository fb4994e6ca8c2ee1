import { StoreError } from '@tallyboard/database/store-error.ts';
import type { Catalogue } from '../catalogue.ts';
import type { StoreContext } from '../context.ts';
import type { Entity, StoredEntity } from '../entity.ts';
import { asObject, asText, type JsonObject } from '../shapes.ts';

export function boardStore({ catalogue, refresh }: StoreContext) {
  return {
    /** The board's saved filter, ANDed with its sub-query if `subQuery` is set. */
    async jql(boardId: string, settings: { subQuery?: boolean } = {}): Promise<string> {
      await refresh();
      return boardJql(findBoard(catalogue, boardId), catalogue, settings);
    },
    /** Sprints created on the board: closed, active, future; then by sequence. */
    async sprints(boardId: string, states: string[] = []): Promise<Entity[]> {
      await refresh();
      findBoard(catalogue, boardId);
      return catalogue
        .all('sprint')
        .filter(({ document }) => String(document.originBoardId) === boardId)
        .filter(({ document }) => states.length === 0 || states.includes(String(document.state)))
        .sort((a, b) => stateOrder(a) - stateOrder(b) || a.position - b.position);
    },
  };
}

const stateOrder = ({ document }: Entity): number =>
  ['closed', 'active', 'future'].indexOf(String(document.state));

export function findBoard(catalogue: Catalogue, boardId: string): StoredEntity {
  const board = catalogue.get('board', boardId);
  if (!board) throw new StoreError('not-found', `The board with id ${boardId} does not exist.`);
  return board;
}

/** Id of a board's saved filter. */
export const filterIdOf = ({ configuration, filterId }: JsonObject): string | null =>
  asText(asObject(asObject(configuration)?.filter)?.id) ?? asText(filterId);

/** The saved filter, or the project of a board without one. */
function boardJql(
  board: StoredEntity,
  catalogue: Catalogue,
  settings: { subQuery?: boolean },
): string {
  const configuration = asObject(board.document.configuration) ?? {};
  const filterId = filterIdOf(board.document);
  const filter = filterId === null ? undefined : catalogue.get('filter', filterId);
  const location = asObject(board.document.location) ?? asObject(configuration.location);
  const projectKey = asText(location?.projectKey) ?? asText(location?.key);
  const saved =
    asText(filter?.document.jql) ??
    (projectKey === null
      ? 'project is not EMPTY ORDER BY Rank'
      : `project = "${projectKey}" ORDER BY Rank`);
  const subQuery = settings.subQuery ? asText(asObject(configuration.subQuery)?.query) : null;
  const { where, order } = splitOrder(saved);
  if (subQuery === null) return saved;
  const clauses = [where, splitOrder(subQuery).where]
    .filter(clause => clause !== '')
    .map(clause => `(${clause})`);
  return `${clauses.join(' AND ')} ${order}`.trim();
}

/** Splits off ORDER BY, since brackets may only enclose the rest. Quoted text is ignored. */
export function splitOrder(jql: string): { where: string; order: string } {
  const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs;
  const bare = jql.replace(quoted, text => ' '.repeat(text.length));
  const at = bare.search(/\border\s+by\b/i);
  return at < 0
    ? { where: jql.trim(), order: '' }
    : { where: jql.slice(0, at).trim(), order: jql.slice(at).trim() };
}
